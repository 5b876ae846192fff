"""Events on disk, for a host that outlives its readers.

``FOLDER/BOOT/NUMBER`` holds the lines from event NUMBER on. Readers read these files
themselves (see client.py), so that a slow one costs nothing here.
"""

import os

CAP = 1 << 30  # bytes of all files
SEGMENT = 16 << 20  # bytes of one


class Journal:
    """Appends lines. Past the cap whole files of acknowledged events go, the oldest first."""

    def __init__(self, folder, cap=CAP, segment=SEGMENT):
        os.makedirs(folder, mode=0o700)
        self._folder = folder
        self._cap = cap
        self._segment = segment
        self._file = None
        self._files = []  # [first number, bytes]
        self._acknowledged = 0

    @property
    def excess(self):
        """Bytes over the cap: what is there wasn't acknowledged by the reader."""
        return max(0, sum(size for _, size in self._files) - self._cap)

    @property
    def oldest(self):
        """The first event that is still there, or None."""
        return self._files[0][0] if self._files else None

    def append(self, number, data):
        """Write what begins with event `number`; returns how much of it went in."""
        if self._file is None or self._files[-1][1] >= self._segment:
            self._begin(number)
        written = os.write(self._file, data)
        self._files[-1][1] += written
        return written

    def acknowledge(self, number):
        """Events up to this number are kept by the reader."""
        self._acknowledged = max(self._acknowledged, number)
        self._make_room()

    def _begin(self, number):
        path = os.path.join(self._folder, "%016d" % number)
        flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC
        opened = os.open(path, flags, 0o600)
        if self._file is not None:
            os.close(self._file)
        self._file = opened
        self._files.append([number, 0])
        self._make_room()

    def _make_room(self):
        while self.excess and len(self._files) > 1 and self._files[1][0] <= self._acknowledged + 1:
            os.unlink(os.path.join(self._folder, "%016d" % self._files[0][0]))
            self._files.pop(0)
