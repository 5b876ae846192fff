"""What is set right in IPython before the first cell."""

import faulthandler
import importlib

from . import streams
from .streams import CELL, STATE


def install(app, log):
    """Apply all cures to the shell of this application."""
    shell = app.shell
    faulthandler.enable(file=log)  # fd 2 is read by the process that dies
    shell.events.register("pre_execute", _before_cell)


def _before_cell():
    CELL.set(STATE.cell)
    importlib.invalidate_caches()
    streams.restore()
