"""What a cell left in the work folder: a hint only, the app lists for itself."""

import os
import stat

from .wire import valid_text

ENTRIES = 10_000  # looked at
LISTED = 1_000  # sent
DEPTH = 32
SKIPPED = {"data"}  # at the top: what the person gave, mounted read-only
CACHES = {"__pycache__", ".ipynb_checkpoints"}


class WorkFolder:
    """Remembers sizes and times of regular files; links are never followed."""

    def __init__(self, root):
        self._root = root
        self._known = self._scan()

    def changes(self):
        """New and changed files since the last call, as the protocol's list."""
        found = self._scan()
        fresh = [name for name, mark in found.items() if self._known.get(name) != mark]
        self._known = found
        return self._listed(fresh, found)

    def all(self):
        found = self._scan()
        return self._listed(found, found)

    def _listed(self, names, found):
        return [{"name": valid_text(name), "size": found[name][0], "mtime_ns": found[name][1]}
                for name in sorted(names)[:LISTED]]

    def _scan(self):
        found, folders, seen = {}, [("", 0)], 0
        while folders and seen < ENTRIES:
            prefix, depth = folders.pop()
            try:
                entries = os.scandir(os.path.join(self._root, prefix))
            except OSError:
                continue
            with entries:
                for entry in entries:
                    seen += 1
                    if seen > ENTRIES:
                        break
                    self._look(entry, prefix, depth, found, folders)
        return found

    def _look(self, entry, prefix, depth, found, folders):
        if not prefix and entry.name in SKIPPED or entry.name in CACHES:
            return
        try:
            status = entry.stat(follow_symlinks=False)
        except OSError:
            return
        if stat.S_ISDIR(status.st_mode) and depth < DEPTH:
            folders.append((prefix + entry.name + "/", depth + 1))
        elif stat.S_ISREG(status.st_mode):
            found[prefix + entry.name] = (status.st_size, status.st_mtime_ns)
