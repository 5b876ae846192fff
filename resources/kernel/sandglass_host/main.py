"""Puts the parts together: says hello, starts the kernel, then imports what is slow."""

import os
import signal
import traceback

from . import privacy
from .kernel import Kernel
from .link import Link


def run(incoming, outgoing):
    """Serve until `shutdown` or the end of the incoming side; returns the exit code."""
    # a handler, not SIG_IGN: what is ignored stays ignored in the kernel
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: None)
    privacy.adopt_orphans()
    link = Link(incoming, outgoing)
    link.hello()
    link.flush()
    try:
        kernel = Kernel()  # it needs 0.3 s; meanwhile we import
        from .host import Host

        return Host(link, kernel, os.getcwd()).serve()
    except Exception:
        text = "The kernel host failed:\n" + traceback.format_exc()
        link.event("notice", None, {"kind": "internal", "text": text})
        link.event("status", None, {"state": "dead", "cause": None})
        link.flush()
        return 1
