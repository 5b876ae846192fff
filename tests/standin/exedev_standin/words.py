# SPDX-License-Identifier: GPL-3.0-or-later
"""The lobby's reading of a command line: words, then flags and positional words."""


class BadSyntax(ValueError):
    """Quoting that doesn't parse."""


class Refusal(Exception):
    """A command that is answered with an error: a status and the reason."""

    def __init__(self, reason, status=422):
        super().__init__(reason)
        self.reason = reason
        self.status = status


def split(line):
    """POSIX words of a line. Nothing is expanded."""
    words = []
    word = None
    index = 0
    while index < len(line):
        char = line[index]
        index += 1
        if char in " \t\r\n":
            if word is not None:
                words.append(word)
                word = None
            continue
        word = word or ""
        if char == "'":
            end = line.find("'", index)
            if end < 0:
                raise BadSyntax
            word += line[index:end]
            index = end + 1
        elif char == '"':
            piece, index = _double_quoted(line, index)
            word += piece
        elif char == "\\":
            if index == len(line):
                raise BadSyntax
            if line[index] != "\n":
                word += line[index]
            index += 1
        else:
            word += char
    if word is not None:
        words.append(word)
    return words


def _double_quoted(line, index):
    piece = ""
    while index < len(line):
        char = line[index]
        index += 1
        if char == '"':
            return piece, index
        if char == "\\" and index < len(line) and line[index] in '"\\`$\n':
            piece += "" if line[index] == "\n" else line[index]
            index += 1
        else:
            piece += char
    raise BadSyntax


def flags(words, kinds):
    """Flags by name, and the positional words. `kinds` maps a flag to string, repeated or bool."""
    given = {}
    positional = []
    for index, word in enumerate(words):
        if word == "--":
            return given, positional + words[index + 1:]
        if not word.startswith("-") or word == "-":
            positional.append(word)
            continue
        name, equals, value = word.lstrip("-").partition("=")
        kind = kinds.get(name)
        if kind is None:
            raise Refusal(f"flag provided but not defined: -{name}")
        if kind == "bool":
            if equals and value not in ("true", "false"):
                raise Refusal(f"invalid boolean value for -{name}")
            given[name] = value != "false"
        elif not equals:
            raise Refusal(f"flag needs an argument: -{name}")
        elif kind == "repeated":
            given.setdefault(name, []).append(value)
        else:
            given[name] = value
    return given, positional
