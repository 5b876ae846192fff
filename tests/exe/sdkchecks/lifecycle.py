# SPDX-License-Identifier: MIT
"""What happens to a VM after it was made."""
import asyncio

import exedev

from .context import check, raises, unique, until

COUNT = "i=0; while true; do i=$((i+1)); echo $i > count; sleep 0.02; done"


async def refused(status, call):
    with raises(exedev.APIError) as caught:
        await call
    assert status is None or caught.error.status == status
    return caught.error


async def listed(c, vm):
    return await c.client.vm(vm.name)


@check("pause.status")
async def _(c):
    async with c.fresh() as vm:
        answer = await vm.pause()
        assert answer["status"] == "paused" and vm.status == "paused"
        assert (await listed(c, vm)).status == "paused"


@check("pause.frozen")
async def _(c):
    async with c.fresh() as vm:
        await vm.spawn(COUNT)

        async def counting():
            return (await vm.run("cat count")).stdout.strip() not in ("", "1")

        await until(counting)
        await vm.pause()
        path = (await c.state(vm.name))["home"] + "/count"
        with open(path, encoding="ascii") as file:
            before = file.read()
        await asyncio.sleep(0.2)
        with open(path, encoding="ascii") as file:
            assert file.read() == before


@check("pause.twice")
async def _(c):
    async with c.fresh(wait_until="created") as vm:
        await vm.pause(flush=False)
        await refused(None, vm.pause(flush=False))


@check("pause.flush")
async def _(c):
    async with c.fresh() as vm:
        await c.clear()
        await vm.pause(flush=False)
        assert [entry["op"] for entry in await c.log()] == ["pause"]
        await vm.resume(wait_until="created")
        await c.clear()
        await vm.pause()
        log = await c.log()
        assert [entry["op"] for entry in log] == ["ssh", "pause"] and "sync" in log[0]["command"]


@check("resume.status")
async def _(c):
    async with c.fresh() as vm:
        await vm.pause(flush=False)
        answer = await vm.resume()
        assert answer["status"] == "running" and vm.status == "running"
        assert (await listed(c, vm)).status == "running"


@check("resume.memory")
async def _(c):
    async with c.fresh() as vm:
        process = await vm.spawn("x=5; while [ ! -e go ]; do sleep 0.05; done; echo $x")
        await vm.pause(flush=False)
        await vm.resume()
        await vm.write_file("go", "")
        assert (await process.wait()).stdout == "5\n"


@check("resume.cold")
async def _(c):
    async with c.fresh() as vm:
        await vm.pause(flush=False)
        assert (await vm.resume())["cold_booted"] == "false"


@check("resume.running")
async def _(c):
    async with c.fresh(wait_until="created") as vm:
        await refused(None, vm.resume())


@check("restart.files")
async def _(c):
    async with c.fresh() as vm:
        await vm.write_file("kept", "kept")
        await vm.restart()
        assert await vm.read_file("kept") == b"kept"


@check("restart.status")
async def _(c):
    async with c.fresh() as vm:
        answer = await vm.restart()
        assert answer["status"] == "restarted" and vm.status == "running"


@check("restart.processes")
async def _(c):
    async with c.fresh() as vm:
        await vm.spawn("sleep 60")
        assert (await c.state(vm.name))["pids"]
        await vm.restart(flush=False, wait_until="created")
        assert (await c.state(vm.name))["pids"] == []


@check("copy.files")
async def _(c):
    async with c.fresh() as vm:
        await vm.write_file("a/b", b"there", mode=0o600)
        async with vm.copy() as copy:
            assert await copy.read_file("a/b") == b"there"
            assert (await copy.run("stat -c %a a/b")).stdout == "600\n"


@check("copy.apart")
async def _(c):
    async with c.fresh() as vm:
        await vm.write_file("f", b"before")
        async with vm.copy() as copy:
            await vm.write_file("f", b"after")
            await copy.write_file("g", b"x")
            assert await copy.read_file("f") == b"before"
            with raises(FileNotFoundError):
                await vm.read_file("g")


async def copied(c, made, **options):
    """A copy of a VM made so: what it says itself, and what ls says."""
    async with c.fresh(wait_until="created", **made) as vm:
        async with vm.copy(flush=False, wait_until="created", **options) as copy:
            return copy, await listed(c, copy), await c.state(copy.name)


@check("copy.name")
async def _(c):
    name = unique("copy")
    copy, row, _ = await copied(c, {}, name=name)
    assert copy.name == row.name == name and copy.status == "starting"


@check("copy.comment")
async def _(c):
    copy, row, _ = await copied(c, {"comment": "of the source"})
    assert copy.comment == row.comment == "of the source"


@check("copy.tags")
async def _(c):
    copy, row, _ = await copied(c, {"tags": ["a", "b"]})
    assert sorted(copy.tags) == sorted(row.tags) == ["a", "b"]


@check("copy.tags.off")
async def _(c):
    copy, row, _ = await copied(c, {"tags": ["a"]}, copy_tags=False)
    assert copy.tags == row.tags == ()


@check("copy.egress")
async def _(c):
    copy, row, _ = await copied(c, {"egress": "integrations"})
    assert copy.egress == row.egress == "integrations"


@check("copy.egress.given")
async def _(c):
    copy, row, _ = await copied(c, {}, egress="integrations")
    assert copy.egress == row.egress == "integrations"


@check("copy.sizes")
async def _(c):
    _, _, state = await copied(c, {}, cpu=6, memory="12GB")
    assert (state["cpu"], state["memory"]) == (6, 12 << 30)


@check("copy.paused")
async def _(c):
    async with c.fresh() as vm:
        await vm.write_file("f", b"x")
        await vm.pause()
        async with vm.copy() as copy:
            assert await copy.read_file("f") == b"x"
        assert (await listed(c, vm)).status == "paused"


@check("copy.scope")
async def _(c):
    copy, _, _ = await copied(c, {})
    assert copy.name not in await c.names()


@check("copy.missing")
async def _(c):
    async with c.fresh(wait_until="created") as vm:
        await c.client.delete(vm.name)
        await refused(None, vm.copy(flush=False))


@check("copy.name.taken")
async def _(c):
    async with c.fresh(wait_until="created") as vm:
        await refused(422, vm.copy(vm.name, flush=False))
        assert (await c.names()).count(vm.name) == 1


@check("resize.memory")
async def _(c):
    async with c.fresh(memory=4, wait_until="created") as vm:
        answer = await vm.resize(memory="16GB")
        assert (answer["old_memory"], answer["new_memory"]) == (4 << 30, 16 << 30)


@check("resize.cpu")
async def _(c):
    async with c.fresh(cpu=2) as vm:
        await vm.resize(cpu=6, restart=True)
        assert vm.status == "running"
        assert (await c.state(vm.name))["cpu"] == 6


@check("resize.disk")
async def _(c):
    async with c.fresh(disk=20, wait_until="created") as vm:
        answer = await vm.resize(disk=40)
        assert (answer["disk_old_bytes"], answer["disk_new_bytes"]) == (20 << 30, 40 << 30)


@check("resize.disk.smaller")
async def _(c):
    async with c.fresh(disk=20, wait_until="created") as vm:
        await refused(422, vm.resize(disk=10))


@check("rename")
async def _(c):
    async with c.fresh(wait_until="created") as vm:
        name = unique("renamed")
        await vm.rename(name)
        assert vm.name == name and name in vm.ssh_dest and name in vm.https_url


@check("rename.listed")
async def _(c):
    async with c.fresh() as vm:
        old = vm.name
        await vm.rename(unique("renamed"))
        names = await c.names()
        assert old not in names and vm.name in names
        assert (await vm.run("echo works")).stdout == "works\n"


@check("rename.taken")
async def _(c):
    async with c.fresh(wait_until="created") as one, c.fresh(wait_until="created") as two:
        name = one.name
        await refused(422, one.rename(two.name))
        assert one.name == name and name in await c.names()


async def commented(c, text):
    async with c.fresh(comment="first", wait_until="created") as vm:
        await vm.set_comment(text)
        assert vm.comment == text and (await listed(c, vm)).comment == text


@check("comment.set")
async def _(c):
    await commented(c, "it's new")


@check("comment.clear")
async def _(c):
    await commented(c, "")


@check("comment.dash")
async def _(c):
    await commented(c, "--dash")


@check("egress.set")
async def _(c):
    async with c.fresh(wait_until="created") as vm:
        await vm.set_egress("integrations")
        assert vm.egress == "integrations" and (await listed(c, vm)).egress == "integrations"


@check("tag.add")
async def _(c):
    async with c.fresh(tags=["a"], wait_until="created") as vm:
        await vm.tag("b", "c")
        assert sorted(vm.tags) == ["a", "b", "c"] == sorted((await listed(c, vm)).tags)


@check("tag.remove")
async def _(c):
    async with c.fresh(tags=["a", "b"], wait_until="created") as vm:
        await vm.untag("a")
        assert vm.tags == ("b",) == (await listed(c, vm)).tags


@check("tag.bad")
async def _(c):
    async with c.fresh(wait_until="created") as vm:
        await refused(422, vm.tag("Not A Tag"))
        assert vm.tags == ()


@check("stat")
async def _(c):
    vm = await c.vm()
    answer = await vm.stats()
    assert answer["name"] == vm.name and answer["status"] == "running" and answer["range"] == "24h"
    for point in answer["points"] or ():
        assert point["timestamp"] and point["mem_total_bytes"] > 0 and point["cpu_nominal"] > 0


@check("stat.range")
async def _(c):
    assert (await (await c.vm()).stats(range="7d"))["range"] == "7d"


@check("stat.range.bad")
async def _(c):
    await refused(422, (await c.vm()).stats(range="1s"))


@check("share.show")
async def _(c):
    async with c.fresh(wait_until="created") as vm:
        answer = await vm.share.show()
        assert (answer["vm_name"], answer["status"], answer["port"]) == (vm.name, "private", 8000)
        assert answer["users"] == [] and answer["team_access"] is False


@check("share.public")
async def _(c):
    async with c.fresh(wait_until="created") as vm:
        answer = await vm.share.set_public()
        assert (answer["status"], answer["share"]) == ("updated", "public")
        assert (await vm.share.show())["status"] == "public"
        assert vm.status == "starting"


@check("share.private")
async def _(c):
    async with c.fresh(wait_until="created") as vm:
        await vm.share.set_public()
        assert (await vm.share.set_private())["share"] == "private"
        assert (await vm.share.show())["status"] == "private"


@check("share.port")
async def _(c):
    async with c.fresh(wait_until="created") as vm:
        assert (await vm.share.port(3000))["port"] == 3000
        assert (await vm.share.port())["port"] == 3000


@check("share.port.bad")
async def _(c):
    async with c.fresh(wait_until="created") as vm:
        await refused(422, vm.share.port(0))


@check("url")
async def _(c):
    vm = await c.vm()
    base = vm.https_url.rstrip("/")
    assert vm.url() == vm.https_url and vm.url(3000, "/api?x=1") == f"{base}:3000/api?x=1"


@check("url.bad")
async def _(c):
    vm = await c.vm()
    for arguments in ((70000,), (3000, "no-slash")):
        with raises(ValueError):
            vm.url(*arguments)
