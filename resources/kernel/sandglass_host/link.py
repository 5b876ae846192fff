"""The connection to the app: numbers events, queues their lines, writes without blocking."""

import collections
import errno
import os
import uuid

from . import wire

POLLIN, POLLOUT = 1, 2  # as zmq's poller has them, which takes long to import
PROTOCOL = 1
PAUSE = 1024 * 1024  # bytes waiting for the reader before output is no longer read
PAUSE_STOPPING = 64 * 1024 * 1024  # the same while a Stop is under way
KEPT = 8 * 1024 * 1024  # bytes of past lines kept for `events`


class Link:
    """Owns the outgoing descriptor. `pending` is what the reader hasn't taken yet."""

    def __init__(self, incoming, outgoing):
        self.incoming = incoming
        self.outgoing = outgoing
        self.boot = str(uuid.uuid4())
        self.next = 1
        self.pending = 0
        self.closed = False
        self.reader = wire.LineReader()
        self._queue = collections.deque()
        self._past = collections.deque()  # (number, line)
        self._past_size = 0
        self._tail = b',"boot":"%s","cell":' % self.boot.encode()

    def hello(self):
        """Say who speaks: always the first line."""
        self._push(wire.encode({"event": "hello", "protocol": PROTOCOL, "boot": self.boot,
                                "next": self.next}) + b"\n")

    def event(self, name, cell, content):
        """Queue one event, in parts when it is long. Returns its number."""
        number = self.next
        body = wire.encode(content)
        dropped = len(body) > wire.EVENT
        if dropped:
            body = wire.encode(wire.shortened(content))
        encoded = self._head(number, cell) + b'"%s","content":%s}' % (name.encode(), body)
        self.next += 1
        if len(encoded) < wire.LINE:
            self._keep(number, encoded + b"\n")
        else:
            for line in wire.part_lines(number, encoded):
                self._keep(number, line)
        if dropped:
            self.event("notice", cell, {
                "kind": "truncated",
                "text": "An output was over 64 MiB: only the beginning of its text was kept."})
        return number

    def stream(self, name, cell, text):
        """Queue text of stdout or stderr, split at code points so that each line fits."""
        for piece in wire.text_pieces(text, wire.LINE - 2048):
            number = self.next
            self.next += 1
            self._keep(number, self._head(number, cell) +
                       b'"stream","content":{"name":"%s","text":%s}}\n' % (name.encode(), piece))

    def replay(self, start):
        """Send the events from `start` on once more. Returns the oldest number there is."""
        past = list(self._past)
        oldest = past[0][0] if past else self.next
        for number, line in past:
            if number >= start:
                self._push(line)
        return oldest

    def acknowledge(self, number):
        """The reader keeps the events up to this one: they have served their time."""
        while self._past and self._past[0][0] <= number:
            self._past_size -= len(self._past.popleft()[1])

    def flush(self):
        """Write what the reader takes now."""
        while self._queue and not self.closed:
            line = self._queue[0] if len(self._queue) == 1 else self._gather()
            try:
                written = os.write(self.outgoing, line)
            except OSError as error:
                if error.errno in (errno.EAGAIN, errno.EINTR):
                    return
                self.closed = True  # nobody reads any more
                self._queue.clear()
                self.pending = 0
                return
            self.pending -= written
            if written < len(line):
                self._queue[0] = line[written:]
            else:
                self._queue.popleft()

    def watch(self, poller):
        """Register what the loop has to wait for."""
        poller.register(self.incoming, POLLIN)
        if self.pending:
            poller.register(self.outgoing, POLLOUT)

    def requests(self, ready):
        """Yield (line, whom to answer) for what came; here nobody waits for an answer."""
        if self.incoming in ready:
            for line in self.read_lines():
                yield line, None

    def answer(self, _asker, reason):
        """Tell why a request was refused; `reason` is None where it wasn't."""
        if reason:
            self.event("notice", None, {"kind": "protocol", "text": reason})

    def read_lines(self):
        """The lines that came (None for one over the cap); closed is set at their end."""
        try:
            data = os.read(self.incoming, 1 << 20)
        except BlockingIOError:
            return []
        except OSError:
            data = b""
        if not data:
            self.closed = True
        return list(self.reader.feed(data))

    def _head(self, number, cell):
        name = b"null" if cell is None else wire.encode(cell)
        return b'{"n":%d' % number + self._tail + name + b',"event":'

    def _gather(self):
        """Join short lines, so that many small events cost one write."""
        lines, size = [], 0
        while self._queue and (not lines or size + len(self._queue[0]) <= wire.LINE):
            line = self._queue.popleft()
            lines.append(line)
            size += len(line)
        self._queue.appendleft(b"".join(lines))
        return self._queue[0]

    def _keep(self, number, line):
        self._past.append((number, line))
        self._past_size += len(line)
        while self._past_size > KEPT:
            self._past_size -= len(self._past.popleft()[1])
        self._push(line)

    def _push(self, line):
        if not self.closed:
            self._queue.append(line)
            self.pending += len(line)
