# SPDX-License-Identifier: MIT
"""Many at once."""
import asyncio
import time

from .context import check, unique, until


@check("many.vms")
async def _(c):
    cap = asyncio.Semaphore(4)

    async def one(number):
        async with cap, c.fresh(comment=f"many {number}") as vm:
            return (await vm.run(f"echo {number}", check=True)).stdout, vm.name

    results = await asyncio.gather(*(one(number) for number in range(12)))
    assert [text for text, _ in results] == [f"{number}\n" for number in range(12)]
    assert not set(await c.names()) & {name for _, name in results}


@check("many.streams")
async def _(c):
    vm = await c.vm()
    gate = unique("gate")
    command = f"echo on; while [ ! -e {gate} ]; do sleep 0.1; done; echo off"
    started = []
    runs = [asyncio.ensure_future(vm.run(command, on_stdout=started.append)) for _ in range(12)]
    await until(lambda: started.count("on") == 12)
    start = time.monotonic()
    await c.client.vms()
    assert await c.soon(2, start)
    await vm.write_file(gate, "")
    assert all(result.stdout == "on\noff\n" for result in await asyncio.gather(*runs))


@check("many.clients")
async def _(c):
    name = (await c.vm()).name

    async def one(number):
        vm = await c.client_for(c.token).vm(name)
        return [(await vm.run(f"echo {number}")).stdout for _ in range(3)]

    results = await asyncio.gather(*(one(number) for number in range(4)))
    assert results == [[f"{number}\n"] * 3 for number in range(4)]


@check("many.sweep")
async def _(c):
    comment = unique("sweep")
    made = [await c.client.new(comment=comment, wait_until="created") for _ in range(3)]
    leftovers = [vm for vm in await c.client.vms() if vm.comment == comment]
    await c.clear()
    result = await c.client.delete(*leftovers)
    assert sorted(result["deleted"]) == sorted(vm.name for vm in made)
    assert len(await c.log("rm")) == 1
