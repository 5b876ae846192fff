# SPDX-License-Identifier: MIT
"""new, ls and rm."""
import time
from datetime import datetime, timedelta, timezone

import exedev

from .context import HARD, NAME, check, raises, unique

NOT_UP = '{"error": "failed to connect to VM: connection refused"}'


@check("new.name.generated")
async def _(c):
    async with c.fresh(wait_until="created") as vm:
        assert NAME.match(vm.name) and vm.name in await c.names()


@check("new.name.given")
async def _(c):
    name = unique("given")
    async with c.fresh(name=name, wait_until="created") as vm:
        assert vm.name == name and name in await c.names()


@check("new.name.taken")
async def _(c):
    async with c.fresh(wait_until="created") as vm:
        with raises(exedev.APIError) as caught:
            await c.client.new(name=vm.name)
        assert caught.error.status == 422
        assert vm.name in await c.names()


@check("new.wait.created")
async def _(c):
    async with c.fresh(wait_until="created") as vm:
        assert vm.status == "starting"
        assert await c.log("ssh") == []


@check("new.wait.ssh")
async def _(c):
    async with c.fresh() as vm:
        assert vm.status == "running"
        assert (await vm.run("echo up")).stdout == "up\n"


@check("new.wait.retry")
async def _(c):
    await c.fault(422, "ssh", count=2, body=NOT_UP)
    async with c.fresh() as vm:
        assert vm.status == "running"
        assert [entry["status"] for entry in await c.log("ssh")] == [422, 422, 200]


@check("new.wait.dropped")
async def _(c):
    await c.fault("drop_before", "ssh")
    async with c.fresh() as vm:
        assert vm.status == "running"
        assert len(await c.log("ssh")) == 2


@check("new.wait.timeout")
async def _(c):
    await c.fault(422, "ssh", count=-1, body='{"error": "failed to dial the VM"}')
    start = time.monotonic()
    with raises(exedev.VMReadyError) as caught:
        await c.client.new(timeout=0.6)
    assert time.monotonic() - start > 0.5
    await c.clear()
    assert await c.soon(5, start)
    assert caught.error.vm.name not in await c.names()


@check("new.wait.fatal")
async def _(c):
    await c.fault(500, "ssh", count=-1)
    with raises(exedev.VMReadyError) as caught:
        await c.client.new()
    assert caught.error.__cause__.status == 500
    assert len(await c.log("ssh")) == 1
    assert caught.error.vm.name not in await c.names()


@check("new.wait.denied")
async def _(c):
    client = await c.token_for(":cmds=new,rm,ls")
    with raises(exedev.VMReadyError) as caught:
        await client.new()
    assert isinstance(caught.error.__cause__, exedev.PermissionDeniedError)
    assert caught.error.vm.name not in await c.names()


@check("new.wait.keep")
async def _(c):
    await c.fault(500, "ssh", count=1)
    with raises(exedev.VMReadyError) as caught:
        await c.client.new(keep_on_failure=True)
    name = caught.error.vm.name
    assert name in str(caught.error) and name in await c.names()
    await c.client.delete(name)


@check("new.wait.badtimeout")
async def _(c):
    async with c.nothing_sent():
        with raises(ValueError):
            await c.client.new(timeout=0)


@check("new.addresses")
async def _(c):
    async with c.fresh(wait_until="created") as vm:
        assert vm.name in vm.ssh_dest
        assert vm.https_url.startswith("https://") and vm.name in vm.https_url


async def comment_is(c, text):
    async with c.fresh(comment=text, wait_until="created") as vm:
        assert vm.comment == text, vm.comment
        assert (await c.client.vm(vm.name)).comment == text
        assert (await c.state(vm.name))["comment"] == text


@check("new.comment")
async def _(c):
    await comment_is(c, "code-interpreter c=1 i=2")


@check("new.comment.none")
async def _(c):
    async with c.fresh(wait_until="created") as vm:
        assert vm.comment == "" and (await c.client.vm(vm.name)).comment == ""


@check("new.comment.dash")
async def _(c):
    await comment_is(c, "-x --name=y")


@check("new.comment.quotes")
async def _(c):
    await comment_is(c, HARD)


@check("new.comment.long")
async def _(c):
    with raises(exedev.APIError) as caught:
        await c.client.new(comment="x" * 201)
    assert caught.error.status == 422


@check("new.tags")
async def _(c):
    async with c.fresh(tags=["one", "two-2"], wait_until="created") as vm:
        assert sorted(vm.tags) == ["one", "two-2"]
        assert sorted((await c.client.vm(vm.name)).tags) == ["one", "two-2"]


@check("new.env")
async def _(c):
    async with c.fresh(env={"MODE": "ci", "EMPTY": ""}) as vm:
        assert (await vm.run('echo "$MODE[$EMPTY]"')).stdout == "ci[]\n"


@check("new.env.hard")
async def _(c):
    async with c.fresh(env={"HARD": HARD}) as vm:
        assert (await vm.run('printf %s "$HARD"')).stdout == HARD


@check("new.sizes")
async def _(c):
    async with c.fresh(cpu=4, memory=16, disk="50GB", wait_until="created") as vm:
        state = await c.state(vm.name)
        assert (state["cpu"], state["memory"], state["disk"]) == (4, 16 << 30, 50 << 30), state


@check("new.image")
async def _(c):
    async with c.fresh(image="ghcr.io/me/exeuntu:1", wait_until="created") as vm:
        assert (await c.state(vm.name))["image"] == "ghcr.io/me/exeuntu:1"


@check("new.egress.default")
async def _(c):
    async with c.fresh(wait_until="created") as vm:
        assert vm.egress == "all" and (await c.client.vm(vm.name)).egress == "all"


@check("new.egress.integrations")
async def _(c):
    async with c.fresh(egress="integrations", wait_until="created") as vm:
        assert vm.egress == "integrations"
        assert (await c.state(vm.name))["egress"] == "integrations"


@check("new.created_at")
async def _(c):
    async with c.fresh(wait_until="created") as vm:
        for created in (vm.created_at, (await c.client.vm(vm.name)).created_at):
            assert abs(datetime.now(timezone.utc) - created) < timedelta(hours=1)


@check("new.flags")
async def _(c):
    options = dict(pool="p1", no_pool=True, standalone=True, prompt="say hi", registry_auth="u:p w",
                   integrations=["a", "b"])
    async with c.fresh(wait_until="created", **options):
        line = (await c.log("new"))[0]["command"]
        for piece in ("--pool=p1", "--no-pool", "--standalone", "--prompt='say hi'",
                      "--registry-auth='u:p w'", "--integration=a", "--integration=b"):
            assert piece in line.split(" ") or f" {piece}" in line, (piece, line)


@check("new.email.off")
async def _(c):
    async with c.fresh(wait_until="created"):
        assert "--no-email" in (await c.log("new"))[0]["command"]


@check("new.email.on")
async def _(c):
    async with c.fresh(email=True, wait_until="created"):
        assert "--no-email" not in (await c.log("new"))[0]["command"]


@check("new.setup.done")
async def _(c):
    script = "#!/bin/sh\nsleep 0.3\necho made > made\n"
    async with c.fresh(setup_script=script, wait_until="setup") as vm:
        assert await vm.read_file("made") == b"made\n"


@check("new.setup.exact")
async def _(c):
    script = "#!/bin/sh\nprintf '%s' 'one\\\\two\\nthree\nfour' > out\n"
    async with c.fresh(setup_script=script, wait_until="setup") as vm:
        assert await vm.read_file("out") == b"one\\\\two\\nthree\nfour"


@check("new.setup.failed")
async def _(c):
    with raises(exedev.VMSetupError) as caught:
        await c.client.new(setup_script="#!/bin/sh\necho boom\nexit 7\n", wait_until="setup")
    error = caught.error
    assert error.exit_code == 7 and error.signal is None and "boom" in error.output
    assert error.vm.name not in await c.names()


@check("new.setup.signal")
async def _(c):
    with raises(exedev.VMSetupError) as caught:
        await c.client.new(setup_script="#!/bin/sh\nkill -9 $$\n", wait_until="setup")
    assert caught.error.signal == 9 and caught.error.exit_code is None


@check("new.setup.none")
async def _(c):
    async with c.fresh(wait_until="setup") as vm:
        assert vm.status == "running"


@check("new.scope")
async def _(c):
    async with c.fresh(wait_until="created") as vm:
        name = vm.name
    assert name not in await c.names()


@check("new.scope.thrown")
async def _(c):
    name = None
    with raises(LookupError):
        async with c.fresh(wait_until="created") as vm:
            name = vm.name
            raise LookupError
    assert name and name not in await c.names()


@check("new.scope.gone")
async def _(c):
    async with c.fresh(wait_until="created") as vm:
        await c.client.delete(vm.name)


async def lost(c, kind):
    comment = unique("lost")
    await c.fault(kind, "new")
    with raises(exedev.NetworkError) as caught:
        await c.client.new(comment=comment)
    assert caught.error.operation == "new"
    assert len(await c.log("new")) == 1
    return [vm for vm in await c.client.vms() if vm.comment == comment]


@check("new.lost")
async def _(c):
    found = await lost(c, "drop_after")
    assert len(found) == 1
    await found[0].delete()


@check("new.dropped")
async def _(c):
    assert await lost(c, "drop_before") == []


@check("new.limit")
async def _(c):
    await c.fault(422, "new", body='{"error": "VM limit reached: 50"}')
    with raises(exedev.APIError) as caught:
        await c.client.new()
    assert caught.error.status == 422 and "VM limit reached" in str(caught.error)


@check("new.warning")
async def _(c):
    body = ('{"vm_name": "made-up", "tags": [], "ssh_dest": "made-up.exe.xyz", "egress_policy": "all",'
            ' "https_url": "https://made-up.exe.xyz/", "created_at": "2026-01-02T03:04:05Z",'
            ' "error": "the prompt was not sent"}')
    await c.fault(200, "new", body=body)
    vm = await c.client.new(wait_until="created")
    assert vm.name == "made-up" and vm.prompt_error == "the prompt was not sent"


@check("ls.empty")
async def _(c):
    await c.reset()
    await c.forget_vm()
    assert await c.client.vms() == []


@check("ls.all")
async def _(c):
    async with c.fresh(wait_until="created") as one, c.fresh(wait_until="created") as two:
        names = await c.names()
        assert names.count(one.name) == 1 and names.count(two.name) == 1


@check("ls.pattern")
async def _(c):
    mark = unique("web")
    async with (c.fresh(name=f"{mark}-1", wait_until="created"),
                c.fresh(name=f"{mark}-2", wait_until="created"), c.fresh(wait_until="created")):
        found = sorted(vm.name for vm in await c.client.vms(f"{mark}-*"))
        assert found == [f"{mark}-1", f"{mark}-2"]


@check("ls.pattern.none")
async def _(c):
    assert await c.client.vms(unique("none") + "-*") == []


@check("ls.find")
async def _(c):
    async with c.fresh(comment="find me", tags=["t"], egress="integrations") as vm:
        found = await c.client.vm(vm.name)
        assert (found.name, found.status, found.comment) == (vm.name, "running", "find me")
        assert (found.ssh_dest, found.https_url) == (vm.ssh_dest, vm.https_url)
        assert (found.tags, found.egress) == (("t",), "integrations")
        assert found.created_at == vm.created_at


@check("ls.find.missing")
async def _(c):
    with raises(exedev.NotFoundError) as caught:
        await c.client.vm(unique("missing"))
    assert caught.error.status == 404


@check("ls.find.badname")
async def _(c):
    async with c.nothing_sent():
        with raises(ValueError):
            await c.client.vm("no/such")


@check("ls.region")
async def _(c):
    vm = await c.vm()
    assert (await c.client.vm(vm.name)).region


@check("ls.refresh")
async def _(c):
    async with c.fresh(wait_until="created") as vm:
        other = await c.client.vm(vm.name)
        await other.set_comment("changed elsewhere")
        assert vm.comment == ""
        await vm.refresh()
        assert vm.comment == "changed elsewhere"


@check("ls.refresh.gone")
async def _(c):
    async with c.fresh(wait_until="created") as vm:
        await c.client.delete(vm.name)
        with raises(exedev.NotFoundError):
            await vm.refresh()


@check("rm.one")
async def _(c):
    vm = await c.client.new(wait_until="created")
    await vm.delete()
    assert vm.name not in await c.names()


@check("rm.missing")
async def _(c):
    vm = await c.client.new(wait_until="created")
    await vm.delete()
    with raises(exedev.NotFoundError) as caught:
        await vm.delete()
    assert caught.error.status == 404


@check("rm.many")
async def _(c):
    one = await c.client.new(wait_until="created")
    two = await c.client.new(wait_until="created")
    gone = unique("gone")
    result = await c.client.delete(one.name, gone, two)
    assert sorted(result["deleted"]) == sorted([one.name, two.name])
    assert result["failed"] == [gone] and result["not_found"] == [gone]
    assert list(result["errors"]) == [gone] and result["errors"][gone]
    assert len(await c.log("rm")) == 1


@check("rm.none")
async def _(c):
    async with c.nothing_sent():
        assert (await c.client.delete())["deleted"] == []


@check("rm.badname")
async def _(c):
    async with c.nothing_sent():
        with raises(ValueError):
            await c.client.delete("a b")
