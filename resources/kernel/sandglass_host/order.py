"""Puts the text of two pipes and the numbered messages back into one order."""

PATIENCE = 3.0  # seconds for a message whose markers came: C code may hold the GIL


class Order:
    """Calls `on_text(pipe, parent, text)` and `on_message(message)` in the kernel's order.

    Message k goes out when both pipes stand at barrier k. The kernel numbers strictly and
    writes both markers before it sends, so a pipe that stands further on, or a message
    with a higher number, proves that k was broken off (a KeyboardInterrupt in between).
    """

    def __init__(self, pipes, on_text, on_message):
        self._pipes = pipes
        self._on_text = on_text
        self._on_message = on_message
        self._held = {}
        self._newest = 0
        self._blocked_since = None

    @property
    def urgent(self):
        """Whether text must be read now, since something waits for it."""
        return bool(self._held) or any(pipe.barrier is not None for pipe in self._pipes)

    @property
    def deadline(self):
        return None if self._blocked_since is None else self._blocked_since + PATIENCE

    def postpone(self):
        """Nothing is read at the moment, so nothing is late."""
        self._blocked_since = None

    def message(self, number, message):
        """Take in a message; unnumbered and late ones go out at once."""
        if not isinstance(number, int) or number <= min(pipe.last for pipe in self._pipes):
            self._on_message(message)
            return
        self._held[number] = message
        self._newest = max(self._newest, number)

    def advance(self, now, final=False):
        """Let out what can go; `final`: nothing more will come, so nothing is waited for."""
        while True:
            for pipe in self._pipes:
                for parent, text in pipe.texts(final):
                    self._on_text(pipe, parent, text)
            self._let_out_passed()
            standing = [pipe.barrier for pipe in self._pipes if pipe.barrier is not None]
            if not standing:
                break
            low = min(standing)
            if self._must_wait(standing, low, now, final):
                if self._blocked_since is None:
                    self._blocked_since = now
                return
            self._blocked_since = None
            self._release(low)
        self._blocked_since = None
        if final:
            for number in sorted(self._held):
                self._on_message(self._held.pop(number))

    def _must_wait(self, standing, low, now, final):
        if final or (self._blocked_since is not None and now >= self.deadline):
            return False
        if len(standing) < len(self._pipes):
            return True
        return max(standing) == low and low not in self._held and self._newest <= low

    def _let_out_passed(self):
        """Messages of places that both pipes have passed, a status among them."""
        passed = min(pipe.last for pipe in self._pipes)
        for number in sorted(n for n in self._held if n <= passed):
            self._on_message(self._held.pop(number))

    def _release(self, number):
        for pipe in self._pipes:
            if pipe.barrier == number:
                pipe.pass_barrier()
        if number in self._held:
            self._on_message(self._held.pop(number))
