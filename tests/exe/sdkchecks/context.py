# SPDX-License-Identifier: MIT
"""What a check gets: clients, a VM to use, and the server's control calls."""
import asyncio
import contextlib
import inspect
import os
import re
import secrets
import tempfile
import time

import exedev
import httpx

from .face import Threaded

CHECKS = {}
LIMIT = 120  # seconds for one check


def check(name):
    """Registers a check under its name in checks.txt."""
    def register(function):
        assert name not in CHECKS, name
        CHECKS[name] = function
        return function
    return register


class raises:
    """A block that must raise exactly this type; `error` has it afterwards."""

    def __init__(self, kind):
        self._kind = kind
        self.error = None

    def __enter__(self):
        return self

    def __exit__(self, kind, error, _):
        assert error is not None, f"{self._kind.__name__} was not raised"
        if kind is not self._kind:
            return False
        self.error = error
        return True


class Context:
    def __init__(self, base_url, token, blocking):
        self.base_url = base_url
        self.token = token
        self._blocking = blocking
        self._http = httpx.AsyncClient(base_url=base_url, timeout=LIMIT)
        self._clients = []
        self.client = self.client_for(token)
        self._vm = None
        self.folder = tempfile.mkdtemp(prefix="exe-checks-")

    def client_for(self, token, **options):
        options.setdefault("base_url", self.base_url)
        if self._blocking:
            client = Threaded(exedev.Client(token, **options))
        else:
            client = exedev.AsyncClient(token, **options)
        self._clients.append(client)
        return client

    async def close(self):
        for client in self._clients:
            await client.aclose()
        await self._http.aclose()

    # VMs

    async def vm(self):
        """A running VM that checks share; they leave nothing running on it."""
        if self._vm is None:
            self._vm = await self.client.new(comment="shared by the checks")
        return self._vm

    async def forget_vm(self):
        self._vm = None

    def fresh(self, **options):
        """A VM of one's own, as a scope."""
        return self.client.new(**options)

    async def names(self):
        return [vm.name for vm in await self.client.vms()]

    # Control

    async def _control(self, method, path, body=None):
        answer = await self._http.request(method, path, json=body)
        assert answer.status_code == 200, (path, answer.status_code, answer.text)
        return answer.json()

    async def fault(self, kind, op="*", **more):
        return await self._control("POST", "/_fault", {"op": op, "kind": kind, **more})

    async def clear(self):
        await self._control("POST", "/_fault", {"clear": True})
        await self._control("DELETE", "/_log")

    async def log(self, op=None):
        entries = await self._control("GET", "/_log")
        return [entry for entry in entries if op is None or entry["op"] == op]

    async def state(self, name):
        return next(vm for vm in await self._control("GET", "/_state") if vm["name"] == name)

    async def act(self, name, action):
        await self._control("POST", "/_vm", {"name": name, "action": action})

    async def token_for(self, options=""):
        """A client with a new token, such as ":cmds=ls"."""
        text = f"check-{secrets.token_hex(6)}"
        await self._control("POST", "/_token", {"spec": text + options})
        return self.client_for(text)

    async def left_in_tmp(self, vm):
        """What logged commands named below /tmp and is still there; /tmp may be shared."""
        paths = set()
        for entry in await self.log("ssh"):
            paths |= set(re.findall(r"/tmp/[A-Za-z0-9._-]+", entry["command"]))
        assert paths, "nothing below /tmp was named"
        found = await vm.run(["ls", "-d", *sorted(paths)])
        return found.stdout.split()

    async def slack(self):
        """Seconds to add to a limit: ten times what the shortest command takes here and now, so
        that a machine with other work isn't taken for a client that is late."""
        start = time.monotonic()
        await (await self.vm()).run("true")
        return 10 * (time.monotonic() - start)

    async def soon(self, limit, since):
        """Whether `since` is less than the limit ago, or is with slack()."""
        took = time.monotonic() - since
        return took < limit or took < limit + await self.slack()

    async def reset(self):
        await self._control("POST", "/_reset")

    @contextlib.asynccontextmanager
    async def nothing_sent(self):
        before = len(await self.log())
        yield
        after = len(await self.log())
        assert after == before, "something was sent"

    # Files of this side

    def path(self, name, data=None, mode=None):
        path = os.path.join(self.folder, secrets.token_hex(4), name)
        os.makedirs(os.path.dirname(path))
        if data is not None:
            with open(path, "wb") as file:
                file.write(data)
        if mode is not None:
            os.chmod(path, mode)
        return path


async def until(condition, seconds=60):
    """Waits until the condition (plain or awaitable) holds."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if inspect.isawaitable(value):
            value = await value
        if value:
            return value
        assert time.monotonic() < end, "it did not happen in time"
        await asyncio.sleep(0.02)


async def alive(c, vm, mark):
    """Whether a process of that VM has `mark` in its command line."""
    for pid in (await c.state(vm.name))["pids"]:
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                if mark.encode() in file.read():
                    return True
        except OSError:
            pass
    return False


def unique(word="x"):
    return f"{word}-{secrets.token_hex(4)}"


NAME = re.compile(r"[a-zA-Z0-9][a-zA-Z0-9-]*\Z")
HARD = "it's \"q\" $HOME `id` \\n \\\\ a=b;c|d&e\n\té☃ end"
BYTES = bytes(range(256))
PRINT_BYTES = r"""python3 -c 'import os; os.write(1, bytes(range(256)))'"""
