"""Threads and tasks keep the cell that started them, so late output lands under it."""

import asyncio
import concurrent.futures
import contextvars
import threading

from .streams import CELL, STATE


def install(shell):
    """Let threads, pool workers and (by themselves) tasks run in their cell's context."""
    _wrap_start()
    _wrap_submit()
    before = []

    def note_tasks():
        before[:] = [_tasks()]

    def keep_left_over():
        STATE.tasks.update(task for task in _tasks() - (before[0] if before else set()))
        before.clear()

    shell.events.register("pre_execute", note_tasks)
    shell.events.register("post_execute", keep_left_over)


def _tasks():
    try:
        return asyncio.all_tasks() - {asyncio.current_task()}
    except RuntimeError:  # no loop runs here
        return set()


def _wrap_start():
    start = threading.Thread.start

    def start_in_context(self):
        if CELL.get() is not None:
            STATE.threads.add(self)
            context, inner = contextvars.copy_context(), self._bootstrap_inner

            def bootstrap():  # around excepthook as well, not only run()
                self.__dict__.pop("_bootstrap_inner", None)
                context.run(inner)

            self._bootstrap_inner = bootstrap
        start(self)

    start_in_context.__name__ = "start"
    start_in_context.__doc__ = start.__doc__
    threading.Thread.start = start_in_context


def _wrap_submit():
    pool = concurrent.futures.ThreadPoolExecutor
    submit = pool.submit

    def submit_in_context(self, fn, /, *args, **kwargs):
        if CELL.get() is None:
            return submit(self, fn, *args, **kwargs)
        return submit(self, contextvars.copy_context().run, fn, *args, **kwargs)

    submit_in_context.__name__ = "submit"
    submit_in_context.__doc__ = submit.__doc__
    pool.submit = submit_in_context
