"""One output pipe of the kernel: text with markers in between.

The kernel writes a marker into both pipes before it sends a message, and numbers the
message alike, so that text and messages can be put back in order. A marker is
``1E, nonce, ;KIND;VALUE, 1F``. B is a barrier: the text waits for the message of that
number. N is only noted: the message waits, the text doesn't. S: the text that follows
belongs to the cell of that request. P is padding.
"""

import codecs
import os

READ = 1024 * 1024
CAP = 2 * 1024 * 1024  # bytes kept while a barrier waits; then the pipe itself holds back
MARKER = 128  # no marker is longer
AHEAD = 100_000  # a barrier number further ahead was forged by the cell


class OutputPipe:
    """`barrier` is the number of the marker at which the text stands, or None."""

    def __init__(self, descriptor, name, nonce):
        self.descriptor = descriptor
        self.name = name
        self.parent = None  # the message id whose cell the text belongs to
        self.barrier = None
        self.last = 0  # the last barrier passed
        self.quiet_until = 0.0  # not polled before: text is coalesced meanwhile
        self._start = b"\x1e" + nonce.encode() + b";"
        self._bytes = bytearray()
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def fill(self):
        """Read what is there; returns the number of bytes, None at the end."""
        if len(self._bytes) >= CAP:
            return 0
        try:
            data = os.read(self.descriptor, READ)
        except BlockingIOError:
            return 0
        except OSError:
            return None
        self._bytes += data
        return len(data) or None

    @property
    def full(self):
        return len(self._bytes) >= CAP

    def texts(self, final=False):
        """Yield (parent, text) up to the next barrier; `final`: nothing will follow."""
        while self.barrier is None and self._bytes:
            at = self._bytes.find(self._start)
            end = self._bytes.find(b"\x1f", at, at + MARKER) if at >= 0 else -1
            if at >= 0 and end < 0:
                if len(self._bytes) - at >= MARKER:
                    end = at  # no marker after all: the cell's own bytes
                elif not final:
                    yield from self._take(at)
                    return
            if at < 0 or end < 0:
                yield from self._take(len(self._bytes) - (0 if final else self._tail()))
                return
            yield from self._take(at)
            marker = bytes(self._bytes[:end + 1 - at])
            del self._bytes[:end + 1 - at]
            self._read_marker(marker)
        if final:
            rest = self._decoder.decode(b"", True)
            if rest:
                yield self.parent, rest

    def _take(self, count):
        text = self._decoder.decode(bytes(self._bytes[:count]))
        del self._bytes[:count]
        if text:
            yield self.parent, text

    def _tail(self):
        """Length of an unfinished start of a marker at the end."""
        at = self._bytes.rfind(b"\x1e", -len(self._start))
        return len(self._bytes) - at if at >= 0 and self._start.startswith(
            bytes(self._bytes[at:])) else 0

    def _read_marker(self, marker):
        kind, _, value = marker[len(self._start):-1].partition(b";")
        if kind == b"S":
            self.parent = value.decode("ascii", "replace")
        elif kind in (b"B", b"N") and value.isdigit():
            number = int(value)
            if not self.last < number < self.last + AHEAD:
                return
            if kind == b"B":
                self.barrier = number
            else:
                self.last = number

    def pass_barrier(self):
        self.last, self.barrier = self.barrier, None
