"""one_cause.py FOLDER: do the list, the summary and the details name one cause for each kernel?

The folder has captures of the screen: list, summary, and details.1, details.2 ... of the rows of the list. Prints what
differs; the exit status says whether anything does.
"""
import pathlib
import re
import sys


def lines(path):
    return path.read_text(encoding="utf-8").splitlines()


def column(rows, title):
    heading = next(row for row in rows if title in row)
    return heading.index(title), rows.index(heading) + 1


def called(text):
    return re.match(r"[\w:]*", text)[0].split("::")[-1]


def main():
    folder = pathlib.Path(sys.argv[1])
    rows = lines(folder / "list")
    at, first = column(rows, "Limited by")
    kernel_at = rows[first - 1].index("Kernel")
    limits = {called(row[kernel_at:]): row[at:].rstrip(" …") for row in rows[first:] if re.match(r"[ ▸] +\d+ ", row)}
    causes = {}
    rows = lines(folder / "summary")
    (at, first), (kernel_at, _) = column(rows, "Cause"), column(rows, "Kernel")
    for row in rows[first:]:
        if row[1:2] == "◆":
            causes.setdefault(called(row[kernel_at:]), row[at:].split(" · ")[0].rstrip(" …"))
    shown = {}
    for path in folder.glob("details.*"):
        rows = lines(path)
        banner = re.match(r" ◆ (.*?) · ", rows[2])
        shown[called(re.sub(r"^ ‹ \d+ ", "", rows[1]))] = banner[1] if banner else None
    wrong = [f"{kernel}: list {limits.get(kernel)}, summary {cause}, details {shown.get(kernel)}"
             for kernel, cause in causes.items()
             if not limits.get(kernel) or not cause.startswith(limits[kernel]) or shown.get(kernel) != cause]
    print("\n".join(wrong))
    return bool(wrong) or len(causes) < 5 or len(shown) != len(limits)


sys.exit(main())
