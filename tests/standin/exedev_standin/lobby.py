# SPDX-License-Identifier: GPL-3.0-or-later
"""The account: its VMs and tokens, and the commands other than ssh."""
import os
import random
import re
import secrets
import shutil
import threading
import time
from datetime import datetime, timedelta, timezone

from .machine import GIGABYTE, Machine
from .tokens import DEFAULT_COMMANDS, Token
from .words import Refusal

VM_NAME = re.compile(r"[a-zA-Z0-9][a-zA-Z0-9-]{0,62}")
TAG = re.compile(r"[a-z][a-z0-9_-]*")
SIZE = re.compile(r"([0-9]{1,6})(G|GB)?", re.I)
AGE = re.compile(r"([0-9]{1,4})([hdwmy])")
HOURS = {"h": 1, "d": 24, "w": 168, "m": 720, "y": 8760}
SELF_SERVE_DISK = 100 * GIGABYTE
FIRST = "amber brisk calm dusty early fair gentle hazel ivory jolly keen lunar mellow noble".split()
SECOND = "anchor birch comet delta ember falcon grove harbor island juniper kite lantern".split()
REGION = {"region": "lax", "region_display": "Los Angeles"}


def not_found(name):
    return f'VM "{name}" not found'


class Lobby:
    """Knows VMs by name. `lock` guards the tables; slow work is done outside it."""

    def __init__(self, options, isolation, folder):
        self.options = options
        self.isolation = isolation
        self.folder = folder
        self.lock = threading.RLock()
        self.vms = {}  # name -> Machine, None while it is being made
        self._number = 0
        self._given = {}
        self.tokens = {}
        self.keys = []
        for spec in options.token:
            token = Token.parse(spec)
            self._given[token.text] = token
        self.reset()

    def reset(self):
        with self.lock:
            gone = [vm for vm in self.vms.values() if vm]
            self.vms = {}
            self.tokens = dict(self._given)
            self.keys = []
        for vm in gone:
            vm.shut("deleted")
            vm.remove_disk()

    # Finding

    def visible(self, token):
        with self.lock:
            return [vm for vm in self.vms.values() if vm and token.sees(vm)]

    def find(self, name, token):
        with self.lock:
            vm = self.vms.get(name)
        if vm is None or not token.sees(vm):
            raise Refusal(not_found(name))
        return vm

    # Making and removing

    def make(self, name, prepare, source=None):
        """A new VM that has booted. `prepare(vm)` sets it up before."""
        with self.lock:
            limit = self.options.max_vms
            if limit is not None and len(self.vms) >= limit:
                raise Refusal(f"VM limit reached: your plan allows {limit} VMs")
            if name is None:
                name = self._free_name()
            if VM_NAME.fullmatch(name) is None:
                raise Refusal(f'invalid VM name "{name}"')
            if name in self.vms:
                raise Refusal(f'VM name "{name}" is not available')
            self.vms[name] = None
            self._number += 1
            folder = os.path.join(self.folder, str(self._number))
        vm = Machine(name, folder, self.options, self.isolation)
        try:
            prepare(vm)
            vm.make_disk(source)
        except Exception:
            with self.lock:
                self.vms.pop(name, None)
            shutil.rmtree(folder, ignore_errors=True)
            raise
        return vm

    def start(self, vm):
        """Boots what make() made; from then on it is listed."""
        try:
            vm.boot()
        except OSError:
            self.remove(vm)
            raise
        with self.lock:
            if vm.name in self.vms:
                self.vms[vm.name] = vm
                return vm
        vm.shut("deleted")  # the account was reset meanwhile
        vm.remove_disk()
        raise Refusal("the account was reset", 500)

    def remove(self, vm):
        with self.lock:
            self.vms.pop(vm.name, None)
        vm.shut("deleted")
        vm.remove_disk()

    def rename(self, vm, name):
        with self.lock:
            if VM_NAME.fullmatch(name) is None:
                raise Refusal(f'invalid VM name "{name}"')
            if name in self.vms:
                raise Refusal(f'VM name "{name}" is not available')
            self.vms[name] = self.vms.pop(vm.name)
            vm.name = name

    def _free_name(self):
        while True:
            name = f"{random.choice(FIRST)}-{random.choice(SECOND)}-{random.randrange(100, 1000)}"
            if name not in self.vms:
                return name

    # Keys

    def add_token(self, token):
        with self.lock:
            self.tokens[token.text] = token

    def token(self, text):
        """None if unknown or expired."""
        with self.lock:
            token = self.tokens.get(text)
        return None if token is None or token.expired else token

    def make_key(self, flags, scope, paths):
        tag, vm = flags.get("tag"), flags.get("vm")
        if tag and vm:
            raise Refusal("--tag and --vm exclude each other")
        if tag:
            check_tag(tag)
        if vm:
            self.find(vm, scope)
        commands = DEFAULT_COMMANDS
        if "cmds" in flags:
            commands = tuple(command.strip() for command in flags["cmds"].split(","))
            for command in commands:
                if command not in paths and not re.fullmatch("ssh " + VM_NAME.pattern, command):
                    raise Refusal(f"unknown command in --cmds: {command}")
        expires = expiry(flags.get("exp"))
        text = f"exe1.{secrets.token_urlsafe(24)}"
        if not vm:  # a key of one VM's web endpoints is none here
            self.add_token(Token(text, commands, tag or scope.tag))
        fingerprint = f"SHA256:{secrets.token_urlsafe(32)}"
        answer = {"label": flags.get("label") or f"api-key-{secrets.token_hex(3)}", "token": text,
                  "namespace": f"v0@{vm}.exe.xyz" if vm else "v0@exe.dev",
                  "fingerprint": fingerprint}
        if expires:
            answer["expires_at"] = expires
        with self.lock:
            self.keys.append({"name": answer["label"], "fingerprint": fingerprint,
                              "public_key": f"ssh-ed25519 {secrets.token_urlsafe(51)}",
                              "current": False})
        return answer


def check_tag(tag):
    if TAG.fullmatch(tag) is None:
        raise Refusal(f'invalid tag "{tag}"')


def expiry(text):
    """An RFC 3339 time, or None for a key that stays."""
    if text is None or text == "never":
        return None
    match = AGE.fullmatch(text)
    if match is None:
        raise Refusal(f'invalid expiry "{text}"')
    hours = int(match[1]) * HOURS[match[2]]
    return rfc3339(datetime.now(timezone.utc) + timedelta(hours=hours))


def rfc3339(moment):
    return moment.isoformat().replace("+00:00", "Z")


def size(text):
    """Bytes of 8, 8G or 8GB."""
    match = SIZE.fullmatch(text)
    if match is None or int(match[1]) == 0:
        raise Refusal(f'invalid size "{text}"')
    return int(match[1]) * GIGABYTE


def cpus(text):
    if not text.isdigit() or not 1 <= int(text) <= 64:
        raise Refusal(f'invalid number of CPUs "{text}"')
    return int(text)


def policy(text):
    if text not in ("all", "integrations"):
        raise Refusal(f'invalid egress policy "{text}": integrations or all')
    return text


def elapsed_since(start):
    return round(time.monotonic() - start, 3)
