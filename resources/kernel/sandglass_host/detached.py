"""A host that runs on by itself in a VM: events go to a journal, requests come by a socket."""

import collections
import json
import os
import shutil
import signal
import socket
import sys

from . import privacy, wire
from .journal import Journal
from .link import PROTOCOL, POLLIN, Link

SOCKET = "socket"
EVENTS = "events"
CONNECTIONS = 100


class JournalLink(Link):
    """The link of a detached host, in the current folder. It is never closed.

    A connection sends requests, one a line, each answered by a line; or the word `follow`,
    answered by hello and from then on by a byte whenever there is more in the journal.
    """

    def __init__(self, listener):
        super().__init__(None, None)
        shutil.rmtree(EVENTS, ignore_errors=True)  # of hosts before: their cells are gone
        self._journal = Journal(os.path.abspath(os.path.join(EVENTS, self.boot)))
        self._lines = collections.deque()  # (number, bytes) that the disk hasn't got yet
        self._waiting = 0
        self._listener = listener
        self._readers = {}  # connection: LineReader
        self._followers = set()
        self._news = False

    @property
    def pending(self):
        """Bytes that find no place: then output stays in the kernel's pipes."""
        return self._waiting + self._journal.excess

    @pending.setter
    def pending(self, _):
        pass  # the base class counts what it queues

    def watch(self, poller):
        poller.register(self._listener, POLLIN)
        for connection in self._readers:
            poller.register(connection, POLLIN)

    def requests(self, ready):
        if self._listener.fileno() in ready:
            self._accept()
        for connection in [c for c in self._readers if c.fileno() in ready]:
            for line in self._read(connection):
                if line == b"follow":
                    self._follow(connection)
                else:
                    yield line, connection

    def answer(self, asker, reason):
        self.flush()  # what was accepted is in the journal before that is said
        answer = {"ok": reason is None, "boot": self.boot}
        if reason:
            answer["reason"] = reason
        self._say(asker, json.dumps(answer).encode() + b"\n")

    def acknowledge(self, number):
        self._journal.acknowledge(number)

    def flush(self):
        while self._lines:
            number, line = self._lines[0]
            try:
                written = self._journal.append(number, line)
            except OSError:
                return  # the disk is full: tried again at the next turn
            self._waiting -= written
            self._news = True
            if written < len(line):
                self._lines[0] = (number, line[written:])
            else:
                self._lines.popleft()
        if self._news:
            self._news = False
            for connection in list(self._followers):
                self._say(connection, b".")

    def _keep(self, number, line):
        self._lines.append((number, line))
        self._waiting += len(line)

    def _accept(self):
        try:
            connection, _ = self._listener.accept()
        except OSError:
            return
        if len(self._readers) >= CONNECTIONS:
            connection.close()
            return
        connection.setblocking(False)
        self._readers[connection] = wire.LineReader()

    def _read(self, connection):
        try:
            data = connection.recv(1 << 20)
        except BlockingIOError:
            return []
        except OSError:
            data = b""
        if not data:
            self._drop(connection)
            return []
        return list(self._readers[connection].feed(data))

    def _follow(self, connection):
        self.flush()
        self._followers.add(connection)
        self._say(connection, wire.encode({"event": "hello", "protocol": PROTOCOL,
                                           "boot": self.boot, "next": self.next,
                                           "oldest": self._journal.oldest or 1}) + b"\n")

    def _say(self, connection, data):
        try:
            connection.send(data)
        except BlockingIOError:
            pass  # a follower with a full socket is awake already
        except OSError:
            self._drop(connection)

    def _drop(self, connection):
        self._readers.pop(connection, None)
        self._followers.discard(connection)
        connection.close()


def serve(home, alive):
    """Be the host of this VM: started by client.py, which waits for the socket.

    The descriptor `alive` is closed by our end, whatever that is.
    """
    privacy.forbid_dumps()
    os.set_inheritable(alive, False)
    privacy.adopt_orphans()
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: None)
    listener = socket.socket(socket.AF_UNIX)
    try:
        os.unlink(SOCKET)
    except FileNotFoundError:
        pass
    listener.bind(SOCKET)
    os.chmod(SOCKET, 0o600)
    link = JournalLink(listener)
    from .kernel import Kernel

    os.makedirs(os.path.join(home, "work"), exist_ok=True)
    os.chdir(os.path.join(home, "work"))
    kernel = Kernel()  # it needs 0.3 s; meanwhile we import
    from .host import Host

    host = Host(link, kernel, os.getcwd())
    listener.listen(CONNECTIONS)
    listener.setblocking(False)
    null = os.open(os.devnull, os.O_RDWR)
    sys.stdout.flush()
    for descriptor in (1, 2):  # the starter's log: from here on nobody reads it
        os.dup2(null, descriptor)
    os.close(null)
    return host.serve()
