"""rooftop_report: reports of GPU profiles for scripts and notebooks.

The objects are those of ncu_report, with more to them:

    import rooftop_report
    report = rooftop_report.open("report.ncu-rep")
    report.table(["gpu__time_duration.sum", "sm__throughput.avg.pct_of_peak_sustained_elapsed"])
    for one in report.opportunities():
        print(one["kernel"], one["title"], one["saving"])

Some calls run the program rooftop: ROOFTOP names it, else it is looked up in PATH. rooftop-python(3) has examples.
"""
import json
import math
import os

from . import _objects
from ._objects import IMetric, IRuleResult, MarkerKind, MsgType, SpeedupType
from ._reader import Reader


def program():
    """The path of the program rooftop. Raises FileNotFoundError if there is none."""
    import shutil
    found = shutil.which(os.environ.get("ROOFTOP") or "rooftop")
    if not found:
        raise FileNotFoundError(2, "the program rooftop was not found: put it into PATH, or its path into ROOFTOP", "rooftop")
    return found


class Error(RuntimeError):
    """rooftop said that something is wrong."""


def _options(options):
    """Options of the command line: kernel_name="x" is --kernel-name x, a list repeats the option, True stands alone."""
    words = []
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        for one in value if isinstance(value, (list, tuple)) else [value]:
            words += [option] if one is True else [] if one in (None, False) else [option, str(one)]
    return words


def _run(words, good=(0,)):
    import subprocess
    done = subprocess.run([program(), *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode not in good:
        raise Error(done.stderr.decode("utf-8", "replace").strip() or f"rooftop ended with status {done.returncode}")
    return done.stdout.decode("utf-8", "surrogateescape")


class Action(_objects.IAction):
    """A result: what IAction of ncu_report is, and more."""
    __slots__ = ()

    @property
    def index(self):
        """The place of the result in the report."""
        return self._number

    def facts(self):
        """What the result is, as a dictionary: kind, names, grid, block, process, NVTX ranges, what limits it."""
        return dict(self._facts())

    def findings(self):
        """What rules found, as stored in the report: a list of dictionaries."""
        return [{"rule": result.rule_identifier(), "rule_name": result.name(), "section": result.section_identifier(),
                 "type": MsgType(result.rule_message()["type"]).name.lower(), "title": result.rule_message()["title"],
                 "text": result.rule_message()["message"],
                 "speedup": result.speedup_estimation()["speedup"] if result.has_speedup_estimation() else None,
                 "local": result.speedup_estimation()["type"] == SpeedupType.LOCAL if result.has_speedup_estimation() else None,
                 "metrics": result.focus_metrics(), "tables": result.result_tables()}
                for result in self.rule_results()]

    def instructions(self, metric="inst_executed"):
        """The values of a metric by instruction: a list of address, value, file, line. The text is sass_by_pc(address)."""
        found = self[metric]
        ids = found.correlation_ids()
        rows = []
        for i in range(found.num_instances() if ids is not None else 0):
            address = ids.as_uint64(i)
            place = self._reader.line(self._number, address)
            rows.append({"address": address, "value": found.value(i), "file": place[0] if place else None,
                         "line": place[1] if place else None})
        return rows

    def source_lines(self, metric="inst_executed"):
        """The values of a metric by source line, largest first: file, line, value, share, instructions, text."""
        lines, total = {}, 0
        for row in self.instructions(metric):
            total += row["value"]
            if row["file"] is not None:
                line = lines.setdefault((row["file"], row["line"]), {"file": row["file"], "line": row["line"], "value": 0,
                                                                     "share": 0.0, "instructions": 0, "text": ""})
                line["value"] += row["value"]
                line["instructions"] += 1
        texts = {path: content.splitlines() for path, content in self.source_files().items()}
        for line in lines.values():
            line["share"] = line["value"] / total if total else 0.0
            content = texts.get(line["file"], ())
            line["text"] = content[line["line"] - 1].strip() if line["line"] <= len(content) else ""
        return sorted(lines.values(), key=lambda line: -line["value"])

    hot_spots = source_lines


class Range(_objects.IRange):
    """A range of results."""
    __slots__ = ()

    _action = Action


class Report(_objects.IContext):
    """An open report, or several as one."""
    __slots__ = ("_paths",)

    _range = Range

    @property
    def actions(self):
        """All results, in their order."""
        return self[0][:] if len(self) else ()

    def facts(self):
        """What the files of the report are: path, host, command, versions, damage."""
        return self._reader.facts()

    # --- what is chosen ---

    def _words(self, options):
        return [word for path in self._paths for word in ("-i", path)] + _options(options)

    def filter(self, **options):
        """The results that the options of rooftop choose: filter(kernel_name="regex:gemm", launch_count=3,
        nvtx_include="forward/"). Runs rooftop."""
        if not options:
            return self.actions
        text = _run(self._words(options) + ["--page", "raw", "--csv", "--metrics", "launch__grid_size"])
        import csv
        import io
        rows = list(csv.DictReader(io.StringIO(text)))[1:]
        if len(self._paths) == 1:
            return tuple(self[0][int(row["ID"])] for row in rows)
        first = {file["name"]: file["first"] for file in self.facts()["files"]}
        return tuple(self[0][first.get(row.get("Report"), 0) + int(row["ID"])] for row in rows)

    # --- columns ---

    def table(self, metrics, actions=None, numpy=None):
        """Whole columns: {"id": ..., "name": ..., metric: values}. A number that a result lacks is NaN. Columns of numbers are
        arrays of NumPy if it is installed (numpy=False: lists); metrics that are texts are lists of them."""
        metrics = list(metrics)
        numbers = range(self._reader.count) if actions is None else [action._number for action in actions]
        functions = self._reader.functions()
        columns = {"id": list(numbers), "name": [functions[i] for i in numbers]}
        make = _numpy() if numpy is None else (_numpy() if numpy else None)
        columns.update((metric, [values[i] for i in numbers]) for metric, values in zip(metrics, self._reader.table(metrics)))
        # What has no number may be a text.
        blank = [metric for metric in dict.fromkeys(metrics) if numbers and all(map(math.isnan, columns[metric]))]
        texts = dict(zip(blank, self._reader.texts(blank))) if blank else {}
        for metric in dict.fromkeys(metrics):
            column = [texts[metric][i] for i in numbers] if metric in texts else ()
            if any(one is not None for one in column):
                columns[metric] = column
            elif make:
                columns[metric] = make(columns[metric])
        return columns

    def to_pandas(self, metrics, actions=None):
        """The table as a DataFrame of pandas."""
        import pandas
        return pandas.DataFrame(self.table(metrics, actions)).set_index("id")

    def to_polars(self, metrics, actions=None):
        """The table as a DataFrame of polars; a number that a result lacks is null, which polars leaves out of sums as
        pandas leaves out NaN."""
        import polars
        return polars.DataFrame(self.table(metrics, actions)).fill_nan(None)

    # --- what rules found ---

    def findings(self):
        """All findings that the report holds, each with the index and the name of its result."""
        return [{"id": action._number, "name": action.name(), **finding} for action in self.actions
                for finding in action.findings()]

    def opportunities(self, **options):
        """What the findings could save over all results, largest first. Runs rooftop."""
        page = json.loads(_run(self._words(options) + ["--page", "summary", "--json"]))
        return page["opportunities"]

    # --- pages, copies, comparisons ---

    def page(self, page="details", form="text", **options):
        """A page as text, or with form="markdown" or "csv" in that form, or with form="json" as Python values. Runs
        rooftop."""
        form_option = {"text": [], "json": ["--json"], "markdown": ["--markdown"], "csv": ["--csv"]}[form]
        text = _run(self._words(options) + ["--page", page, *form_option])
        return json.loads(text) if form == "json" else text

    def save(self, path, overwrite=False, **options):
        """Writes a copy with the results that the options choose, and opens it. Runs rooftop."""
        _run(self._words(options) + ["-o", os.fspath(path)] + (["-f"] if overwrite else []))
        path = os.fspath(path)
        return open(path if os.path.exists(path) else path + ".ncu-rep")

    def diff(self, baseline, **options):
        """What changed since another report, a Report or a path, as a dictionary: see rooftop-json(5). Runs rooftop."""
        before = baseline._paths[0] if isinstance(baseline, Report) else os.fspath(baseline)
        return json.loads(_run(["diff", before, self._paths[0], "--json", *_options(options)], good=(0, 1)))

    # --- notebooks ---

    _SHOWN = (("Duration [ns]", "gpu__time_duration.sum"),
              ("Compute [%]", "sm__throughput.avg.pct_of_peak_sustained_elapsed"),
              ("Memory [%]", "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed"))
    _MOST_ROWS = 50

    def _rows(self):
        columns = self._reader.table([metric for _, metric in self._SHOWN])
        for i in range(min(self._reader.count, self._MOST_ROWS)):
            facts = self._reader.result_facts(i)
            yield [str(i), facts["name"], *("" if math.isnan(column[i]) else f"{column[i]:,.0f}" if abs(column[i]) >= 1000 else
                    f"{column[i]:.4g}" for column in columns),
                   facts.get("limit") or ""]

    def _head(self):
        return ["ID", "Name", *(label for label, _ in self._SHOWN), "Limit"]

    def _rest(self):
        left = self._reader.count - self._MOST_ROWS
        return f"{left} more results" if left > 0 else ""

    def markdown(self):
        """The results as a table in Markdown."""
        lines = [self._head(), ["---"] * len(self._head()), *self._rows()]
        text = "\n".join("| " + " | ".join(cell.replace("|", "\\|").replace("<", "&lt;") for cell in line) + " |" for line in lines)
        return text + (f"\n\n{self._rest()}" if self._rest() else "") + "\n"

    def _repr_markdown_(self):
        return self.markdown()

    def _repr_html_(self):
        import html
        head = "".join(f"<th>{html.escape(cell)}</th>" for cell in self._head())
        body = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in self._rows())
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table><p>{self._rest()}</p>"

    def close(self):
        """Closes the report. What was read of it stays, but nothing more can be read."""
        self._reader.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def _numpy():
    try:
        import numpy
    except ImportError:
        return None
    return numpy.array


def open(*paths):  # noqa: A001: rooftop_report.open() is what users look for
    """Opens one report, or several as one list of results."""
    if not paths:
        raise TypeError("open() takes at least one path")
    paths = [os.fspath(path) for path in paths]
    return _objects._make(Report, _reader=Reader(*paths), _paths=paths)


load_report = open


def profile(command, output=None, check=True, **options):
    """Profiles a program and opens the report: profile(["./app", "100"], set="full", launch_count=5).

    Options are those of rooftop. Without `output` the report lies in a new folder among the temporary files. The program's
    output goes where that of this process goes. Raises Error if rooftop fails (check=False: only if there is no report)."""
    if isinstance(command, (str, bytes)):
        raise TypeError("the command is a list of words: profile([\"./app\", \"100\"])")
    import subprocess
    import tempfile
    path = os.fspath(output) if output is not None else os.path.join(tempfile.mkdtemp(prefix="rooftop-"), "report.ncu-rep")
    words = [program(), "--no-tui", "-f", "-o", path, *_options(options), "--", *map(os.fspath, command)]
    status = subprocess.run(words).returncode
    found = path if os.path.exists(path) else path + ".ncu-rep"
    if (check and status != 0) or not os.path.exists(found):
        raise Error(f"rooftop ended with status {status}" + ("" if os.path.exists(found) else " and wrote no report"))
    return open(found)


__all__ = ["open", "load_report", "profile", "program", "Report", "Range", "Action", "Error", "IMetric", "IRuleResult",
           "MarkerKind", "MsgType", "SpeedupType"]
