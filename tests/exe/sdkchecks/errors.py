# SPDX-License-Identifier: MIT
"""Errors, retries, and streams that break."""
import json
import socket
import time

import exedev

from .context import check, raises, unique


async def answered(c, status, kind, **more):
    """ls meets a fault and must raise this kind."""
    await c.fault(status, "ls", **more)
    with raises(kind) as caught:
        await c.client.vms()
    return caught.error


@check("error.401")
async def _(c):
    assert (await answered(c, 401, exedev.AuthenticationError)).status == 401


@check("error.403")
async def _(c):
    assert (await answered(c, 403, exedev.PermissionDeniedError)).status == 403


@check("error.404")
async def _(c):
    assert (await answered(c, 404, exedev.NotFoundError)).status == 404


@check("error.413")
async def _(c):
    assert (await answered(c, 413, exedev.APIError)).status == 413


@check("error.422")
async def _(c):
    error = await answered(c, 422, exedev.APIError, body='{"error": "no such pool"}')
    assert error.status == 422 and "no such pool" in str(error) and error.operation == "ls"


@check("error.500")
async def _(c):
    assert (await answered(c, 500, exedev.APIError)).status == 500
    assert len(await c.log("ls")) == 1


@check("error.504")
async def _(c):
    assert (await answered(c, 504, exedev.APIError)).status == 504
    assert len(await c.log("ls")) == 1


@check("error.html")
async def _(c):
    error = await answered(c, "html", exedev.APIError)
    assert error.status == 502 and "<" not in str(error)


@check("error.redirect")
async def _(c):
    with socket.create_server(("127.0.0.1", 0)) as other:
        url = f"http://127.0.0.1:{other.getsockname()[1]}/exec"
        error = await answered(c, "redirect", exedev.APIError, location=url)
        assert error.status == 307
        other.setblocking(False)
        with raises(BlockingIOError):
            other.accept()


@check("error.document")
async def _(c):
    await answered(c, "error_frame", exedev.APIError)


@check("error.retry")
async def _(c):
    await c.fault(429, "ls", count=2)
    await c.client.vms()
    assert [entry["status"] for entry in await c.log("ls")] == [429, 429, 200]


@check("error.retry.after")
async def _(c):
    await c.fault(429, "ls", retry_after=1)
    start = time.monotonic()
    await c.client.vms()
    assert time.monotonic() - start >= 1


@check("error.retry.text")
async def _(c):
    await c.fault(429, "ls", retry_after="tomorrow")
    start = time.monotonic()
    await c.client.vms()
    assert await c.soon(3, start)


async def limited(c, retries):
    client = c.client_for(c.token, max_retries=retries)
    await c.fault(429, "ls", count=-1)
    with raises(exedev.RateLimitError) as caught:
        await client.vms()
    assert caught.error.status == 429
    return len(await c.log("ls"))


@check("error.retry.off")
async def _(c):
    assert await limited(c, 0) == 1


@check("error.retry.spent")
async def _(c):
    assert await limited(c, 1) == 2


@check("error.retry.ssh")
async def _(c):
    vm = await c.vm()
    mark = unique("retried")
    await c.fault(429, "ssh")
    await vm.run(f"echo x >> {mark}", check=True)
    assert await vm.read_file(mark) == b"x\n"


@check("error.dropped")
async def _(c):
    await answered(c, "drop_before", exedev.NetworkError)
    assert len(await c.log("ls")) == 1


@check("error.lost")
async def _(c):
    async with c.fresh(wait_until="created") as vm:
        await c.fault("drop_after", "comment")
        with raises(exedev.NetworkError):
            await vm.set_comment("done")
        assert len(await c.log("comment")) == 1
        assert (await c.client.vm(vm.name)).comment == "done"


@check("error.cut")
async def _(c):
    await answered(c, "drop_mid", exedev.NetworkError, after_bytes=20)


@check("error.short")
async def _(c):
    await answered(c, "truncate", exedev.ProtocolError, after_bytes=20)


@check("error.garbage")
async def _(c):
    await answered(c, "garbage", exedev.ProtocolError)


def row(**changes):
    fields = {"vm_name": "made-up", "status": "running", "ssh_dest": "made-up.exe.xyz",
              "https_url": "https://made-up.exe.xyz/", "region": "x", "region_display": "X"}
    fields |= changes
    return json.dumps({"vms": [{name: value for name, value in fields.items() if value is not None}]})


@check("error.shape")
async def _(c):
    await c.fault(200, "ls", body=row())
    assert [vm.name for vm in await c.client.vms()] == ["made-up"]
    await answered(c, 200, exedev.ProtocolError, body=row(vm_name=None))


@check("error.name")
async def _(c):
    await answered(c, 200, exedev.ProtocolError, body=row(vm_name="../x"))


@check("error.refused")
async def _(c):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with raises(exedev.NetworkError):
        await c.client_for(c.token, base_url=f"http://127.0.0.1:{port}").vms()


@check("error.text.escapes")
async def _(c):
    text = "a\x1b[31mred\x1b[0m\x1b]0;title\x07 \x07b\u202ec\u200fd\x9be"
    error = await answered(c, 422, exedev.APIError, body=json.dumps({"error": text}))
    assert str(error).endswith("ared bcde"), ascii(str(error))


@check("error.text.line")
async def _(c):
    error = await answered(c, 422, exedev.APIError, body=json.dumps({"error": "one\r\n two\t three"}))
    assert str(error).endswith("one two three")


@check("error.text.long")
async def _(c):
    error = await answered(c, 422, exedev.APIError, body=json.dumps({"error": "y" * 5000}))
    assert str(error).count("y") in (199, 200)


@check("error.secret")
async def _(c):
    vm = await c.vm()
    await c.fault(500, "ssh")
    with raises(exedev.APIError) as caught:
        await vm.run("echo very-secret-words")
    for secret in (c.token, "very-secret-words"):
        assert secret not in str(caught.error) or len(secret) < 4


@check("error.body")
async def _(c):
    body = json.dumps({"error": "short", "more": "kept apart"})
    error = await answered(c, 422, exedev.APIError, body=body)
    assert error.body == body and "kept apart" not in str(error)


# Streams

ONE = "echo first; sleep 0.3; echo second; sleep 0.1"


async def broken(c, fault, kind, command=ONE, **more):
    """A run meets a fault and must raise this kind."""
    vm = await c.vm()
    await c.fault(fault, "ssh", **more)
    with raises(kind) as caught:
        await vm.run(command, timeout=10)
    return caught.error


@check("stream.dropped")
async def _(c):
    mark = unique("dropped")
    await broken(c, "drop_before", exedev.CommandInterruptedError, f"echo x >> {mark}")
    assert len(await c.log("ssh")) == 1
    with raises(FileNotFoundError):
        await (await c.vm()).read_file(mark)


@check("stream.lost")
async def _(c):
    mark = unique("lost")
    await broken(c, "drop_after", exedev.CommandInterruptedError, f"echo x >> {mark}")
    assert len(await c.log("ssh")) == 1
    assert await (await c.vm()).read_file(mark) == b"x\n"


FRAME = len('{"stdout": "Zmlyc3QK"}\n')


@check("stream.cut")
async def _(c):
    error = await broken(c, "drop_mid", exedev.CommandInterruptedError, after_bytes=FRAME)
    assert "first\nsecond\n".startswith(error.stdout) and error.stdout != "first\nsecond\n"


@check("stream.cutframe")
async def _(c):
    error = await broken(c, "drop_mid", exedev.CommandInterruptedError, after_bytes=10)
    assert error.stdout == ""


@check("stream.ended")
async def _(c):
    await broken(c, "truncate", exedev.CommandInterruptedError)


@check("stream.endedframe")
async def _(c):
    await broken(c, "truncate", exedev.ProtocolError, after_bytes=10)


@check("stream.garbage")
async def _(c):
    await broken(c, "garbage", exedev.ProtocolError)


@check("stream.errorframe")
async def _(c):
    error = await broken(c, "error_frame", exedev.CommandInterruptedError)
    assert error.stdout == "first\nsecond\n" and error.reason and error.reason not in str(error)


@check("stream.slow")
async def _(c):
    vm = await c.vm()
    await c.fault("slow", "ssh", delay=0.15)
    start = time.monotonic()
    assert (await vm.run("echo a; sleep 0.1; echo b >&2")).stderr == "b\n"
    assert time.monotonic() - start > 0.3


@check("stream.stall")
async def _(c):
    vm = await c.vm()
    await c.fault("stall", "ssh")
    with raises(exedev.CommandTimeoutError):
        await vm.run("true", timeout=0.5)


@check("stream.type")
async def _(c):
    await broken(c, 200, exedev.ProtocolError, body="{}")


@check("stream.500")
async def _(c):
    assert (await broken(c, 500, exedev.APIError)).status == 500


@check("stream.html")
async def _(c):
    assert (await broken(c, "html", exedev.APIError)).status == 502


@check("stream.redirect")
async def _(c):
    mark = unique("redirected")
    error = await broken(c, "redirect", exedev.APIError, f"echo x > {mark}", location=c.base_url)
    assert error.status == 307 and len(await c.log()) == 1
    with raises(FileNotFoundError):
        await (await c.vm()).read_file(mark)
