# SPDX-License-Identifier: MIT
"""spawn() and what belongs to it."""
import signal
import time

import exedev

from .context import HARD, alive, check, raises, unique, until

RECORDS = "~/.local/state/exedev/processes"


async def spawn(c, *arguments, **options):
    return await (await c.vm()).spawn(*arguments, **options)


async def ended(process):
    async def status():
        return (await process.poll()) is not None

    await until(status)
    return process.exit_code


async def lost(process):
    try:
        await process.poll()
    except exedev.ProcessLostError:
        return True
    return False


@check("spawn.pid")
async def _(c):
    assert (await spawn(c, "true")).pid > 0


@check("spawn.running")
async def _(c):
    async with (await c.vm()).spawn("sleep 60") as process:
        assert await process.poll() is None and process.exit_code is None


@check("spawn.ended")
async def _(c):
    process = await spawn(c, "exit 6")
    assert await ended(process) == 6


@check("spawn.wait")
async def _(c):
    process = await spawn(c, "echo out; echo err >&2; exit 3")
    result = await process.wait()
    assert (result.exit_code, result.stdout, result.stderr) == (3, "out\n", "err\n")


@check("spawn.wait.check")
async def _(c):
    process = await spawn(c, "echo why >&2; exit 3")
    with raises(exedev.CommandError) as caught:
        await process.wait(check=True)
    assert caught.error.exit_code == 3


@check("spawn.wait.timeout")
async def _(c):
    async with (await c.vm()).spawn("sleep 60") as process:
        start = time.monotonic()
        with raises(TimeoutError):
            await process.wait(timeout=0.4)
        assert await c.soon(5, start) and await process.poll() is None


@check("spawn.wait.dropped")
async def _(c):
    process = await spawn(c, "sleep 0.4; echo there")
    await c.fault("drop_mid", "ssh")
    assert (await process.wait()).stdout == "there\n"
    assert len(await c.log("ssh")) == 3


@check("spawn.wait.nocapture")
async def _(c):
    process = await spawn(c, "echo out; exit 2")
    result = await process.wait(capture=False)
    assert (result.exit_code, result.stdout_bytes) == (2, b"")


@check("spawn.wait.limit")
async def _(c):
    process = await spawn(c, "echo 1234567890")
    with raises(exedev.OutputLimitError):
        await process.wait(max_output=5)


@check("spawn.wait.signal")
async def _(c):
    process = await spawn(c, "sleep 60")
    await process.terminate()
    assert (await process.wait()).exit_code == 143


@check("spawn.logs")
async def _(c):
    async with (await c.vm()).spawn("echo out; echo err >&2; echo more; sleep 60") as process:
        async def full():
            logs = await process.logs()
            return (logs.stdout, logs.stderr) == ("out\nmore\n", "err\n")

        await until(full)


@check("spawn.logs.tail")
async def _(c):
    process = await spawn(c, "for i in 1 2 3 4; do echo $i; done")
    await process.wait()
    assert (await process.logs(tail=2)).stdout == "3\n4\n"


@check("spawn.logs.none")
async def _(c):
    process = await spawn(c, "echo 1")
    await process.wait()
    assert (await process.logs(tail=0)).stdout == ""


@check("spawn.terminate")
async def _(c):
    process = await spawn(c, "sleep 60")
    await process.terminate()
    assert await ended(process) == 143


@check("spawn.kill")
async def _(c):
    process = await spawn(c, "trap '' TERM; echo ready; while true; do sleep 0.1; done")
    await until(lambda: said(process, "ready\n"))
    await process.kill()
    assert await ended(process) == 137


async def said(process, text):
    return (await process.logs()).stdout == text


async def signalled(c, name, sent):
    process = await spawn(c, f"trap 'echo got; exit 9' {name}; echo ready; "
                             "while true; do sleep 0.05; done")
    await until(lambda: said(process, "ready\n"))
    await process.send_signal(sent)
    assert await ended(process) == 9 and await said(process, "ready\ngot\n")


@check("spawn.signal.name")
async def _(c):
    await signalled(c, "HUP", "HUP")


@check("spawn.signal.number")
async def _(c):
    await signalled(c, "USR1", int(signal.SIGUSR1))


@check("spawn.signal.bad")
async def _(c):
    process = await spawn(c, "true")
    async with c.nothing_sent():
        with raises(ValueError):
            await process.send_signal("hup")
        with raises(ValueError):
            await process.send_signal(0)


@check("spawn.group")
async def _(c):
    vm = await c.vm()
    process = await vm.spawn("sleep 65.25 & sleep 65.25")
    await until(lambda: alive(c, vm, "65.25"))
    await process.terminate()

    async def gone():
        return not await alive(c, vm, "65.25")

    await until(gone)


@check("spawn.name")
async def _(c):
    name = unique("named")
    process = await spawn(c, "true", name=name)
    assert process.name == name


@check("spawn.name.taken")
async def _(c):
    vm = await c.vm()
    name = unique("taken")
    async with vm.spawn("sleep 60", name=name) as process:
        with raises(exedev.ExeError):
            await vm.spawn("true", name=name)
        assert await process.poll() is None


@check("spawn.name.again")
async def _(c):
    vm = await c.vm()
    name = unique("again")
    await (await vm.spawn("echo one", name=name)).wait()
    assert (await (await vm.spawn("echo two", name=name)).wait()).stdout == "two\n"


@check("spawn.name.bad")
async def _(c):
    vm = await c.vm()
    async with c.nothing_sent():
        with raises(ValueError):
            await vm.spawn("true", name="..")


@check("spawn.cwd")
async def _(c):
    assert (await (await spawn(c, "pwd", cwd="/usr/bin")).wait()).stdout == "/usr/bin\n"


@check("spawn.env")
async def _(c):
    process = await spawn(c, 'printf %s "$A"', env={"A": HARD})
    assert (await process.wait()).stdout == HARD


@check("spawn.arguments")
async def _(c):
    process = await spawn(c, ["printf", "[%s]", "a b", "", HARD])
    assert (await process.wait()).stdout == f"[a b][][{HARD}]"


@check("spawn.login")
async def _(c):
    vm = await c.vm()
    await vm.run('printf "export SPAWN_MARK=here\\n" >> ~/.profile', check=True)
    assert (await (await vm.spawn("echo $SPAWN_MARK")).wait()).stdout == "here\n"


@check("spawn.stdin")
async def _(c):
    assert (await (await spawn(c, "wc -c")).wait()).stdout.strip() == "0"


@check("spawn.long")
async def _(c):
    process = await spawn(c, f"printf %s '{'abcde' * 20000}' | wc -c")
    assert (await process.wait()).stdout.strip() == "100000"


@check("spawn.find")
async def _(c):
    vm = await c.vm()
    name = unique("find")
    async with vm.spawn("sleep 60", name=name) as process:
        found = await vm.process(name)
        assert (found.name, found.pid, found.exit_code) == (name, process.pid, None)


@check("spawn.find.missing")
async def _(c):
    with raises(ProcessLookupError):
        await (await c.vm()).process(unique("missing"))


@check("spawn.list")
async def _(c):
    async with c.fresh() as vm:
        await (await vm.spawn("exit 4", name="ended")).wait()
        running = await vm.spawn("sleep 60", name="running")
        found = {process.name: (process.pid > 0, process.exit_code)
                 for process in await vm.processes()}
        assert found == {"ended": (True, 4), "running": (True, None)}
        assert running.pid in [process.pid for process in await vm.processes()]


@check("spawn.scope")
async def _(c):
    async with (await c.vm()).spawn("sleep 60") as process:
        pass
    assert await ended(process) == 137


@check("spawn.stays")
async def _(c):
    vm = await c.vm()
    client = c.client_for(c.token)
    name = unique("stays")
    await (await client.vm(vm.name)).spawn("sleep 60", name=name)
    await client.aclose()
    process = await vm.process(name)
    assert await process.poll() is None
    await process.kill()


@check("spawn.record")
async def _(c):
    vm = await c.vm()
    process = await spawn(c, "echo out; echo err >&2; exit 5", name=unique("record"))
    await process.wait()
    folder = f"{RECORDS}/{process.name}"
    expected = {"pid": f"{process.pid}\n", "command": "echo out; echo err >&2; exit 5\n",
                "stdout": "out\n", "stderr": "err\n", "exit": "5\n"}
    for name, content in expected.items():
        assert (await vm.read_file(f"{folder}/{name}")).decode() == content, name
    assert (await vm.run(f"cat {folder}/boot", check=True)).stdout.strip()


@check("spawn.paused")
async def _(c):
    async with c.fresh() as vm:
        process = await vm.spawn("sleep 60", name="p")
        await vm.pause(flush=False)
        await vm.resume()
        found = await vm.process("p")
        assert found.pid == process.pid and await found.poll() is None


@check("spawn.restarted")
async def _(c):
    async with c.fresh() as vm:
        process = await vm.spawn("sleep 60")
        await vm.restart(flush=False)
        assert await lost(process)
        with raises(exedev.ProcessLostError):
            await process.wait()


async def copied(c, command, wait):
    async with c.fresh() as vm:
        process = await vm.spawn(command, name="p")
        if wait:
            await process.wait()
        async with vm.copy(flush=False) as copy:
            found = await copy.process("p")
            return await lost(found), found.exit_code


@check("spawn.copied")
async def _(c):
    assert await copied(c, "sleep 60", False) == (True, None)


@check("spawn.copied.ended")
async def _(c):
    assert await copied(c, "exit 4", True) == (False, 4)


@check("spawn.removed")
async def _(c):
    vm = await c.vm()
    process = await spawn(c, "true", name=unique("removed"))
    await process.wait()
    await vm.run(f"rm -r {RECORDS}/{process.name}", check=True)
    with raises(ProcessLookupError):
        await process.poll()
