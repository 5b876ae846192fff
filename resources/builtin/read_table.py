# SPDX-License-Identifier: GPL-3.0-or-later
import codecs
import csv
import re
from collections import Counter
from itertools import islice
from pathlib import Path

import pandas as pd

path = Path("{{file}}")
SAMPLE = 1_000_000  # characters that the guesses are made from
MOST_ROWS = 1_000_000  # rows that are read of a file over 200 MB
csv.field_size_limit(2**31 - 1)


def find_encoding(path):
    with path.open("rb") as file:
        head = file.read(4096)
        if head.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
            return "utf-32"
        if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            return "utf-16"
        if head.count(0) > len(head) // 4:  # UTF-16 without its mark
            return "utf-16-le" if head[1::2].count(0) >= head[0::2].count(0) else "utf-16-be"
        decoder = codecs.getincrementaldecoder("utf-8")()
        try:
            while head:
                decoder.decode(head)
                head = file.read(1 << 20)
            decoder.decode(b"", final=True)
        except UnicodeDecodeError:
            return "cp1252"
    with path.open("rb") as file:
        return "utf-8-sig" if file.read(3) == codecs.BOM_UTF8 else "utf-8"


def open_text(path, encoding):
    # A few bytes have no meaning in cp1252: they are shown as a replacement character.
    return path.open(encoding=encoding, errors="replace", newline="")


def records(text, delimiter, quoting):
    return csv.reader(text, delimiter=delimiter, quoting=quoting)


def usual_width(rows):
    """The commonest number of fields, and the share of the rows that have it."""
    widths = Counter(len(row) for row in rows if row)
    if not widths:
        return 1, 0.0
    width, count = max(widths.items(), key=lambda item: (item[1], item[0]))
    return width, count / widths.total()


def find_form(sample, is_whole):
    """Delimiter and quoting with which the rows are most alike."""
    lines = sample.splitlines(keepends=True)
    if not is_whole and len(lines) > 1:
        lines.pop()
    best = (0.0, "\x1f", csv.QUOTE_MINIMAL)  # one column
    if all(re.fullmatch(r"[-+]?\d+,\d+\s*", line) for line in lines[1:] if line.strip()):
        if "," not in lines[0]:
            return best[1:]  # one column of numbers with a decimal comma
    for quoting in (csv.QUOTE_MINIMAL, csv.QUOTE_NONE):
        for delimiter in ",;\t|":
            rows = list(islice(records(lines, delimiter, quoting), 2000))
            width, share = usual_width(rows)
            if width < 2 or share < 0.4 or (len(rows) > 2 and share * len(rows) < 2):
                continue
            cells = [cell for row in rows if len(row) == width for cell in row]
            others = ",;\t|".replace(delimiter, "") + ("" if quoting == csv.QUOTE_MINIMAL else '"')
            numbers = re.compile(r"\s*[-+]?[\d.,]+%?\s*")
            mixed = sum(
                any(c in cell for c in others) and not numbers.fullmatch(cell) for cell in cells
            )
            score = share - 0.5 * mixed / len(cells)
            # A lone quote swallows what follows it, so that few rows are left.
            score *= min(1.0, 2 * len(rows) / max(1, min(len(lines), 2000)))
            if score > best[0] + 0.001:
                best = (score, delimiter, quoting)
    return best[1], best[2]


NUMBER = re.compile(r"\s*[-+]?(\d+([.,]\d+)*|[.,]\d+)([eE][-+]?\d+)?\s*%?\s*")


def is_number(cell):
    return NUMBER.fullmatch(cell) is not None


def find_header(rows):
    """Index of the row with the names (None: there is none) and of the first row of data."""
    width, _ = usual_width(rows)
    first = next((i for i, row in enumerate(rows) if len(row) == width), 0)
    if not rows:
        return None, 0
    if first > 0 and width > 1 and len(rows[first - 1]) == width - 1 and all(rows[first - 1]):
        if not rows[first][-1] or any(map(is_number, rows[first])):
            return first - 1, first  # no name for the row labels, or a delimiter too many
    names, body = rows[first], [row for row in rows[first + 1 :] if len(row) == width]
    for_header = for_data = 0
    for i, name in enumerate(names):
        cells = [row[i] for row in body if row[i].strip()]
        numeric = sum(map(is_number, cells)) > 0.7 * len(cells) if cells else False
        if numeric and name.strip():
            is_year = re.fullmatch(r"(19|20)\d\d", name.strip()) is not None and i > 0
            for_data += is_number(name) and not is_year
            for_header += not is_number(name) or is_year
    if for_data and for_data >= for_header:
        return None, first
    if not for_header and any(is_number(name) for name in names):
        return None, first
    return first, first + 1


def column_names(header, body, width):
    """`width` different names; a row label's column and columns without a name get one."""
    names = [re.sub(r"\s+", " ", name).strip() for name in header]
    usual, _ = usual_width(body)
    if names and len(names) == usual - 1 and any(row[-1] for row in body if len(row) == usual):
        names.insert(0, "row")
    names += [""] * (width - len(names))
    seen = Counter()
    for i, name in enumerate(names):
        name = name or f"column {i + 1}"
        seen[name] += 1
        names[i] = name if seen[name] == 1 else f"{name} ({seen[name]})"
        while names[i] in names[:i]:
            seen[name] += 1
            names[i] = f"{name} ({seen[name]})"
    return names


def find_decimal(rows, delimiter):
    cells = [cell.strip() for row in rows for cell in row]
    comma = sum(re.fullmatch(r"[-+]?(\d+|\d{1,3}([. ]\d{3})+),\d+", cell) is not None for cell in cells)
    point = sum(re.fullmatch(r"[-+]?(\d+|\d{1,3}(,\d{3})+)\.\d+", cell) is not None for cell in cells)
    groups = [cell for cell in cells if re.fullmatch(r"[-+]?[1-9]\d{0,2}(,\d{3})+", cell)]
    # "1,234" is thousands between commas, or where there are longer ones; else a decimal comma.
    if groups and (delimiter == "," or any(cell.count(",") > 1 for cell in groups)):
        comma -= sum(cell.count(",") == 1 for cell in groups)
    return "," if comma > point else "."


def numbers_from_text(column, decimal):
    """Numbers with thousands marks, a per cent sign or the other decimal mark."""
    text = column.dropna().astype(str).str.strip()
    if text.empty or text.str.fullmatch(r"0\d+").any():
        return None
    other = "." if decimal == "," else ","
    for mark, group in ((decimal, other), (other, decimal)):
        form = rf"[-+]?(\d{{1,3}}([{group}' \u00a0\u202f]\d{{3}})+|\d{{1,17}})([{mark}]\d+)?\s*%?"
        if text.str.fullmatch(form).all():
            text = text.str.replace(rf"[{group}' \u00a0\u202f%]", "", regex=True)
            return pd.to_numeric(text.str.replace(mark, ".", regex=False)).reindex(column.index)
    return None


DATES = ["ISO8601", "%d.%m.%Y", "%d.%m.%Y %H:%M", "%d.%m.%Y %H:%M:%S", "%d.%m.%y", "%Y/%m/%d",
         "%d/%m/%Y", "%m/%d/%Y", "%d/%m/%Y %H:%M", "%m/%d/%Y %H:%M", "%d-%m-%Y", "%d %b %Y",
         "%b %d, %Y", "%B %d, %Y", "%d-%b-%Y"]  # fmt: skip


def dates_from_text(column, decimal):
    text = column.dropna().astype(str).str.strip()
    if text.empty or not text.str.fullmatch(r".*\d.*[-/. ].*\d.*").all():
        return None
    formats = list(DATES)
    if decimal == ".":  # 01/02/2024 can be either; points go with the month first
        formats = sorted(DATES, key=lambda form: not form.startswith("%m/"))
        formats.insert(0, "ISO8601")
    for form in formats:
        for utc in (False, True) if form == "ISO8601" else (False,):  # True: zones that differ
            try:
                return pd.to_datetime(text, format=form, utc=utc).reindex(column.index)
            except (ValueError, TypeError, OverflowError):
                continue
    return None


def read_table(path):
    encoding = find_encoding(path)
    with open_text(path, encoding) as file:
        sample = file.read(SAMPLE)
        is_whole = not file.read(1)
    delimiter, quoting = find_form(sample, is_whole)
    if not sample.strip("\r\n\t ,;|\0"):
        print(f"File: {path.name}")
        print("The file holds only empty lines.")
        return pd.DataFrame()
    lines = sample.splitlines(keepends=True)
    rows = list(islice(records(lines, delimiter, quoting), 2000))
    header, start = find_header(rows)
    limit = None if path.stat().st_size < 200_000_000 else MOST_ROWS
    with open_text(path, encoding) as file:
        widths = Counter(map(len, islice(records(file, delimiter, quoting), start, limit)))
    widths.pop(0, None)
    width = max([*widths, len(rows[header]) if header is not None else 1])
    body = rows[start:]
    names = column_names(rows[header] if header is not None else [], body, width)
    decimal = find_decimal(body, delimiter)
    # Numbers with leading zeros or many digits are names of things: they stay text.
    code = re.compile(r"\s*(0\d+|\d{19,})\s*")
    as_text = {names[i]: str for row in body for i, cell in enumerate(row)
               if i < width and code.fullmatch(cell)}  # fmt: skip

    with open_text(path, encoding) as file:
        for _ in islice(records(file, delimiter, quoting), start):
            pass
        table = pd.read_csv(file, sep=delimiter, quoting=quoting, header=None, names=names,
                            index_col=False, decimal=decimal, dtype=as_text, nrows=limit,
                            skipinitialspace=True, low_memory=False)  # fmt: skip
    unnamed = [name for name in names if name.startswith("column ") and table[name].isna().all()]
    if header is not None:
        table = table.drop(columns=unnamed)
    for name in table.columns:
        if name in as_text or pd.api.types.is_numeric_dtype(table[name]):
            continue
        for convert in (numbers_from_text, dates_from_text):
            converted = convert(table[name], decimal)
            if converted is not None:
                table[name] = converted
                break

    titles = [row for row in rows[: start if header is None else header] if row]
    mark = {",": "comma", ";": "semicolon", "\t": "tab", "|": "vertical bar"}.get(delimiter)
    print(f"File: {path.name}")
    print(f"Encoding: {encoding}")
    print(f"Delimiter: {mark or 'none, one column'}")
    print(f"Decimal mark: {'comma' if decimal == ',' else 'point'}")
    print(f"Names of the columns: {'none in the file' if header is None else 'from the file'}")
    if titles:
        print(f"Lines before the table: {len(titles)}")
    if len(widths) > 1:
        print(f"Rows of unequal length: {min(widths)} to {max(widths)} fields")
    if limit is not None:
        print(f"Only the first {limit:,} rows were read: the file is large.")
    return table


if path.stat().st_size == 0:
    table = pd.DataFrame()
    print(f"File: {path.name}")
    print("The file is empty: 0 bytes.")
else:
    table = read_table(path)
