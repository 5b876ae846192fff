"""Keeps the host's memory and protocol descriptors out of the cells' reach."""

import ctypes
import fcntl
import os

PR_SET_DUMPABLE = 4
PR_SET_CHILD_SUBREAPER = 36


def prctl(option, value):
    """Call prctl(2); returns whether it worked (it doesn't exist outside Linux)."""
    try:
        return ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0) == 0
    except (AttributeError, OSError):
        return False


def forbid_dumps():
    """Close /proc/PID/{fd,mem,environ} of this process to others with the same uid."""
    prctl(PR_SET_DUMPABLE, 0)


def adopt_orphans():
    """Become the parent of orphaned descendants, so that they can be found and ended."""
    prctl(PR_SET_CHILD_SUBREAPER, 1)


def take_protocol():
    """Move the protocol to private descriptors; 0 becomes /dev/null, 1 the log.

    A kernel that inherited the protocol's descriptors could break or forge the stream by
    ``os.write(1, …)``. Returns (incoming, outgoing), both close-on-exec and non-blocking.
    """
    incoming = fcntl.fcntl(0, fcntl.F_DUPFD_CLOEXEC, 100)
    outgoing = fcntl.fcntl(1, fcntl.F_DUPFD_CLOEXEC, 100)
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    try:
        os.dup2(2, 1)
    except OSError:  # started without a stderr
        os.dup2(null, 1)
        os.dup2(null, 2)
    os.closerange(3, 100)  # whatever else the starter left open
    for descriptor in (incoming, outgoing):
        os.set_blocking(descriptor, False)
    return incoming, outgoing
