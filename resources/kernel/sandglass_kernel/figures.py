"""Figures: sharp, once each, and shown under Agg too."""

import functools
import importlib.abc
import importlib.util
import sys

FORMATS = {"retina"}  # PNG at twice the size, with width and height in the metadata
SAVED = "_sandglass_saved"


def install(shell):
    """Configure the inline backend and register what runs at a cell's end.

    These callbacks are registered before the inline backend's own, which shows and closes
    all open figures, so they run before it.
    """
    shell.config.InlineBackend.figure_formats = FORMATS
    shown = _note_shown(shell)
    shell.events.register("post_execute", lambda: _close_shown(shown))
    shell.events.register("post_execute", lambda: _show_agg(shell))
    sys.meta_path.insert(0, AfterImport({"matplotlib.figure": _note_savefig,
                                         "altair": _altair_as_data}))


def _note_shown(shell):
    """A list of the figures that were a cell's last value: they would come twice."""
    shown = []
    compute = shell.displayhook.compute_format_data

    def compute_and_note(result):
        if _is_figure(result):
            shown.append(result)
        return compute(result)

    shell.displayhook.compute_format_data = compute_and_note
    return shown


def _is_figure(value):
    module = sys.modules.get("matplotlib.figure")
    return module is not None and isinstance(value, getattr(module, "Figure", ()))


def _close_shown(shown):
    pyplot = sys.modules.get("matplotlib.pyplot")
    while shown:
        figure = shown.pop()
        if pyplot is not None:
            pyplot.close(figure)


def _show_agg(shell):
    """Show what ``matplotlib.use('Agg')`` would leave unseen, unless it was saved."""
    pyplot, matplotlib = sys.modules.get("matplotlib.pyplot"), sys.modules.get("matplotlib")
    if pyplot is None or str(matplotlib.rcParams._get("backend")).lower() != "agg":
        return
    from IPython.core.pylabtools import select_figure_formats
    from IPython.display import display

    figures = [pyplot.figure(number) for number in pyplot.get_fignums()]
    figures = [figure for figure in figures if not getattr(figure, SAVED, False)]
    if figures:
        select_figure_formats(shell, FORMATS, bbox_inches="tight")
    for figure in figures:
        display(figure)
        pyplot.close(figure)


def _note_savefig(module):
    save = module.Figure.savefig

    @functools.wraps(save)  # pyplot looks at its name and signature
    def savefig(self, *args, **kwargs):
        setattr(self, SAVED, True)
        return save(self, *args, **kwargs)

    module.Figure.savefig = savefig


def _altair_as_data(module):
    module.renderers.enable("mimetype")  # its default loads scripts from the network


class AfterImport(importlib.abc.MetaPathFinder):
    """Calls a function once with a module that was just imported."""

    def __init__(self, actions):
        self._actions = actions

    def find_spec(self, name, path=None, target=None):
        action = self._actions.pop(name, None)
        if action is None:
            return None
        spec = importlib.util.find_spec(name)
        if spec is None or spec.loader is None:
            return spec
        execute = spec.loader.exec_module

        def exec_module(module):
            execute(module)
            try:
                action(module)
            except Exception:
                pass  # a version we don't know: then without the cure

        spec.loader.exec_module = exec_module
        return spec
