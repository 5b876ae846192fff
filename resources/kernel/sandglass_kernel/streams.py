"""stdout and stderr of the kernel: files over the host's pipes, past ipykernel's OutStream.

Line buffered: order with C-level and child output is exact and nothing is lost when the
process ends at once. Text without a newline is pushed out by a thread (Flusher).
"""

import contextvars
import io
import os
import select
import sys
import threading
import time
import weakref

CELL = contextvars.ContextVar("sandglass_cell", default=None)
PARTIAL = 0.03  # seconds after which text without a newline is pushed out
RESTING = 0.25  # the same between cells


class Stream(io.TextIOWrapper):
    """A plain text file over descriptor 1 or 2, fast because its write() is C."""

    mode = "w"

    def __init__(self, descriptor):
        raw = io.FileIO(descriptor, "w", closefd=False)
        super().__init__(io.BufferedWriter(raw), "utf-8", "backslashreplace",
                         line_buffering=True)
        self.descriptor = descriptor
        # markers go through a copy: a cell may redirect 1 and 2 but not our order
        self.private = os.dup(descriptor)
        self.cell = None

    def close(self):
        """Only flush: a closed stdout would break print in all later cells."""
        self.flush()

    def mark(self, kind, value):
        """Write a marker for the host, after all text so far."""
        self.flush_quietly()
        self.put(b"\x1e%s;%s;%s\x1f" % (STATE.nonce, kind, value))

    def put(self, data):
        while data:
            try:
                data = data[os.write(self.private, data):]
            except BlockingIOError:  # a child made the shared pipe non-blocking
                select.select([], [self.private], [])

    def flush_quietly(self):
        try:
            self.flush()
        except (OSError, ValueError):
            pass


class RoutedStream(Stream):
    """The same while threads or tasks of earlier cells live: text is marked with its cell.

    A Python-level write costs a third of the speed, so a stream becomes one (by its
    __class__) only when needed.
    """

    def write(self, text):
        cell = CELL.get() or STATE.cell
        with STATE.lock:
            if cell != self.cell:
                self.mark(b"S", (cell or "").encode())
                self.cell = cell
            return Stream.write(self, text)


class State:
    """What both streams and the messages share."""

    def __init__(self):
        self.nonce = b""
        self.lock = threading.RLock()
        self.pushing = threading.Lock()  # held while _push_partial_text flushes
        self.number = 0
        self.cell = None  # message id of the running (or last) cell's request
        self.streams = ()
        self.threads = weakref.WeakSet()  # started by cells
        self.tasks = weakref.WeakSet()  # asyncio tasks that outlived their cell
        self.running = threading.Event()


STATE = State()


def install(nonce):
    """Make both streams and put them into sys; sys.__stdout__ too, there is one buffer."""
    STATE.nonce = nonce.encode()
    STATE.streams = out, err = Stream(1), Stream(2)
    sys.stdout = sys.__stdout__ = out
    sys.stderr = sys.__stderr__ = err
    os.register_at_fork(before=_before_fork, after_in_parent=STATE.pushing.release,
                        after_in_child=_forget_threads)
    threading.Thread(target=_push_partial_text, name="sandglass-flush", daemon=True).start()


def hold_back(size):
    """Take room in the pipe for a message of this size.

    The message queues have no limit (one would drop messages), so a reader that pauses is
    felt through the pipe: it holds the padding of about 64 MiB of messages.
    """
    padding = b"\x1e%s;P;%s\x1f" % (STATE.nonce, b"." * 79)
    STATE.streams[0].flush_quietly()
    STATE.streams[0].put(padding * (size // (64 * len(padding))))


def barrier():
    """Mark a place in both pipes; the message to be sent there carries the number."""
    return _mark_all(b"B")


def note():
    """The same for a status: text goes on without it, since it shows nothing.

    It could be stuck as long as C code holds the GIL, and the text with it.
    """
    return _mark_all(b"N")


def _mark_all(kind):
    STATE.number += 1
    for stream in STATE.streams:
        stream.mark(kind, b"%d" % STATE.number)
    return STATE.number


def begin(cell):
    """From here on, text belongs to this cell; the pipe says so, it can't be late."""
    STATE.cell = cell
    restore()
    for stream in STATE.streams:
        stream.mark(b"S", (cell or "").encode())
    routed = any(t.is_alive() for t in STATE.threads) or any(
        not task.done() for task in STATE.tasks)
    for stream in STATE.streams:
        stream.cell = cell
        stream.__class__ = RoutedStream if routed else Stream
    STATE.running.set()


def end():
    STATE.running.clear()


def restore():
    """Put our streams back where a cell has closed, removed or redirected them.

    Also at a cell's end: ipykernel flushes sys.stdout before it answers, and when that
    raises there is neither a reply nor an idle.
    """
    for name, stream in zip(("stdout", "stderr"), STATE.streams):
        try:
            getattr(sys, name).flush()
        except Exception:
            setattr(sys, name, stream)
        _restore_descriptor(stream)


def _restore_descriptor(stream):
    ours = os.fstat(stream.private)
    try:
        there = os.fstat(stream.descriptor)
    except OSError:
        there = None
    if there is None or (there.st_dev, there.st_ino) != (ours.st_dev, ours.st_ino):
        os.dup2(stream.private, stream.descriptor)
    os.set_blocking(stream.descriptor, True)  # node and others leave it non-blocking


def _before_fork():
    """Flush, or the child prints the rest once more; and hold the pushing thread back.

    The child would inherit a buffer's lock that it held, and hang at its first flush.
    """
    STATE.pushing.acquire()
    for stream in STATE.streams:
        stream.flush_quietly()


def _forget_threads():
    """In a forked child: other threads are gone, and one may have held the lock."""
    STATE.pushing.release()
    STATE.lock = threading.RLock()
    for stream in STATE.streams:
        stream.__class__ = Stream


def _push_partial_text():
    """Flush now and then, but never into a full pipe.

    A flush that blocks holds the buffer's lock, and the main thread waiting for that lock
    couldn't be interrupted.
    """
    poll = select.poll()
    for stream in STATE.streams:
        poll.register(stream.private, select.POLLOUT)
    while True:
        if STATE.running.wait(RESTING):
            time.sleep(PARTIAL)
        free = {descriptor for descriptor, mask in poll.poll(0) if mask & select.POLLOUT}
        with STATE.pushing:
            for stream in STATE.streams:
                if stream.private in free:
                    stream.flush_quietly()
