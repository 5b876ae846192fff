# SPDX-License-Identifier: GPL-3.0-or-later
"""The lobby's commands other than ssh. Each gives its answer as one JSON document, or a list of them."""
import fnmatch
import time
from dataclasses import dataclass, field
from datetime import datetime, timezone

from . import words
from .lobby import (REGION, SELF_SERVE_DISK, check_tag, cpus, elapsed_since, not_found, policy,
                    rfc3339, size)
from .words import Refusal

COMMENT_BYTES = 200
SCRIPT_BYTES = 10 * 1024
NEW = dict.fromkeys("comment cpu disk egress image memory name pool prompt registry-auth "
                    "setup-script".split(), "string")
NEW |= dict.fromkeys(("env", "integration", "tag"), "repeated")
NEW |= dict.fromkeys(("no-pool", "standalone", "no-email"), "bool")
CP = dict.fromkeys("cpu disk egress memory pool".split(), "string")
CP |= dict.fromkeys(("copy-tags", "standalone"), "bool")


@dataclass(frozen=True)
class Command:
    """`least` and `most` positional words; -1 for any number."""

    run: callable
    least: int = 1
    most: int = 1
    flags: dict = field(default_factory=dict)


def comment_text(text):
    if len(text.encode("utf-8")) > COMMENT_BYTES:
        raise Refusal(f"comment is too long: at most {COMMENT_BYTES} bytes")
    return text


def set_sizes(vm, flags):
    if "cpu" in flags:
        vm.cpu = cpus(flags["cpu"])
    if "memory" in flags:
        vm.memory = size(flags["memory"])
    if "disk" in flags:
        vm.disk = size(flags["disk"])
    if "egress" in flags:
        vm.egress = policy(flags["egress"])
    vm.pool = flags.get("pool")
    vm.standalone = flags.get("standalone", False)


def script_text(text):
    """The lobby turns \\n into a newline and \\\\ into a backslash."""
    if len(text.encode("utf-8")) > SCRIPT_BYTES:
        raise Refusal("setup script is too long: at most 10 KiB")
    return text.replace("\\\\", "\0").replace("\\n", "\n").replace("\0", "\\")


def environment(pairs):
    env = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not name or not equals:
            raise Refusal("environment variables have the form KEY=VALUE")
        env[name] = value
    return env


def dest(vm):
    return {"ssh_dest": f"{vm.name}.exe.xyz", "https_url": f"https://{vm.name}.exe.xyz/"}


def placement(vm):
    more = {"pool_id": vm.pool} if vm.pool else {}
    return {**more, "standalone": True} if vm.standalone else more


def new(lobby, token, _positional, flags):
    script = script_text(flags["setup-script"]) if "setup-script" in flags else None

    def prepare(vm):
        set_sizes(vm, flags)
        vm.comment = comment_text(flags.get("comment", ""))
        vm.image = flags.get("image", vm.image)
        vm.env = environment(flags.get("env", ()))
        for tag in flags.get("tag", ()):
            check_tag(tag)
        vm.tags = list(dict.fromkeys([*flags.get("tag", ()), *([token.tag] if token.tag else [])]))

    vm = lobby.make(flags.get("name"), prepare)
    if script is not None:
        vm.setup.install(script)
    lobby.start(vm)
    answer = {"vm_name": vm.name, **dest(vm), "tags": vm.tags, "egress_policy": vm.egress,
              "ssh_command": f"ssh {vm.name}.exe.xyz", "ssh_host": f"{vm.name}.exe.xyz",
              "ssh_port": 22, "proxy_port": vm.port, "created_at": rfc3339(vm.created),
              **placement(vm)}
    if vm.comment:
        answer["comment"] = vm.comment
    if "prompt" in flags and "exeuntu" not in vm.image:
        answer["error"] = "the prompt was not sent: this image has no Shelley"
    return answer


def ls(lobby, token, positional, _flags):
    rows = []
    for vm in lobby.visible(token):
        if positional and not fnmatch.fnmatchcase(vm.name, positional[0]):
            continue
        row = {"vm_name": vm.name, "status": vm.shown_status(), **dest(vm), **REGION,
               "ssh_host": f"{vm.name}.exe.xyz", "created_at": rfc3339(vm.created),
               "egress_policy": vm.egress}
        if vm.tags:
            row["tags"] = vm.tags
        if vm.comment:
            row["comment"] = vm.comment
        rows.append(row)
    return {"vms": rows}


def rm(lobby, token, positional, _flags):
    deleted, missing = [], []
    for name in dict.fromkeys(positional):
        try:
            lobby.remove(lobby.find(name, token))
            deleted.append(name)
        except Refusal:
            missing.append(name)
    summary = {"deleted": deleted, "failed": missing}
    if missing:
        summary["not_found"] = missing
        summary["errors"] = {name: not_found(name) for name in missing}
    return [*({"error": not_found(name)} for name in missing), summary]


def cp(lobby, token, positional, flags):
    start = time.monotonic()
    source = lobby.find(positional[0], token)

    def prepare(vm):
        vm.cpu, vm.memory, vm.disk, vm.egress = source.cpu, source.memory, source.disk, source.egress
        set_sizes(vm, flags)
        if vm.disk < source.disk:
            raise Refusal("the disk of a copy cannot be smaller")
        vm.comment, vm.image, vm.env = source.comment, source.image, dict(source.env)
        tags = source.tags if flags.get("copy-tags", True) else []
        vm.tags = list(dict.fromkeys([*tags, *([token.tag] if token.tag else [])]))

    vm = lobby.make(positional[1] if len(positional) > 1 else None, prepare, source)
    lobby.start(vm)
    answer = {"name": vm.name, "state": "starting", "source": source.name,
              "ssh": f"{vm.name}.exe.xyz", "ssh_host": f"{vm.name}.exe.xyz",
              "https_url": f"https://{vm.name}.exe.xyz/", "tags": vm.tags,
              "egress_policy": vm.egress, "created_at": rfc3339(vm.created),
              "elapsed": elapsed_since(start), **placement(vm)}
    if vm.pool:
        answer["pool_name"] = vm.pool
    if vm.comment:
        answer["comment"] = vm.comment
    return answer


def not_running(vm):
    return f'VM "{vm.name}" is not running (status: {vm.status})'


def pause(lobby, token, positional, _flags):
    vm = lobby.find(positional[0], token)
    with vm.lock:
        if vm.status != "running":
            raise Refusal(not_running(vm))
        vm.pause()
    return {"vm_name": vm.name, "status": "paused"}


def resume(lobby, token, positional, _flags):
    """A VM that stopped has no memory to go on with: it boots."""
    vm = lobby.find(positional[0], token)
    with vm.lock:
        if vm.status == "running":
            raise Refusal(f'VM "{vm.name}" is not paused (status: running)')
        cold = vm.status == "stopped"
        if cold:
            vm.boot()
        else:
            vm.resume()
    return {"vm_name": vm.name, "status": "running", "cold_booted": "true" if cold else "false"}


def restart(lobby, token, positional, _flags):
    vm = lobby.find(positional[0], token)
    with vm.lock:
        vm.shut("stopped")
        vm.boot()
    return {"vm_name": vm.name, "status": "restarted"}


def resize(lobby, token, positional, flags):
    vm = lobby.find(positional[0], token)
    if not flags:
        raise Refusal("nothing to resize: give --cpu, --memory or --disk")
    memory = size(flags["memory"]) if "memory" in flags else None
    cpu = cpus(flags["cpu"]) if "cpu" in flags else None
    disk = size(flags["disk"]) if "disk" in flags else None
    answer = {"vm_name": vm.name}
    with vm.lock:
        if disk is not None and disk < vm.disk:
            raise Refusal("a disk can only grow")
        if memory or cpu:
            answer |= {"old_memory": vm.memory, "new_memory": memory or vm.memory,
                       "old_cpus": vm.cpu, "new_cpus": cpu or vm.cpu}
            vm.pending |= {"memory": memory or vm.memory, "cpu": cpu or vm.cpu}
        if disk is not None and disk > SELF_SERVE_DISK:
            answer |= {"disk_resize_pending_approval": True, "disk_capacity_bytes": vm.disk,
                       "requested_disk_bytes": disk, "self_serve_max_disk_bytes": SELF_SERVE_DISK,
                       "approval_max_disk_bytes": 10 * SELF_SERVE_DISK,
                       "approval_reasons": ["per_vm"],
                       "disk_resize_request": {"status": "pending", "requested_disk_bytes": disk,
                                               "requested_at": now()}}
        elif disk is not None:
            answer |= {"disk_old_bytes": vm.disk, "disk_new_bytes": disk}
            vm.disk = disk
    return answer


def rename(lobby, token, positional, _flags):
    old, name = positional
    vm = lobby.find(old, token)
    lobby.rename(vm, name)
    return {"status": "renamed", "old_name": old, "new_name": name, **dest(vm)}


def comment(lobby, token, positional, _flags):
    vm = lobby.find(positional[0], token)
    vm.comment = comment_text(positional[1])
    return {"vm_name": vm.name, "comment": vm.comment}


def egress(lobby, token, positional, _flags):
    vm = lobby.find(positional[0], token)
    if len(positional) > 1:
        vm.egress = policy(positional[1])
    return {"vm_name": vm.name, "egress_policy": vm.egress}


def tag(lobby, token, positional, flags):
    if token.tag is not None:
        raise Refusal("tags cannot be changed by a token with a tag scope", 403)
    vm = lobby.find(positional[0], token)
    for name in positional[1:]:
        check_tag(name)
    with vm.lock:
        if flags.get("d"):
            vm.tags = [name for name in vm.tags if name not in positional[1:]]
        else:
            vm.tags = list(dict.fromkeys([*vm.tags, *positional[1:]]))
    return {"vm_name": vm.name, "tags": vm.tags}


def stat(lobby, token, positional, flags):
    vm = lobby.find(positional[0], token)
    span = flags.get("range", "24h")
    if span not in ("24h", "7d", "30d"):
        raise Refusal(f'invalid range "{span}": 24h, 7d or 30d')
    disk = vm.disk / (1 << 30)
    point = {"timestamp": now(), "vm_name": vm.name, "cpu_cores": 0.25, "cpu_nominal": vm.cpu,
             "mem_used_bytes": vm.memory / 8, "mem_total_bytes": vm.memory, "disk_size_gb": disk,
             "disk_used_gb": 1.5, "disk_logical_used_gb": 2.0, "fs_used_gb": 1.5,
             "fs_total_gb": disk, "fs_free_gb": disk - 1.5, "fs_available_gb": disk - 2,
             "network_tx_mbps": 0.0, "network_rx_mbps": 0.0, "io_read_mbps": 0.0,
             "io_write_mbps": 0.0}
    return {"name": vm.name, "status": vm.shown_status(), "range": span,
            "points": [point] if vm.used else None}


def share_show(lobby, token, positional, _flags):
    vm = lobby.find(positional[0], token)
    return {"vm_name": vm.name, "status": "public" if vm.public else "private", "port": vm.port,
            "url": dest(vm)["https_url"], "users": [], "links": [], "teams": [],
            "team_access": False, "team_ssh": False, "team_shelley": False}


def route(vm, **more):
    return {"vm_name": vm.name, "port": vm.port, "share": "public" if vm.public else "private",
            **more}


def changed(vm):
    return route(vm, status="updated", team_access=False, team_ssh=False, team_shelley=False)


def share_public(lobby, token, positional, _flags):
    vm = lobby.find(positional[0], token)
    vm.public = True
    return changed(vm)


def share_private(lobby, token, positional, _flags):
    vm = lobby.find(positional[0], token)
    vm.public = False
    return changed(vm)


def share_port(lobby, token, positional, _flags):
    vm = lobby.find(positional[0], token)
    if len(positional) == 1:
        return route(vm)
    if not positional[1].isdigit() or not 0 < int(positional[1]) < 65536:
        raise Refusal(f'invalid port "{positional[1]}"')
    vm.port = int(positional[1])
    return changed(vm)


def account_keys(lobby):
    own = {"name": "laptop", "public_key": "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5",
           "fingerprint": "SHA256:standin", "current": True}
    with lobby.lock:
        return [own, *lobby.keys]


def whoami(lobby, _token, _positional, _flags):
    return {"email": "person@example.com", **REGION, "ssh_keys": account_keys(lobby)}


def key_list(lobby, _token, _positional, _flags):
    return {"ssh_keys": account_keys(lobby)}


def key_make(lobby, token, _positional, flags):
    return lobby.make_key(flags, token, PATHS)


def now():
    return rfc3339(datetime.now(timezone.utc))


COMMANDS = {
    "new": Command(new, 0, 0, NEW),
    "ls": Command(ls, 0, 1),
    "rm": Command(rm, 1, -1),
    "cp": Command(cp, 1, 2, CP),
    "pause": Command(pause),
    "resume": Command(resume),
    "restart": Command(restart),
    "resize": Command(resize, flags=dict.fromkeys(("cpu", "memory", "disk"), "string")),
    "rename": Command(rename, 2, 2),
    "comment": Command(comment, 2, 2),
    "egress": Command(egress, 1, 2),
    "tag": Command(tag, 2, -1, {"d": "bool"}),
    "stat": Command(stat, flags={"range": "string"}),
    "share show": Command(share_show),
    "share set-public": Command(share_public),
    "share set-private": Command(share_private),
    "share port": Command(share_port, 1, 2),
    "whoami": Command(whoami, 0, 0),
    "ssh-key list": Command(key_list, 0, 0),
    "ssh-key generate-api-key": Command(
        key_make, 0, 0, dict.fromkeys(("cmds", "exp", "label", "tag", "vm"), "string")),
}
PATHS = {*COMMANDS, "ssh", "help"}


def path_of(line_words):
    """The command's path and the words behind it; the path is "" if there is no such command."""
    for length in (2, 1):
        path = " ".join(line_words[:length])
        if path in PATHS and path.count(" ") == length - 1:
            return path, line_words[length:]
    return "", []


def run(lobby, token, path, rest):
    """The answer's documents. Raises Refusal."""
    if path == "help":
        return [{"commands": sorted(PATHS)}]
    command = COMMANDS[path]
    flags, positional = words.flags(rest, command.flags)
    if len(positional) < command.least or (0 <= command.most < len(positional)):
        raise Refusal(f"usage: {path}: wrong number of arguments")
    answer = command.run(lobby, token, positional, flags)
    return answer if isinstance(answer, list) else [answer]
