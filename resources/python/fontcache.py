# Fills MPLCONFIGDIR with matplotlib's list of fonts and a matplotlibrc that draws Chinese, Japanese
# and Korean. Only fonts that a sandbox sees too are listed: below the folders given as arguments.
import glob
import os
import sys

try:
    import matplotlib
    from matplotlib import font_manager
except ImportError:
    sys.exit(0)

FAMILIES = (
    "Noto Sans CJK JP",
    "Noto Sans CJK SC",
    "Noto Sans CJK KR",
    "Noto Sans JP",
    "Noto Sans SC",
    "Noto Sans KR",
    "Source Han Sans",
    "WenQuanYi Micro Hei",
    "WenQuanYi Zen Hei",
    "Droid Sans Fallback",
    "Hiragino Sans",
    "Apple SD Gothic Neo",
    "Yu Gothic",
    "Microsoft YaHei",
    "Malgun Gothic",
)

folder = os.environ["MPLCONFIGDIR"]
roots = [os.path.join(root, "") for root in sys.argv[1:]]
manager = font_manager.fontManager


def visible(entry):
    path = os.path.abspath(entry.fname)
    return any(path.startswith(root) for root in roots)


manager.ttflist = [entry for entry in manager.ttflist if visible(entry)]
manager.afmlist = [entry for entry in manager.afmlist if visible(entry)]
for path in glob.glob(os.path.join(folder, "fontlist-*.json")):
    font_manager.json_dump(manager, path)

installed = {entry.name for entry in manager.ttflist}
wanted = ["DejaVu Sans"] + [name for name in FAMILIES if name in installed][:3]
with open(os.path.join(folder, "matplotlibrc"), "w", encoding="utf-8") as file:
    file.write("font.family: %s\n" % ", ".join(wanted))
print("\n".join(wanted))
