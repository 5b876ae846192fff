"""The protocol's bytes, without any input or output: lines in, lines out.

A line out is at most ``LINE`` bytes with its newline. What is longer goes as ``part``
lines whose data, joined, is the JSON of the event. All text is valid UTF-8: a lone
surrogate becomes the literal text ``\\ud800``, NaN and Infinity become null.
"""

import base64
import json
from json.encoder import encode_basestring

LINE = 256 * 1024
INPUT_LINE = 64 * 1024 * 1024
EVENT = 64 * 1024 * 1024
PART = 180 * 1024  # base64 makes 240 KiB of it
KEPT_TEXT = 16 * 1024 * 1024  # characters kept of an event that was over EVENT


class LineReader:
    """Cuts a byte stream into lines; a line over the cap is dropped and reported."""

    def __init__(self, cap=INPUT_LINE):
        self._cap = cap
        self._pieces = []
        self._size = 0
        self._skipping = False

    def feed(self, data):
        """Yield each complete line, or None in the place of one that was too long."""
        start = 0
        while True:
            end = data.find(b"\n", start)
            if end < 0:
                break
            self._keep(data[start:end])
            start = end + 1
            yield None if self._skipping else b"".join(self._pieces)
            self._pieces, self._size, self._skipping = [], 0, False
        self._keep(data[start:])

    def _keep(self, piece):
        self._size += len(piece)
        if self._size > self._cap:
            self._skipping, self._pieces = True, []
        elif piece and not self._skipping:
            self._pieces.append(piece)


def valid_text(text):
    """The same text, or with its lone surrogates spelled out as ``\\udXXX``."""
    try:
        text.encode("utf-8")
        return text
    except UnicodeEncodeError:
        return text.encode("utf-8", "backslashreplace").decode("utf-8")


def cleaned(value):
    """A copy of a JSON value without lone surrogates, NaN and foreign types."""
    if isinstance(value, str):
        return valid_text(value)
    if isinstance(value, float):
        return value if value - value == 0 else None
    if isinstance(value, dict):
        return {valid_text(str(key)): cleaned(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [cleaned(item) for item in value]
    if value is None or isinstance(value, (bool, int)):
        return value
    return valid_text(str(value))


def encode(value):
    """The JSON of a value as bytes, one line without its newline."""
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False).encode("utf-8")
    except (ValueError, TypeError):  # UnicodeEncodeError is a ValueError
        return json.dumps(cleaned(value), ensure_ascii=False, allow_nan=False).encode("utf-8")


def text_pieces(text, room):
    """Yield the JSON strings (bytes, quoted) of consecutive pieces of text, each ≤ room."""
    encoded = encode_basestring(text).encode("utf-8", "replace")
    if len(encoded) <= room or len(text) <= 1:
        yield encoded
        return
    middle = len(text) // 2
    yield from text_pieces(text[:middle], room)
    yield from text_pieces(text[middle:], room)


def part_lines(number, encoded):
    """Yield the lines that carry one long event."""
    last = (len(encoded) - 1) // PART
    for index in range(last + 1):
        data = base64.b64encode(encoded[index * PART:(index + 1) * PART])
        yield (b'{"event":"part","n":%d,"of":%d,"i":%d,"last":%s,"data":"%s"}\n' % (
            number, number, index, b"true" if index == last else b"false", data))


def shortened(content):
    """Content for an event that would be over EVENT: its plain text, or cut strings."""
    data = content.get("data")
    if isinstance(data, dict):
        text = data.get("text/plain")
        plain = text[:KEPT_TEXT] if isinstance(text, str) else ""
        return dict(content, data={"text/plain": plain}, metadata={})
    budget = [KEPT_TEXT]

    def cut(value):
        if isinstance(value, str):
            kept = value[:max(0, budget[0])]
            budget[0] -= len(kept)
            return kept
        if isinstance(value, dict):
            return {key: cut(item) for key, item in value.items()}
        return [cut(item) for item in value] if isinstance(value, list) else value

    return cut(content)


def parse_request(line):
    """The request in a line as (dict, None), or (None, reason)."""
    if line is None:
        return None, "a line over %d MiB was left out" % (INPUT_LINE >> 20)
    try:
        request = json.loads(line)
    except (ValueError, RecursionError) as error:
        return None, "a line is no JSON: %s" % str(error)[:200]
    if not isinstance(request, dict) or not isinstance(request.get("op"), str):
        return None, "a request is an object with an op"
    reason = _fault(request)
    return (None, reason) if reason else (request, None)


def _fault(request):
    cell = request.get("cell")
    needs_cell = request["op"] in ("execute", "revoke") or cell is not None
    if needs_cell and (not isinstance(cell, str) or not 0 < len(cell) <= 200):
        return "%s needs a cell of 1 to 200 characters" % request["op"][:100]
    if request["op"] == "execute":
        timeout = request.get("timeout")
        if not isinstance(request.get("code"), str):
            return "execute needs code"
        number = isinstance(timeout, (int, float)) and not isinstance(timeout, bool)
        if timeout is not None and (not number or not 0 <= timeout < 1e9):
            return "timeout is a number of seconds"
    if request["op"] in ("events", "ack"):
        start = request.get("from")
        if not isinstance(start, int) or isinstance(start, bool) or start < 0:
            return "%s needs from, an event number" % request["op"]
    return None
