"""What a command line of the app calls in a VM: `submit` a request, `follow` the events.

Imports as little as it can: each cell starts it once.
"""

import os
import socket
import sys
import time
from binascii import a2b_base64

STATE = ".sandglass"
START = 30.0  # seconds a host may take until it listens
CHUNK = 256 * 1024
REFUSED, OTHER_BOOT, NO_HOST, NOT_STARTED, UNKNOWN = 3, 4, 5, 6, 7  # exit codes


def enter():
    """Go to the folder of socket and journal; a socket's whole path may be too long."""
    folder = os.path.join(os.path.expanduser("~"), STATE)
    os.makedirs(folder, mode=0o700, exist_ok=True)
    os.chdir(folder)


def connect():
    connection = socket.socket(socket.AF_UNIX)
    try:
        connection.connect("socket")
        return connection
    except OSError:
        connection.close()
        return None


def submit(arguments):
    """`submit BASE64` or `submit --file PATH`: prints the host's answer."""
    if arguments[0] == "--file":
        with open(arguments[1], "rb") as file:
            line = file.read()
        os.unlink(arguments[1])
    else:
        line = a2b_base64(arguments[0])
    enter()
    connection = connect()
    if connection is None:
        sys.stderr.write("no kernel host runs\n")
        return NO_HOST
    try:
        connection.sendall(line.rstrip(b"\n") + b"\n")
        answer = _line(connection)
    except OSError:
        answer = b""
    if not answer:  # it ended: it may have taken the request before
        return UNKNOWN
    os.write(1, answer)
    if b'"ok": true' in answer:
        return 0
    return OTHER_BOOT if b'"reason": "boot"' in answer else REFUSED


def follow(arguments):
    """`follow BOOT NUMBER`: hello, then the events from NUMBER on, as they come.

    Of another boot all events are told. Starts the host where none runs; ends with it.
    """
    boot, number = arguments[0].encode(), int(arguments[1])
    enter()
    connection = connect() or start()
    if connection is None:
        return NOT_STARTED
    connection.sendall(b"follow\n")
    hello = _line(connection)
    current = hello.partition(b'"boot": "')[2].partition(b'"')[0]
    if not current:
        return NO_HOST
    os.write(1, hello)
    events = Events(os.path.join("events", current.decode()), number if boot == current else 1)
    events.copy()
    while connection.recv(4096):
        events.copy()
    events.copy()
    return NO_HOST


def _line(connection):
    """The first line of the answer. Nothing follows it that isn't only a sign of life."""
    line = b""
    while not line.endswith(b"\n"):
        byte = connection.recv(1)
        if not byte:
            return b""
        line += byte
    return line


class Events:
    """Copies the journal to stdout, from an event on."""

    def __init__(self, folder, number):
        self._folder = folder
        self._number = number
        self._file = None
        self._name = ""
        self._rest = b""  # an unfinished line of events that aren't wanted
        self._skipping = True

    def copy(self):
        """Write what there is."""
        while self._file or self._next():
            later = self._following()
            while True:  # what is in this file now comes before `later`
                data = os.read(self._file, CHUNK)
                if not data:
                    break
                _write(self._wanted(data))
            if not later:
                return
            os.close(self._file)
            self._file = None
            self._open(later)

    def _next(self):
        """Open the file with the first event that is wanted."""
        names = self._names()
        before = [name for name in names if int(name) <= self._number]
        name = before[-1] if before else (names[0] if names else "")
        if name:
            self._open(name)
        return bool(name)

    def _names(self):
        try:
            return sorted(name for name in os.listdir(self._folder) if name.isdigit())
        except OSError:
            return []

    def _following(self):
        return next((name for name in self._names() if name > self._name), "")

    def _open(self, name):
        self._file = os.open(os.path.join(self._folder, name), os.O_RDONLY)
        self._name = name

    def _wanted(self, data):
        """`data` without the lines of events before the first that is wanted."""
        if not self._skipping:
            return data
        data = self._rest + data
        start = 0
        while True:
            end = data.find(b"\n", start)
            if end < 0:
                self._rest = data[start:]
                return b""
            if _number(data[start:min(end, start + 60)]) >= self._number:
                self._skipping, self._rest = False, b""
                return data[start:]
            start = end + 1


def _number(head):
    """The event's number, read from the start of its line. Cells can write to these files."""
    digits = head.partition(b'"n":')[2].partition(b",")[0]
    return int(digits) if digits.isdigit() else 1 << 60


def _write(data):
    view = memoryview(data)
    while view:
        view = view[os.write(1, view):]


def start():
    """Start the host, unless somebody else does; the connection to it, or None."""
    import fcntl

    with open("lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        connection = connect()
        if connection:
            return connection
        alive = _spawn()
        end = time.monotonic() + START
        while connection is None and time.monotonic() < end:
            connection = connect()
            if connection is None and _ended(alive, 0.01):
                break
    if connection is None:
        with open("host.log", "rb") as log:
            os.write(2, b"the kernel host did not start: " + log.read()[-4000:])
    return connection


def _spawn():
    """Start the host in a session of its own; gives a pipe that ends when it does."""
    alive, held = os.pipe()
    log = os.open("host.log", os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
    script = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "host.py")
    child = os.fork()
    if child:
        os.close(held)
        os.close(log)
        os.waitpid(child, 0)
        return alive
    try:
        os.setsid()
        if os.fork():
            os._exit(0)
        home = os.path.expanduser("~")
        scripts = os.path.dirname(os.path.abspath(sys.executable))
        os.environ["PATH"] = scripts + ":" + os.environ.get("PATH", "/usr/bin:/bin")
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(log, 1)
        os.dup2(log, 2)
        os.set_inheritable(held, True)
        os.execv(sys.executable, [sys.executable, "-I", script, "serve", home, str(held)])
    finally:
        os._exit(127)


def _ended(alive, seconds):
    import select

    return bool(select.select([alive], [], [], seconds)[0])


def main(arguments):
    command = {"submit": submit, "follow": follow}.get(arguments[0])
    if command is None:
        sys.stderr.write("host.py submit | follow\n")
        return 2
    try:
        return command(arguments[1:])
    except ConnectionError:
        return NO_HOST  # the host ended, or nobody reads any more
