# SPDX-License-Identifier: GPL-3.0-or-later
import matplotlib.pyplot as plt

numeric = [
    name
    for name in table.select_dtypes("number").columns
    if table[name].notna().any() and table[name].dtype != bool
]
dated = list(table.select_dtypes(["datetime", "datetimetz"]).columns)
texts = [name for name in table.columns if name not in numeric and name not in dated]
years = [name for name in numeric if str(name).lower() in ("year", "jahr", "année", "anno", "año")]

if len(table):
    print()
    print(table.iloc[:, :12].head(10).to_string(max_colwidth=40))
    print()
    if numeric:
        print(table[numeric[:8]].describe().to_string(float_format="{:,.6g}".format))
    else:
        print(table.iloc[:, :8].describe().to_string(max_colwidth=40))

print()
print(f"Rows: {len(table):,}")
print(f"Columns: {table.shape[1]:,}")
for name in table.columns[:30]:
    column = table[name]
    facts = [f"{column.isna().sum():,} empty"] if column.isna().any() else []
    if name in numeric:
        facts.insert(0, f"{column.min():,.6g} to {column.max():,.6g}, mean {column.mean():,.6g}")
    elif name in dated and column.notna().any():
        facts.insert(0, f"{column.min():%Y-%m-%d} to {column.max():%Y-%m-%d}")
    print(f"  {str(name)[:60]}: {column.dtype}{'; ' + '; '.join(facts) if facts else ''}")
if table.shape[1] > 30:
    print(f"  and {table.shape[1] - 30:,} more columns")

shown = [name for name in numeric if name not in years][:6]
if shown and len(table) > 1 and (dated or years):
    x = (dated or years)[0]
    table.sort_values(x).plot(x=x, y=shown, subplots=True, figsize=(8, 1.5 + 1.8 * len(shown)))
    plt.tight_layout()
    plt.show()
elif shown and len(table):
    figure, axes = plt.subplots(len(shown), 1, figsize=(8, 1 + 2 * len(shown)), squeeze=False)
    for ax, name in zip(axes[:, 0], shown):
        ax.hist(table[name].dropna(), bins=min(40, max(5, table[name].nunique())))
        ax.set_title(str(name)[:60].replace("$", r"\$"))
    plt.tight_layout()
    plt.show()
elif len(table) and texts and table[texts[0]].nunique() > 0:
    counts = table[texts[0]].astype(str).value_counts().head(20)
    plt.barh([label[:40].replace("$", r"\$") for label in counts.index[::-1]], counts.values[::-1])
    plt.title(f"Most frequent: {str(texts[0])[:60]}".replace("$", r"\$"))
    plt.tight_layout()
    plt.show()
