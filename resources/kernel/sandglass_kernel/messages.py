"""The kernel's session: every output message is numbered, valid JSON, and bounded."""

import json
import os

from . import streams
from .streams import STATE

NUMBERED = {"display_data", "update_display_data", "execute_result", "error", "clear_output",
            "status", "sandglass_notice"}
HTML = 1024 * 1024
TEXT = 64 * 1024 * 1024
KEPT_TEXT = 16 * 1024 * 1024


def pack(value):
    """JSON with ASCII only: a lone surrogate would lose the whole message otherwise."""
    try:
        return json.dumps(value, default=_foreign, allow_nan=False).encode()
    except (TypeError, ValueError):
        from jupyter_client.jsonutil import json_clean

        return json.dumps(json_clean(value), default=str, allow_nan=False).encode()


def _foreign(value):
    from jupyter_client.jsonutil import json_default

    return json_default(value)


class Numbering:
    """Stands before `Session.send`, which all output of the kernel goes through."""

    def __init__(self, session, iopub):
        self._send = session.send
        self._iopub = iopub
        self._pid = os.getpid()
        session.pack = pack
        session.send = self.send

    def send(self, stream, message, content=None, parent=None, ident=None, **more):
        """The same as Session.send; numbers what the host must put in order."""
        kind = message if isinstance(message, str) else message["header"]["msg_type"]
        if kind == "execute_input":  # nobody reads it: the app has the code
            return None
        if kind not in NUMBERED or os.getpid() != self._pid:
            return self._send(stream, message, content, parent, ident, **more)
        asked = _header(parent if isinstance(message, str) else message.get("parent_header"))
        if kind == "status" and asked.get("msg_type") != "execute_request":
            return self._send(stream, message, content, parent, ident, **more)
        if kind in ("display_data", "update_display_data", "execute_result"):
            whole = content if isinstance(message, str) else message["content"]
            for text in _bound(whole):
                self.notice("truncated", text, parent=asked)
            streams.hold_back(_size(whole))
        with STATE.lock:
            number = streams.note() if kind == "status" else streams.barrier()
            if kind == "status":
                self._follow(content, asked)
            if isinstance(message, str):
                more["metadata"] = dict(more.get("metadata") or {}, sandglass=number)
            else:
                message["metadata"] = dict(message.get("metadata") or {}, sandglass=number)
            return self._send(stream, message, content, parent, ident, **more)

    def notice(self, kind, text, parent=None, **more):
        """Tell the host something that is no output."""
        if parent is None:
            from IPython import get_ipython

            parent = get_ipython().display_pub.parent_header
        self.send(self._iopub, "sandglass_notice", dict(more, kind=kind, text=text),
                  parent=parent, ident=b"sandglass_notice")

    @staticmethod
    def _follow(content, asked):
        if content.get("execution_state") == "busy":
            streams.begin(asked.get("msg_id"))
        elif content.get("execution_state") == "idle":
            streams.end()


def _header(parent):
    parent = parent or {}
    return parent.get("header", parent)


def _size(content):
    data = content.get("data")
    values = data.values() if isinstance(data, dict) else ()
    return sum(len(value) for value in values if isinstance(value, (str, bytes)))


def _bound(content):
    """Drop what is too large or doubled in a MIME bundle; yield what to say about it."""
    data = content.get("data")
    if not isinstance(data, dict):
        return
    if "image/png" in data and "image/jpeg" in data:
        del data["image/jpeg"]  # PIL sends the same picture twice
    html, text = data.get("text/html"), data.get("text/plain")
    if isinstance(html, str) and isinstance(text, str) and len(html) > HTML:
        del data["text/html"]
        yield "The HTML of an output was over 1 MiB and was left out; its text is shown."
    if isinstance(text, str) and len(text) > TEXT:
        data["text/plain"] = text[:KEPT_TEXT]
        yield "An output was over 64 MiB: only the beginning of its text was kept."
