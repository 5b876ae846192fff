# SPDX-License-Identifier: MIT
"""run()."""
import asyncio
import time

import exedev

from .context import BYTES, HARD, PRINT_BYTES, alive, check, raises, unique, until


async def run(c, *arguments, **options):
    return await (await c.vm()).run(*arguments, **options)


@check("run.stdout")
async def _(c):
    result = await run(c, "echo out")
    assert (result.exit_code, result.stdout, result.stderr, result.ok) == (0, "out\n", "", True)


@check("run.stderr")
async def _(c):
    result = await run(c, "echo out; echo err >&2")
    assert (result.stdout, result.stderr) == ("out\n", "err\n")


@check("run.status")
async def _(c):
    result = await run(c, "exit 3")
    assert result.exit_code == 3 and not result.ok


@check("run.signal")
async def _(c):
    assert (await run(c, "kill -9 $$")).exit_code == 137


@check("run.bytes")
async def _(c):
    assert (await run(c, PRINT_BYTES)).stdout_bytes == BYTES


@check("run.utf8")
async def _(c):
    result = await run(c, r"printf 'a\377\303\251'")
    assert result.stdout == "a\ufffdé" and result.stdout_bytes == b"a\xff\xc3\xa9"


@check("run.shell")
async def _(c):
    assert (await run(c, "x=5; echo a$x | tr a b")).stdout == "b5\n"


@check("run.lines")
async def _(c):
    assert (await run(c, "for i in 1 2\ndo\n  echo $i\ndone\n")).stdout == "1\n2\n"


@check("run.unicode")
async def _(c):
    assert (await run(c, "printf '%s' 'é☃𝄞'")).stdout == "é☃𝄞"


@check("run.arguments")
async def _(c):
    words = ["printf", "[%s]", "a b", "it's", '"q"', "$HOME", "", "x\ny", HARD]
    assert (await run(c, words)).stdout == "".join(f"[{word}]" for word in words[2:])


@check("run.arguments.dash")
async def _(c):
    assert (await run(c, ["echo", "--", "-n", "--x=y"])).stdout == "-- -n --x=y\n"


@check("run.login")
async def _(c):
    vm = await c.vm()
    await vm.run('printf "export LOGIN_MARK=here\\n" >> ~/.profile')
    assert (await vm.run("echo $LOGIN_MARK")).stdout == "here\n"


@check("run.stdin")
async def _(c):
    assert (await run(c, "wc -c")).stdout.strip() == "0"


@check("run.home")
async def _(c):
    result = await run(c, 'pwd -P; cd; pwd -P')
    first, second = result.stdout.splitlines()
    assert first == second


@check("run.cwd")
async def _(c):
    assert (await run(c, "pwd", cwd="/usr/bin")).stdout == "/usr/bin\n"


@check("run.cwd.missing")
async def _(c):
    result = await run(c, "echo ran", cwd="/no/such/folder")
    assert result.exit_code != 0 and result.stdout == ""


@check("run.env")
async def _(c):
    assert (await run(c, 'echo "$A-$B"', env={"A": "1", "B": "two"})).stdout == "1-two\n"


@check("run.env.hard")
async def _(c):
    assert (await run(c, 'printf %s "$A"', env={"A": HARD})).stdout == HARD


@check("run.env.badname")
async def _(c):
    vm = await c.vm()
    async with c.nothing_sent():
        with raises(TypeError):
            await vm.run("true", env={"A-B": "1"})


@check("run.check")
async def _(c):
    with raises(exedev.CommandError) as caught:
        await run(c, "echo one >&2; echo the reason >&2; echo >&2; exit 4", check=True)
    assert caught.error.exit_code == 4
    assert str(caught.error).endswith("the reason")


@check("run.check.good")
async def _(c):
    assert (await run(c, "echo fine", check=True)).stdout == "fine\n"


@check("run.check.nooutput")
async def _(c):
    with raises(exedev.CommandError) as caught:
        await run(c, "echo secret; exit 5", check=True)
    assert "5" in str(caught.error) and "secret" not in str(caught.error)


@check("run.nothing")
async def _(c):
    result = await run(c, "true")
    assert (result.stdout_bytes, result.stderr_bytes) == (b"", b"")


@check("run.big")
async def _(c):
    result = await run(c, "head -c 5000000 /dev/zero | tr '\\0' z")
    assert result.stdout_bytes == b"z" * 5000000


@check("run.long")
async def _(c):
    text = "abcdefghij" * 20000
    assert (await run(c, f"printf %s '{text}' | wc -c")).stdout.strip() == "200000"


@check("run.long.arguments")
async def _(c):
    words = ["x'" * 5000] * 10
    result = await run(c, ["printf", "%s|", *words])
    assert result.stdout == "".join(f"{word}|" for word in words)


@check("run.long.cleaned")
async def _(c):
    vm = await c.vm()
    await vm.run(f"true {'y' * 70000}")
    assert await c.left_in_tmp(vm) == []


async def lines(c, command, stream="on_stdout", **options):
    got = []
    await run(c, command, **{stream: got.append}, **options)
    return got


@check("run.lines.stdout")
async def _(c):
    assert await lines(c, "echo a; echo 'b c'; echo e >&2") == ["a", "b c"]


@check("run.lines.stderr")
async def _(c):
    assert await lines(c, "echo a; echo e >&2", "on_stderr") == ["e"]


@check("run.lines.live")
async def _(c):
    vm = await c.vm()
    gate = unique("gate")
    got = []
    running = asyncio.ensure_future(vm.run(
        f"echo first; while [ ! -e {gate} ]; do sleep 0.05; done; echo second",
        on_stdout=got.append))
    await until(lambda: got == ["first"])
    assert not running.done()
    await vm.write_file(gate, "")
    await running
    assert got == ["first", "second"]


@check("run.lines.crlf")
async def _(c):
    assert await lines(c, r"printf 'a\r\nb\r\r\nc\rd\n'") == ["a", "b\r", "c\rd"]


@check("run.lines.empty")
async def _(c):
    assert await lines(c, r"printf '\n\na\n\n'") == ["", "", "a", ""]


@check("run.lines.last")
async def _(c):
    assert await lines(c, r"printf 'a\nb'") == ["a", "b"]


@check("run.lines.long")
async def _(c):
    got = await lines(c, "head -c 150000 /dev/zero | tr '\\0' z")
    assert [len(line) for line in got] == [65536, 65536, 18928]


@check("run.lines.split")
async def _(c):
    assert await lines(c, r"printf 'a\303'; sleep 0.2; printf '\251b\n'") == ["aéb"]


@check("run.capture.off")
async def _(c):
    got = []
    result = await run(c, "echo a; echo b", capture=False, on_stdout=got.append)
    assert result.stdout_bytes == b"" and got == ["a", "b"] and not result.captured


@check("run.limit")
async def _(c):
    with raises(exedev.OutputLimitError) as caught:
        await run(c, "printf 1234; sleep 0.2; printf 567890", max_output=8)
    assert caught.error.stdout_bytes == b"1234"


@check("run.limit.exact")
async def _(c):
    assert (await run(c, "printf 12345678", max_output=8)).stdout == "12345678"


@check("run.limit.both")
async def _(c):
    with raises(exedev.OutputLimitError) as caught:
        await run(c, "printf 12345; sleep 0.2; printf 6789 >&2", max_output=8)
    assert caught.error.stdout_bytes == b"12345" and caught.error.stderr_bytes == b""


@check("run.limit.default")
async def _(c):
    size = 8 * 1024 * 1024
    assert len((await run(c, f"head -c {size} /dev/zero")).stdout_bytes) == size
    with raises(exedev.OutputLimitError) as caught:
        await run(c, f"head -c {size + 1} /dev/zero")
    assert len(caught.error.stdout_bytes) <= size


@check("run.timeout")
async def _(c):
    start = time.monotonic()
    with raises(exedev.CommandTimeoutError):
        await run(c, "sleep 60", timeout=0.4)
    assert time.monotonic() - start >= 0.4 and await c.soon(0.9, start)


@check("run.timeout.output")
async def _(c):
    with raises(exedev.CommandTimeoutError) as caught:
        await run(c, "echo before; echo e >&2; sleep 60", timeout=0.8 + await c.slack())
    assert (caught.error.stdout, caught.error.stderr) == ("before\n", "e\n")


async def ends_soon(c, vm, mark):
    start = time.monotonic()
    await until(lambda: gone(c, vm, mark))
    assert await c.soon(1, start)


async def gone(c, vm, mark):
    return not await alive(c, vm, mark)


@check("run.timeout.tree")
async def _(c):
    vm = await c.vm()
    with raises(exedev.CommandTimeoutError):
        await vm.run("sleep 61.25 & sh -c 'sleep 61.25; true' & sleep 61.25",
                     timeout=0.4 + await c.slack())
    await ends_soon(c, vm, "61.25")


@check("run.timeout.bad")
async def _(c):
    vm = await c.vm()
    async with c.nothing_sent():
        with raises(ValueError):
            await vm.run("true", timeout=-1)


@check("run.stop")
async def _(c):
    vm = await c.vm()

    def stop(_):
        raise LookupError("stop")

    with raises(LookupError):
        await vm.run("sleep 62.25 & echo go; sleep 62.25", on_stdout=stop)
    await ends_soon(c, vm, "62.25")


@check("run.background")
async def _(c):
    start = time.monotonic()
    result = await run(c, "(sleep 0.5; echo late) & echo now")
    assert result.stdout == "now\nlate\n" and time.monotonic() - start >= 0.5


@check("run.parallel")
async def _(c):
    vm = await c.vm()
    results = await asyncio.gather(*(vm.run(f"sleep 0.1; echo {i}") for i in range(8)))
    assert [result.stdout for result in results] == [f"{i}\n" for i in range(8)]


@check("run.missing")
async def _(c):
    async with c.fresh() as vm:
        await c.client.delete(vm.name)
        with raises(exedev.NotFoundError) as caught:
            await vm.run("true")
        assert caught.error.status == 404


async def refused(c, action):
    async with c.fresh() as vm:
        await c.act(vm.name, action)
        with raises(exedev.VMNotRunningError):
            await vm.run("true")


@check("run.paused")
async def _(c):
    await refused(c, "pause")


@check("run.stopped")
async def _(c):
    await refused(c, "stop")


@check("run.killed")
async def _(c):
    async with c.fresh() as vm:
        running = asyncio.ensure_future(vm.run("sleep 63.25"))
        await until(lambda: alive(c, vm, "63.25"))
        await c.act(vm.name, "kill")
        assert (await running).exit_code == 137


async def interrupted(c, action):
    async with c.fresh() as vm:
        got = []
        running = asyncio.ensure_future(vm.run("echo so far; sleep 64", on_stdout=got.append))
        await until(lambda: got)
        await c.act(vm.name, action)
        with raises(exedev.CommandInterruptedError) as caught:
            await running
        assert caught.error.stdout == "so far\n"


@check("run.pausedunder")
async def _(c):
    await interrupted(c, "pause")


@check("run.stoppedunder")
async def _(c):
    await interrupted(c, "stop")


@check("run.deletedunder")
async def _(c):
    await interrupted(c, "delete")


@check("run.once")
async def _(c):
    vm = await c.vm()
    mark = unique("once")
    await c.fault("drop_after", "ssh")
    with raises(exedev.CommandInterruptedError):
        await vm.run(f"echo x >> {mark}")
    assert await vm.read_file(mark) == b"x\n"
