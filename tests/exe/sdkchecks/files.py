# SPDX-License-Identifier: MIT
"""write_file(), read_file(), upload() and download()."""
import base64
import hashlib
import os
import stat
import tarfile

import exedev

from .context import BYTES, HARD, check, raises, unique


async def written(c, path, data, **options):
    vm = await c.vm()
    await vm.write_file(path, data, **options)
    expected = data.encode() if isinstance(data, str) else data
    assert await vm.read_file(path) == expected
    return vm


async def shown(vm, command):
    return (await vm.run(command, check=True)).stdout.strip()


@check("write.text")
async def _(c):
    await written(c, "text", "é☃\n")


@check("write.bytes")
async def _(c):
    await written(c, "bytes", BYTES)


@check("write.empty")
async def _(c):
    await written(c, "empty", b"")


@check("write.mode")
async def _(c):
    vm = await written(c, "mode", b"x", mode=0o750)
    assert await shown(vm, "stat -c %a mode") == "750"


@check("write.folders")
async def _(c):
    await written(c, unique("folder") + "/a/b/c", b"deep")


@check("write.replace")
async def _(c):
    name = unique("replaced")
    await written(c, name, b"much longer than the next")
    await written(c, name, b"short")


@check("write.absolute")
async def _(c):
    vm = await written(c, "/tmp/" + unique("absolute"), b"x")
    await vm.run("rm -f /tmp/absolute-*", check=True)


@check("write.home")
async def _(c):
    name = unique("home")
    vm = await written(c, f"~/{name}", b"x")
    assert await shown(vm, f"cat $HOME/{name}") == "x"


@check("write.dash")
async def _(c):
    vm = await written(c, "-dash", b"x")
    assert await shown(vm, "cat ./-dash") == "x"


@check("write.hard")
async def _(c):
    await written(c, HARD.replace("/", ""), b"x")


@check("write.parts")
async def _(c):
    await written(c, "parts", os.urandom(300000))
    assert len(await c.log("ssh")) > 6


@check("write.packed")
async def _(c):
    vm = await c.vm()
    data = b"the quick brown fox\n" * 50000
    await vm.write_file("packed", data)
    assert len(await c.log("ssh")) <= 3
    assert await vm.read_file("packed") == data


@check("write.cap")
async def _(c):
    vm = await c.vm()
    await c.fault("slow", "ssh", match="exedev-upload|/tmp/", count=-1, delay=0.1)
    await vm.write_file("cap", os.urandom(1000000))
    times = [(entry["time"], entry["time"] + entry["seconds"]) for entry in await c.log("ssh")]
    most = max(sum(start <= moment < end for start, end in times) for moment, _ in times)
    assert 2 <= most <= 8, most


@check("write.cleaned")
async def _(c):
    vm = await written(c, "cleaned", os.urandom(200000))
    assert await c.left_in_tmp(vm) == []


@check("write.badpath")
async def _(c):
    vm = await c.vm()
    async with c.nothing_sent():
        with raises(TypeError):
            await vm.write_file("", b"x")


@check("write.failed")
async def _(c):
    vm = await written(c, "plainfile", b"x")
    with raises(exedev.CommandError):
        await vm.write_file("plainfile/below", b"x")


@check("read.text")
async def _(c):
    vm = await c.vm()
    await vm.run("printf 'made there' > there", check=True)
    assert await vm.read_file("there") == b"made there"


@check("read.empty")
async def _(c):
    vm = await c.vm()
    await vm.run(": > nothing", check=True)
    assert await vm.read_file("nothing") == b""


@check("read.big")
async def _(c):
    vm = await c.vm()
    await vm.run("head -c 3000000 /dev/urandom > big", check=True)
    data = await vm.read_file("big")
    assert len(data) == 3000000
    digest = (await shown(vm, "sha256sum big")).split()[0]
    assert hashlib.sha256(data).hexdigest() == digest


@check("read.missing")
async def _(c):
    with raises(FileNotFoundError):
        await (await c.vm()).read_file("no/such/file")


@check("read.folder")
async def _(c):
    with raises(IsADirectoryError):
        await (await c.vm()).read_file("/usr")


# Uploads and downloads

def tree(c):
    root = c.path("tree")
    os.makedirs(os.path.join(root, "a/b"))
    os.makedirs(os.path.join(root, "hollow"))
    for name, data in (("one.txt", b"1"), ("a/two é.txt", b"2\n"), ("a/b/three", BYTES)):
        with open(os.path.join(root, name), "wb") as file:
            file.write(data)
    return root


def listing(root):
    """What is below a folder: name -> kind and content."""
    found = {}
    for folder, folders, files in os.walk(root):
        for name in folders + files:
            path = os.path.join(folder, name)
            key = os.path.relpath(path, root)
            if os.path.islink(path):
                found[key] = ("link", os.readlink(path))
            elif os.path.isdir(path):
                found[key] = ("folder", None)
            else:
                with open(path, "rb") as file:
                    found[key] = ("file", file.read())
    return found


async def there(c, vm, folder):
    """A folder of the VM as a listing, by tar, without the SDK's download."""
    data = await vm.run(f"tar -cf - -C {folder} . | base64 -w0", check=True, max_output=1 << 28)
    path = c.path("tar", base64.b64decode(data.stdout))
    out = c.path("out")
    with tarfile.open(path) as archive:
        archive.extractall(out, filter="fully_trusted")
    return listing(out)


@check("upload.file")
async def _(c):
    vm = await c.vm()
    await vm.upload(c.path("f", BYTES, 0o640), "uploaded")
    assert await vm.read_file("uploaded") == BYTES
    assert await shown(vm, "stat -c %a uploaded") == "640"


@check("upload.folder")
async def _(c):
    vm = await c.vm()
    root, target = tree(c), unique("up")
    await vm.upload(root, target)
    assert await there(c, vm, target) == listing(root)


@check("upload.into")
async def _(c):
    vm = await c.vm()
    target = unique("into")
    await vm.write_file(f"{target}/old", b"old")
    await vm.upload(tree(c), target)
    assert await vm.read_file(f"{target}/old") == b"old"
    assert await vm.read_file(f"{target}/one.txt") == b"1"


@check("upload.exclude")
async def _(c):
    vm = await c.vm()
    root, target = tree(c), unique("ex")
    for name in (".git/config", "a/node_modules/m.js", "a/b/x.pyc", "keep.py"):
        path = os.path.join(root, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(b"x")
    await vm.upload(root, target, exclude=[".git", "node_modules", "*.pyc"])
    found = set(await there(c, vm, target))
    assert found == {"one.txt", "a", "a/two é.txt", "a/b", "a/b/three", "hollow", "keep.py"}, found


@check("upload.executable")
async def _(c):
    vm = await c.vm()
    root, target = tree(c), unique("exec")
    os.chmod(os.path.join(root, "one.txt"), 0o755)
    await vm.upload(root, target)
    assert await shown(vm, f"test -x {target}/one.txt && echo yes") == "yes"
    assert await shown(vm, f"test -x {target}/a/b/three || echo no") == "no"


@check("upload.link")
async def _(c):
    vm = await c.vm()
    root, target = tree(c), unique("link")
    os.symlink("../one.txt", os.path.join(root, "a/link"))
    await vm.upload(root, target)
    assert await shown(vm, f"readlink {target}/a/link") == "../one.txt"


@check("upload.big")
async def _(c):
    vm = await c.vm()
    root, target = tree(c), unique("bigup")
    with open(os.path.join(root, "big"), "wb") as file:
        file.write(os.urandom(400000))
    await vm.upload(root, target)
    assert await there(c, vm, target) == listing(root)


@check("upload.missing")
async def _(c):
    vm = await c.vm()
    async with c.nothing_sent():
        with raises(FileNotFoundError):
            await vm.upload(os.path.join(c.folder, "no such file"), "x")


@check("download.file")
async def _(c):
    vm = await written(c, "down", BYTES)
    target = c.path("down")
    await vm.download("down", target)
    with open(target, "rb") as file:
        assert file.read() == BYTES


async def download(c, prepare):
    """What download() makes of a folder that `prepare` fills."""
    vm = await c.vm()
    source = unique("source")
    await vm.run(f"mkdir {source} && cd {source} && {prepare}", check=True)
    target = c.path("target")
    await vm.download(source, target)
    return target


@check("download.folder")
async def _(c):
    target = await download(c, "mkdir -p a/b hollow && printf 1 > one && printf 2 > 'a/b/é two'")
    assert listing(target) == {"a": ("folder", None), "a/b": ("folder", None),
                               "hollow": ("folder", None), "one": ("file", b"1"),
                               "a/b/é two": ("file", b"2")}


@check("download.link")
async def _(c):
    target = await download(c, "mkdir a && printf 1 > one && ln -s ../one a/link")
    assert listing(target)["a/link"] == ("link", "../one")


@check("download.big")
async def _(c):
    target = await download(c, "head -c 400000 /dev/urandom > big")
    assert os.path.getsize(os.path.join(target, "big")) == 400000


@check("download.missing")
async def _(c):
    with raises(FileNotFoundError):
        await (await c.vm()).download("no/such", c.path("target"))


@check("download.linkout")
async def _(c):
    with raises(tarfile.AbsoluteLinkError):
        await download(c, "ln -s /etc/passwd out")


@check("download.linkup")
async def _(c):
    with raises(tarfile.LinkOutsideDestinationError):
        await download(c, "ln -s ../../../x out")


@check("download.fifo")
async def _(c):
    with raises(tarfile.SpecialFileError):
        await download(c, "mkfifo pipe")


@check("download.modes")
async def _(c):
    target = await download(c, "printf 1 > one && chmod 4777 one")
    mode = stat.S_IMODE(os.stat(os.path.join(target, "one")).st_mode)
    assert mode == 0o755, oct(mode)
