#!/usr/bin/env python3
"""What ncu's Python module reads in a report, held against a raw page.

    read_report.py REPORT RAW.csv [MODULE_FOLDER]

RAW.csv is `rooftop -i REPORT --page raw --csv --print-fp --print-units base`. Every cell of it must be
the module's value of that metric: text equal, numbers equal to the digits printed. Where there is no
value, the module has none or 0, and the cell, as ncu's, is empty or says "no data". Metrics
that the module knows and the page lacks count as missing, but lists of metrics, which pages leave out.
Prints a line with the counts, the first differences before it; status 0 if there are none.
"""
import csv
import sys

# The last of the columns that name the launch and are no metrics.
LAST_IDENTITY = "CC"
LISTS = ("group:", "breakdown:", "regex:")
NO_VALUE = ("", "no data")


def differs(metric, cell):
    value = metric.value()
    if isinstance(value, str):
        return value != cell
    if value is None or not metric.has_value():
        return cell not in NO_VALUE
    if cell in NO_VALUE:
        return value != 0
    text = cell.replace(",", "")
    digits = len(text.partition(".")[2])
    try:
        printed = float(text)
    except ValueError:
        return True
    if value != value or printed != printed:
        return (value == value) != (printed == printed)
    return abs(printed - value) > 0.500001 * 10**-digits + 1e-15 * abs(value)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.path[:0] = sys.argv[3:4]
    import ncu_report

    with open(sys.argv[2], newline="") as page:
        rows = list(csv.reader(page))
    heading, rows = rows[0], rows[2:]
    first = heading.index(LAST_IDENTITY) + 1
    actions = [action for part in ncu_report.load_report(sys.argv[1]) for action in part]
    found = []
    values = instances = 0
    if len(actions) != len(rows):
        found.append(f"{len(actions)} results in the module, {len(rows)} in the page")
    for action, row in zip(actions, rows):
        cells = dict(zip(heading[first:], row[first:]))
        named = dict(zip(heading[:first], row[:first]))
        full = action.name(ncu_report.IAction.NameBase_DEMANGLED)
        if named["Kernel Name"] not in (full, full.removeprefix("void ")):
            shorter = named["Kernel Name"].split("(")[0].split("<")[0].split("::")[-1]
            if shorter not in full:
                found.append(f"kernel {named['Kernel Name']!r}, in the module {full!r}")
        for name in action.metric_names():
            if name.startswith(LISTS):
                continue
            metric = action[name]
            values += 1
            instances += metric.num_instances()
            if name not in cells:
                found.append(f"{name} is missing from the page")
            elif differs(metric, cells[name]):
                found.append(f"{name}: {cells[name]!r}, in the module {metric.value()!r}")
    for line in found[:10]:
        print("  " + line)
    print(f"{len(actions)} results, {values} values, {instances} instances, {len(found)} different")
    sys.exit(1 if found else 0)


main()
