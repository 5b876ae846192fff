"""What is set right in IPython before the first cell."""

import contextlib
import faulthandler
import importlib
import os

from . import errors, figures, streams, system, threads
from .streams import CELL, STATE


def install(app, log):
    """Apply all cures to the shell of this application."""
    shell, notice = app.shell, app.numbering.notice
    faulthandler.enable(file=log)  # fd 2 is read by the process that dies
    shell.events.register("pre_execute", _before_cell)
    shell.events.register("post_execute", streams.restore)
    _plain_code_names(shell)
    _keep_no_copies(shell)
    threads.install(shell)
    system.install(shell)
    errors.install(shell, notice)
    figures.install(shell)
    if os.environ.get("PIP_NO_INDEX"):
        system.watch_pip(shell, notice)


def _before_cell():
    CELL.set(STATE.cell)
    importlib.invalidate_caches()  # folder times are coarse: a new package may be missed


def _keep_no_copies(shell):
    """Keep IPython 9 from storing all output and formatting each traceback twice.

    It replaces the stream's write() during a cell and holds what was printed for an export
    that we don't use: 100 MB printed were 100 MB held, and half as fast. Without the
    instance's write(), a cell that set sys.stdout to None can't break the next one either.
    """
    shell._tee = lambda *args, **kwargs: contextlib.nullcontext()

    def stored(error, *args, **kwargs):
        # str() may raise: here IPython still catches that, later the reply would be lost
        return {"ename": type(error).__name__, "evalue": str(error), "traceback": []}

    shell._format_exception_for_storage = stored


def _plain_code_names(shell):
    """Name cells ``<ipython-input-N-HASH>`` instead of a file in /tmp that doesn't exist.

    ipykernel does that for its debugger, with a hash in pure Python that takes seconds for
    a large cell. numba and joblib know this form.
    """
    from IPython.core.compilerop import CachingCompiler

    shell.compile.get_code_name = CachingCompiler.get_code_name.__get__(shell.compile)
