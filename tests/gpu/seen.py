"""seen.py OUTPUT...: what a script sees of what a profiler printed, one thing a line, sorted, without the values.

Of a table in CSV: its columns, and for each row kernel, section, metric and unit. Of text: the titles of sections, and label and
unit of each row. Units stand without their prefix, since a value near a limit may be scaled either way. Findings, messages and
lines of the program are left out.
"""

import csv
import re
import sys

SCALED = re.compile(r"^(?:[munpKMGT](?=s$|second|byte|inst|hz|B)|[munpKMGT](?=byte/|cycle/|sector/))")
ROW = re.compile(r"^    (\S.*?)\s{2,}(?:(\S+)\s+)?(?:\(!\) )?(?:[-+.,:()\d]+|n/a|no data|\S+)\s*$")
SECTION = re.compile(r"^    Section: (.*)$")


def unit(text):
    return SCALED.sub("", text)


def of_csv(rows):
    header = rows[0]
    yield "columns " + ",".join(header)
    column = {name: number for number, name in enumerate(header)}
    for row in rows[1:]:
        if len(row) != len(header):
            continue
        cells = [row[column[name]] for name in ("Kernel Name", "Section Name", "Metric Name", "Metric Unit") if name in column]
        if "Metric Unit" in column:
            cells[-1] = unit(cells[-1])
            if not row[column["Metric Name"]]:
                continue  # a finding, in words of each tool's own
        if not row[0]:
            cells = [unit(cell) for cell in row]
        yield "row " + "|".join(cells)


def of_text(lines):
    for line in lines:
        section, row = SECTION.match(line), ROW.match(line)
        if section:
            yield "section " + section.group(1).strip()
        elif row and not line.lstrip().startswith(("OPT", "INF", "WRN", "Section", "Metric Name", "---")):
            yield "row %s [%s]" % (row.group(1), unit(row.group(2) or ""))


def seen(path):
    with open(path, errors="replace") as file:
        lines = [line.rstrip("\n") for line in file]
    first = next((i for i, line in enumerate(lines) if line.startswith('"ID"')), None)
    if first is None:
        return sorted(of_text(lines))
    table = [line for line in lines[first:] if line.startswith('"')]
    return sorted(of_csv(list(csv.reader(table))))


for name in sys.argv[1:]:
    print("\n".join(seen(name)))
