"""Runs cells for the test of the built-in model: a JSON list of {"code", "folder"} on stdin, a JSON
list of what came of each on stdout. Each has a namespace of its own; figures are counted."""

import contextlib
import io
import json
import os
import sys
import traceback

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import pandas as pd


def kind(column):
    if pd.api.types.is_datetime64_any_dtype(column):
        return "d"
    if pd.api.types.is_integer_dtype(column):
        return "i"
    return "f" if pd.api.types.is_float_dtype(column) else "s"


def run(cell):
    figures = 0

    def show():
        nonlocal figures
        for number in plt.get_fignums():
            plt.figure(number).canvas.draw()
            figures += 1
        plt.close("all")

    plt.show = show
    os.chdir(cell["folder"])
    names, out, error = {}, io.StringIO(), ""
    with contextlib.redirect_stdout(out):
        try:
            exec(compile(cell["code"], "cell", "exec"), names)
        except BaseException:
            error = traceback.format_exc()
    table = names.get("table")
    if table is None:
        table = pd.DataFrame()
    return {
        "out": out.getvalue(),
        "error": error,
        "figures": figures,
        "rows": table.shape[0],
        "columns": [str(name) for name in table.columns[:50]],
        "width": table.shape[1],
        "kinds": "".join(kind(table.iloc[:, i]) for i in range(min(50, table.shape[1]))),
        "last": [str(value) for value in table.iloc[-1, :50]] if len(table) else [],
    }


sys.stdout.reconfigure(encoding="utf-8")
json.dump([run(cell) for cell in json.load(sys.stdin)], sys.stdout)
