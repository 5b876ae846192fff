"""Tracebacks and warnings as a person wants them: whole, but without thousands of lines."""

import importlib.util
import linecache
import re
import sys
import warnings

from . import streams

FRAMES = 20  # kept at either end of a traceback
CELL_FILE = re.compile(r"^<ipython-input-.*>$|[/\\]ipykernel_\d+[/\\]\d+\.py$")
OPTIONAL = re.compile(r"Missing optional dependency '([A-Za-z0-9_.]+)'")
GLYPH = re.compile(r"^Glyph .* missing from")
EXIT_HINT = "To exit: use"


def install(shell, notice):
    """Fold long tracebacks, name missing modules, keep warnings short."""
    show = shell._showtraceback

    def show_traceback(etype, evalue, stb):
        streams.restore()
        show(etype, _printable(evalue), folded(stb))
        module = missing_module(evalue)
        if module:
            notice("missing_module", "The module %s isn't installed." % module, module=module)

    shell._showtraceback = show_traceback
    folder = Warnings(notice)
    warnings.showwarning = folder.show
    shell.events.register("pre_execute", folder.begin)
    shell.events.register("post_execute", folder.end)


def folded(stb):
    """The traceback's entries (one a frame) without the middle of very many."""
    if len(stb) <= 2 * FRAMES + 10:
        return stb
    left_out = len(stb) - 2 * FRAMES
    return stb[:FRAMES] + ["... %d frames left out ..." % left_out] + stb[-FRAMES:]


def _printable(error):
    """The error, or a stand-in for one whose own __str__ raises: it would hide it all."""
    try:
        str(error)
        return error
    except Exception:
        return "<%s, its text can't be made>" % type(error).__name__


def missing_module(error):
    """The top-level module that an ImportError says is not there, or None."""
    if not isinstance(error, ImportError):
        return None
    optional = OPTIONAL.search(str(error))
    name = optional[1] if optional else error.name
    if not isinstance(name, str) or not name:
        return None
    top = name.partition(".")[0]
    try:
        there = top in sys.modules or importlib.util.find_spec(top) is not None
    except (ImportError, ValueError, AttributeError):
        there = False
    return None if there else top


class Warnings:
    """Stands in for warnings.showwarning. Missing glyphs are said once a cell."""

    def __init__(self, notice):
        self._notice = notice
        self._glyphs = 0

    def begin(self):
        self._glyphs = 0

    def end(self):
        if self._glyphs > 1:
            self._notice("folded", "%d more warnings about missing glyphs were left out."
                         % (self._glyphs - 1))
        self._glyphs = 0

    def show(self, message, category, filename, lineno, file=None, line=None):
        """Write the warning; a cell's made-up file name becomes <cell>."""
        text = str(message)
        if text.startswith(EXIT_HINT):  # IPython's advice for its terminal
            return
        if GLYPH.match(text):
            self._glyphs += 1
            if self._glyphs > 1:
                return
        if CELL_FILE.search(filename):
            line = linecache.getline(filename, lineno) if line is None else line
            filename = "<cell>"
        target = sys.stderr if file is None else file
        try:
            target.write(warnings.formatwarning(message, category, filename, lineno, line))
        except (OSError, ValueError, AttributeError):
            pass  # no stderr: warnings are never worth an error
