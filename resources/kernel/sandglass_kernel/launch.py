"""The kernel application: ipykernel with our streams, numbering and cures."""

import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def run():
    """Start and serve; returns when the kernel is asked to leave."""
    nonce, log = os.environ.pop("SANDGLASS_NONCE"), int(os.environ.pop("SANDGLASS_LOG"))
    _end_with_host()
    os.set_inheritable(log, False)
    # ipykernel's own messages go to the host's log, not under a cell
    sys.stderr = open(log, "w", buffering=1, encoding="utf-8", errors="backslashreplace",
                      closefd=False)
    # debugpy costs 30 ms and 8 MB, and its breakpoint() does nothing here
    sys.modules["debugpy"] = None
    app = _application(nonce).instance()
    app.initialize(sys.argv[1:])
    sys.modules.pop("debugpy", None)
    _extend_path()
    from . import cures

    cures.install(app, log)
    app.start()


def _application(nonce):
    from ipykernel.kernelapp import IPKernelApp

    from . import messages, streams

    class Application(IPKernelApp):
        """Keeps sys.stdout and sys.stderr ours, and lets no message go unnumbered."""

        def _bind_socket(self, s, port):
            s.set_hwm(0)  # over the mark (1000) messages are dropped without a word
            return super()._bind_socket(s, port)

        def init_io(self):
            streams.install(nonce)
            self.outstream_class = None
            super().init_io()
            self.numbering = messages.Numbering(self.session, self.iopub_socket)

    Application.__name__ = "IPKernelApp"  # the name under which it is configured
    return Application


def _end_with_host():
    """Die with the host; jupyter's own poller is slower and is off below pid 1."""
    import ctypes

    try:
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    except (AttributeError, OSError):
        pass


def _extend_path():
    """Append the folders of added packages: last, so that the base's versions win."""
    for name in ("SANDGLASS_PACKAGES", "PIP_TARGET"):
        folder = os.environ.get(name)
        if folder and folder not in sys.path and (name == "PIP_TARGET" or os.path.isdir(folder)):
            sys.path.append(folder)
