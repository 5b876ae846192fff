# SPDX-License-Identifier: GPL-3.0-or-later
from pathlib import Path

import pandas as pd

path = Path("{{file}}")
kind = path.suffix.lower()
if path.stat().st_size == 0:
    table = pd.DataFrame()
    print("The file is empty: 0 bytes.")
elif kind in (".xlsx", ".xlsm"):
    sheets = pd.read_excel(path, sheet_name=None)
    name, table = next(iter(sheets.items()))
    if len(sheets) > 1:
        print(f"Sheets: {', '.join(sheets)}; this is {name}")
elif kind == ".parquet":
    table = pd.read_parquet(path)
elif kind == ".json":
    try:
        table = pd.json_normalize(pd.read_json(path, typ="series").to_list())
    except (ValueError, AttributeError):
        table = pd.read_json(path)
else:
    table = pd.read_json(path, lines=True)
print(f"File: {path.name}")
