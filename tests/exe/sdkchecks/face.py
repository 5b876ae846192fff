# SPDX-License-Identifier: MIT
"""Gives the SDK's blocking client the shape of its asyncio client, each call in a thread."""
import asyncio
import inspect


class Pending:
    """A call that was made but not awaited; like the SDK's own, also a scope."""

    def __init__(self, function, arguments, options):
        self._run = lambda: function(*map(plain, arguments), **options)
        self._made = None

    async def _finish(self):
        return faced(await asyncio.to_thread(self._run))

    def __await__(self):
        return self._finish().__await__()

    async def __aenter__(self):
        self._made = await self._finish()
        await asyncio.to_thread(self._made.plain.__enter__)
        return self._made

    async def __aexit__(self, *exception):
        await asyncio.to_thread(self._made.plain.__exit__, *exception)


class Threaded:
    """A blocking client, VM, process or command group."""

    WITHOUT_WAITING = {"url"}

    def __init__(self, inner):
        self.plain = inner

    def __getattr__(self, name):
        value = getattr(self.plain, name)
        if inspect.ismethod(value) and name not in self.WITHOUT_WAITING:
            return lambda *arguments, **options: Pending(value, arguments, options)
        return faced(value)

    async def aclose(self):
        await asyncio.to_thread(self.plain.close)


def faced(value):
    if isinstance(value, list):
        return [faced(entry) for entry in value]
    kind = type(value)
    ours = kind.__module__.startswith("exedev") and hasattr(value, "__dict__")
    group = kind.__name__.startswith("_") or kind.__name__ in ("VM", "Client", "Process")
    return Threaded(value) if ours and group else value


def plain(value):
    return value.plain if isinstance(value, Threaded) else value
