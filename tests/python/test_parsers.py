"""Ways in which public scripts read what ncu prints, each in a few lines of our own, on what rooftop prints when it is
called ncu. Each has to find the values that the report holds, which the module ncu_report tells without any text page.

The repository is named where it is known; of the others, what the script is for. tests/e2e/collect_lines.sh has the two ways
that read what is printed while a program runs."""
import csv
import io
import os
import re
import subprocess
import unittest

import ncu_report

SAMPLES = os.environ["SAMPLES"]
WORK = os.environ["WORK"]
NCU = os.path.join(WORK, "ncu")
TIME, REGISTERS = "gpu__time_duration.sum", "launch__registers_per_thread"
# Bytes that the bundled report has; the scripts read those of memory.
BYTES = "profiler__replayer_bytes_mem_accessible.sum", "profiler__replayer_bytes_mem_backed_up.sum"


def ncu(*words, language="C", report=SAMPLES):
    """What ncu prints of the report."""
    if not os.path.lexists(NCU):
        os.symlink(os.environ["ROOFTOP"], NCU)
    environment = dict(os.environ, LC_ALL=language)
    return subprocess.run([NCU, "--import", report, *words], env=environment, text=True, check=True,
                          stdout=subprocess.PIPE).stdout


def held(name):
    """The values of a metric in the report, a result each, in base units."""
    kernels = ncu_report.load_report(SAMPLES)[0]
    return [kernel.metric_by_name(name).value() for kernel in kernels]


class Parsers(unittest.TestCase):
    def near(self, found, wanted, part=0.005):
        """Pages round to two decimals."""
        self.assertEqual(len(found), len(wanted))
        for a, b in zip(found, wanted):
            self.assertLessEqual(abs(a - b), 0.0051 + part * abs(b), (found, wanted))

    def test_01_split_lines(self):
        """reed-lau/cute-gemm: no CSV reader: a line ends with the value, and its fifth field is the kernel."""
        path = os.path.join(WORK, "a.csv")
        ncu("--csv", "--log-file", path, "--metrics", TIME, "--print-units", "base", "--page", "details")
        times = {}
        with open(path) as file:
            for line in file:
                fields = line.split(',"')
                try:
                    value = float(fields[-1].strip().strip('"'))
                except ValueError:
                    continue
                times.setdefault(fields[4].strip('"'), []).append(value)
        self.near(sorted(sum(times.values(), [])), sorted(held(TIME)))
        self.assertTrue(any("histogram" in kernel for kernel in times))

    def test_02_raw_with_units(self):
        """VerticalResearchGroup/casio: from the line that begins with the first three columns; the next one has units."""
        text = ncu("--csv", "--page", "raw", "--print-units", "base")
        lines = text.splitlines()
        start = next(i for i, line in enumerate(lines) if line.startswith('"ID","Process ID","Process Name",'))
        rows = list(csv.DictReader(lines[start:start + 1] + lines[start + 2:]))
        self.near([float(row[TIME]) for row in rows], held(TIME))
        self.assertEqual([int(row[REGISTERS]) for row in rows], held(REGISTERS))

    def test_03_long_table(self):
        """A validation of memory optimizations: the columns Metric Name and Metric Value, found by parts of names."""
        text = ncu("--csv", "--page", "details", "--print-units", "base", "--metrics", ",".join((TIME, *BYTES)))
        lines = [line for line in text.splitlines() if line and not line.startswith("==PROF==")]
        start = next(i for i, line in enumerate(lines) if '"ID"' in line)
        sums = dict.fromkeys(("mem_accessible", "mem_backed_up", "time_duration"), 0)
        for row in csv.DictReader(lines[start:]):
            for part in sums:
                if part in row["Metric Name"]:
                    sums[part] += float(row["Metric Value"].split()[0].replace(",", ""))
        self.near(list(sums.values()), [sum(held(name)) for name in (*BYTES, TIME)])

    def test_04_units_of_the_second_row(self):
        """A study of energy: automatic units, turned into bytes by the names of units in the second row."""
        factors = {"byte": 1, "kbyte": 1e3, "mbyte": 1e6, "gbyte": 1e9}
        rows = list(csv.reader(io.StringIO(ncu("--csv", "--page", "raw", "--metrics", ",".join(BYTES)))))
        head = next(i for i, row in enumerate(rows) if "Kernel Name" in row)
        units = rows[head + 1]
        self.assertTrue(any(unit.lower() in factors for unit in units))
        for name in BYTES:
            column = rows[head].index(name)
            found = sum(float(row[column].replace(",", "")) * factors[units[column].lower()] for row in rows[head + 2:])
            self.near([found], [sum(held(name))])

    def test_05_sections_and_rules(self):
        """A summary of reports: values by section and label, and what a rule says; in base units."""
        text = ncu("--page", "details", "--csv", "--print-units", "base")
        lines = text.splitlines()
        rows = list(csv.DictReader(lines[next(i for i, line in enumerate(lines) if line.startswith('"ID","Process ID"')):]))
        values = {(row["ID"], row["Section Name"], row["Metric Name"]): row["Metric Value"] for row in rows}
        times = [float(values[str(i), "GPU Speed Of Light Throughput", "Duration"]) for i in range(len(held(TIME)))]
        self.near(times, held(TIME))
        registers = [int(values[str(i), "Launch Statistics", "Registers Per Thread"]) for i in range(len(times))]
        self.assertEqual(registers, held(REGISTERS))
        rules = {(row["Section Name"], row["Rule Name"]): row["Rule Description"] for row in rows if row["Rule Name"]}
        self.assertTrue(rules)
        self.assertTrue(all(rules.values()))

    def test_06_quotes_by_hand(self):
        """A model of occupancy in Julia: fields are split by hand at commas outside of quotes."""
        def fields(line):
            found, quoted = [""], False
            for c in line:
                if c == '"':
                    quoted = not quoted
                elif c == "," and not quoted:
                    found.append("")
                else:
                    found[-1] += c
            return found

        lines = ncu("--csv", "--page", "raw").splitlines()
        head = fields(lines[0])
        kernel, column = head.index("Kernel Name"), head.index(REGISTERS)
        numbers = [int(f[column]) for f in map(fields, lines[1:]) if len(f) == len(head) and f[kernel].strip()]
        self.assertEqual(numbers, held(REGISTERS))

    def test_07_rows_with_a_number(self):
        """A calibration of L2 for vLLM: the header is the row that begins with ID; rows count whose ID is a number."""
        head, found = None, []
        for row in csv.reader(io.StringIO("==PROF== something\n" + ncu("--csv", "--page", "raw", "--print-units", "base"))):
            if head is None:
                head = row if row and row[0] == "ID" else None
            elif row and row[0].isdigit():
                record = dict(zip(head, row))
                name = next(k for k in record if k.lower().startswith("gpu__time_duration.sum"))
                found.append((record["Kernel Name"], float(record[name].replace(",", "").rstrip("%"))))
        self.near([time for _, time in found], held(TIME))
        self.assertTrue(all(name for name, _ in found))

    def test_08_groups_by_id(self):
        """A measurement of attention kernels: rows of one ID are one kernel; the unit of each value is beside it."""
        factors = {"ns": 1e-3, "us": 1, "ms": 1e3, "s": 1e6}
        lines = ncu("--csv", "--page", "details", "--metrics", TIME, language="en_US.UTF-8").splitlines()
        kernels = {}
        for row in csv.DictReader(lines[next(i for i, line in enumerate(lines) if line.startswith('"ID"')):]):
            if row["Metric Name"] == TIME:
                kernels[int(row["ID"])] = float(row["Metric Value"].replace(",", "")) * factors[row["Metric Unit"]]
        self.near([kernels[i] * 1e3 for i in sorted(kernels)], held(TIME))

    def test_09_lines_with_quotes(self):
        """Notes of a teaching tool: what is no table is recognized by lines that do not begin with a quote."""
        text = "done\n==WARNING== one\n" + ncu("--csv", "--page", "raw", "--print-units", "base") + "bye\n"
        rows = csv.DictReader([line for line in text.splitlines() if line.startswith('"')])
        times = [float(row[TIME]) for row in rows if row["Kernel Name"].strip()]
        self.near(times, held(TIME))

    def test_10_text_lines(self):
        """Many scripts search the text page: a label, its unit and its value stand in one line of a section."""
        text = ncu("--page", "details", "--section", "SpeedOfLight", "--print-units", "base")
        found = [float(value) for value in re.findall(r"^ +Duration +\w+ +([\d.]+)", text, re.M)]
        self.near(found, held(TIME))
        self.assertEqual(len(re.findall(r"^ +\S.*\(.*\) \(.*Context \d+, Stream \d+, Device \d+, CC [\d.]+", text, re.M)), len(found))


if __name__ == "__main__":
    unittest.main()
