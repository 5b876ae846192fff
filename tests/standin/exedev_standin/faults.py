# SPDX-License-Identifier: GPL-3.0-or-later
"""Faults that a test arms: each is a rule that matches requests and says what goes wrong."""
import re
import threading

KINDS = {"html", "redirect", "drop_before", "drop_after", "drop_mid", "truncate", "garbage", "slow",
         "stall", "error_frame"}
FIELDS = {"op": str, "match": str, "count": int, "skip": int, "after_bytes": int,
          "retry_after": (int, float, str), "delay": (int, float), "status": int, "body": str,
          "location": str}


class Fault:
    """One armed rule. `kind` is a status as int, or one of KINDS."""

    def __init__(self, given):
        unknown = set(given) - set(FIELDS) - {"kind"}
        if unknown:
            raise ValueError(f"unknown field: {', '.join(sorted(unknown))}")
        for name, types in FIELDS.items():
            if name in given and (not isinstance(given[name], types) or given[name] is True):
                raise ValueError(f"{name} has the wrong type")
        kind = given.get("kind")
        self.kind = int(kind) if str(kind).isdigit() else kind
        if self.kind not in KINDS and not (isinstance(self.kind, int) and 200 <= self.kind <= 599):
            raise ValueError("kind is a status or one of: " + ", ".join(sorted(KINDS)))
        self.op = given.get("op", "*")
        try:
            self.match = re.compile(given.get("match", ""))
        except re.error as fault:
            raise ValueError(f"match is no regular expression: {fault}") from None
        self.count = given.get("count", 1)
        if self.count == 0 or self.count < -1:
            raise ValueError("count is a number of requests, or -1")
        self.skip = given.get("skip", 0)
        self.after_bytes = given.get("after_bytes", 0)
        self.retry_after = given.get("retry_after")
        self.delay = given.get("delay")
        self.status = given.get("status")
        self.body = given.get("body")
        self.location = given.get("location", "")

    def takes(self, op, line):
        return self.op in ("*", op) and self.match.search(line) is not None


class Faults:
    def __init__(self):
        self._lock = threading.Lock()
        self._armed = []

    def arm(self, given):
        """Adds a fault or clears all; gives the number that is armed. Raises ValueError."""
        if not isinstance(given, dict):
            raise ValueError("a fault is an object")
        fault = None if given.get("clear") is True else Fault(given)
        with self._lock:
            self._armed = [*self._armed, fault] if fault else []
            return len(self._armed)

    def take(self, op, line):
        """The fault that meets this request, or None."""
        with self._lock:
            for fault in self._armed:
                if not fault.takes(op, line):
                    continue
                if fault.skip > 0:
                    fault.skip -= 1
                    continue
                if fault.count > 0:
                    fault.count -= 1
                    if fault.count == 0:
                        self._armed.remove(fault)
                return fault
        return None
