# SPDX-License-Identifier: MIT
"""The account, its keys, and what a token may do."""
from datetime import datetime, timedelta, timezone

import exedev

from .context import check, raises, unique


@check("account.whoami")
async def _(c):
    answer = await c.client.whoami()
    assert "@" in answer["email"] and answer["region"] and len(answer["ssh_keys"]) >= 1


async def key(c, **options):
    answer = await c.client.ssh_key.generate_api_key(**options)
    return answer, c.client_for(answer["token"])


@check("account.key")
async def _(c):
    answer, client = await key(c, label="a label")
    assert answer["label"] == "a label" and answer["namespace"] == "v0@exe.dev"
    assert (await client.whoami())["email"]


@check("account.key.cmds")
async def _(c):
    _, client = await key(c, cmds=["ls", "share show"])
    vm = await client.vm((await c.vm()).name)
    assert (await vm.share.show())["vm_name"] == vm.name
    with raises(exedev.PermissionDeniedError):
        await vm.share.set_public()


@check("account.key.tag")
async def _(c):
    _, client = await key(c, tag="scoped", cmds=["new", "ls", "rm"])
    async with client.new(wait_until="created") as vm:
        assert vm.tags == ("scoped",)
        assert [row.name for row in await client.vms()] == [vm.name]


@check("account.key.expiry")
async def _(c):
    answer, _ = await key(c, exp="30d")
    expires = datetime.fromisoformat(answer["expires_at"])
    ahead = expires - datetime.now(timezone.utc)
    assert timedelta(days=29) < ahead < timedelta(days=31)


@check("account.key.vm")
async def _(c):
    name = (await c.vm()).name
    answer, client = await key(c, vm=name)
    assert answer["namespace"] == f"v0@{name}.exe.xyz"
    with raises(exedev.AuthenticationError):
        await client.vms()


@check("account.key.badlist")
async def _(c):
    async with c.nothing_sent():
        for cmds in ([], ["ls,rm"], [""]):
            with raises(ValueError):
                await c.client.ssh_key.generate_api_key(cmds=cmds)


@check("account.closed")
async def _(c):
    other = await c.token_for(":cmds=ls")
    await other.vms()
    await c.client.whoami()
    assert len({entry["token"] for entry in await c.log()}) == 2
    with raises(exedev.PermissionDeniedError):
        await other.whoami()


@check("token.unknown")
async def _(c):
    with raises(exedev.AuthenticationError) as caught:
        await c.client_for("nobody-knows-it").vms()
    assert caught.error.status == 401 and "nobody-knows-it" not in str(caught.error)


@check("token.expired")
async def _(c):
    with raises(exedev.AuthenticationError):
        await (await c.token_for(":expired")).vms()


@check("token.bad")
async def _(c):
    async with c.nothing_sent():
        with raises(exedev.ExeError):
            c.client_for("")


@check("token.cmds")
async def _(c):
    client = await c.token_for(":cmds=ls,new")
    await client.vms()
    with raises(exedev.PermissionDeniedError) as caught:
        await client.delete("some-vm")
    assert caught.error.status == 403


@check("token.default")
async def _(c):
    client = await c.token_for(":cmds=default")
    vm = await client.vm((await c.vm()).name)
    await vm.share.show()
    with raises(exedev.PermissionDeniedError):
        await vm.run("true")


@check("token.onevm")
async def _(c):
    name = (await c.vm()).name
    async with c.fresh(wait_until="created") as other:
        client = await c.token_for(f":cmds=ls,ssh {name}")
        assert (await (await client.vm(name)).run("echo yes")).stdout == "yes\n"
        with raises(exedev.PermissionDeniedError):
            await (await client.vm(other.name)).run("true")


@check("token.tag.new")
async def _(c):
    client = await c.token_for(":tag=scope1")
    async with client.new(tags=["more"]) as vm:
        assert sorted(vm.tags) == ["more", "scope1"]


@check("token.tag.ls")
async def _(c):
    await c.vm()
    client = await c.token_for(":tag=" + unique("scope"))
    assert await client.vms() == []
    with raises(exedev.NotFoundError):
        await client.vm((await c.vm()).name)


async def seen_then_untagged(c):
    """A VM object of a scoped client whose VM left the scope."""
    client = await c.token_for(":tag=scope2")
    vm = await client.new()
    await (await c.client.vm(vm.name)).untag("scope2")
    return client, vm


@check("token.tag.ssh")
async def _(c):
    _, vm = await seen_then_untagged(c)
    with raises(exedev.NotFoundError):
        await vm.run("true")
    await c.client.delete(vm.name)


@check("token.tag.rm")
async def _(c):
    client, vm = await seen_then_untagged(c)
    assert (await client.delete(vm.name))["not_found"] == [vm.name]
    with raises(exedev.NotFoundError):
        await vm.delete()
    assert vm.name in await c.names()
    await c.client.delete(vm.name)


@check("token.tag.tag")
async def _(c):
    client = await c.token_for(":tag=scope3")
    async with client.new(wait_until="created") as vm:
        with raises(exedev.PermissionDeniedError):
            await vm.tag("another")


@check("token.tag.copy")
async def _(c):
    client = await c.token_for(":tag=scope4")
    async with client.new(tags=["x"], wait_until="created") as vm:
        async with vm.copy(copy_tags=False, flush=False) as copy:
            assert copy.tags == ("scope4",)
