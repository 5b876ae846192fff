# SPDX-License-Identifier: GPL-3.0-or-later
"""API tokens: what each may do, and on which VMs."""
from dataclasses import dataclass

DEFAULT_COMMANDS = ("help", "ls", "new", "whoami", "ssh-key list", "share show")


@dataclass(frozen=True)
class Token:
    """`commands` is None for all of them; `tag` is the scope, None for every VM."""

    text: str
    commands: tuple = None
    tag: str = None
    expired: bool = False

    @staticmethod
    def parse(spec):
        """TOKEN[:cmds=a,b][:tag=T][:expired]; raises ValueError."""
        text, *options = spec.split(":")
        if not text or not text.isascii() or not text.isprintable() or " " in text:
            raise ValueError("a token is printable ASCII without spaces")
        commands = tag = None
        expired = False
        for option in options:
            name, _, value = option.partition("=")
            if name == "cmds" and value:
                commands = DEFAULT_COMMANDS if value == "default" else tuple(
                    command.strip() for command in value.split(","))
            elif name == "tag" and value:
                tag = value
            elif option == "expired":
                expired = True
            else:
                raise ValueError(f"unknown token option: {option}")
        return Token(text, commands, tag, expired)

    def may(self, path, words):
        """Whether it may run this command; `ssh NAME` allows one VM."""
        if self.commands is None or path in self.commands:
            return True
        return path == "ssh" and bool(words) and f"ssh {words[0]}" in self.commands

    def sees(self, vm):
        return self.tag is None or self.tag in vm.tags
