"""Totals of a report of --auto beside those of a report that has every launch: auto_totals.py ROOFTOP AUTO FULL

Prints a line for the program and for each quantity: the estimate, its interval, the truth, how far off it is; how many
of the kernels' intervals hold the truth; and whether the ranking of kernels by time is the same. Last a line for a script:
"worst OFF_PCT held HELD of INTERVALS ranking SAME".
"""

import collections
import csv
import json
import subprocess
import sys

METRICS = ["gpu__time_duration.sum", "dram__bytes_read.sum", "dram__bytes_write.sum", "smsp__inst_executed.sum"]
QUANTITIES = {"measured": [0], "dram": [1, 2], "instructions": [3]}
KEYS = {"measured": "measured_ns", "dram": "dram_bytes", "instructions": "instructions"}


def run(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def full_totals(rooftop, path):
    out = run(rooftop, path, "--page", "raw", "--csv", "--print-units", "base", "--print-kernel-base", "mangled",
              "--metrics", ",".join(METRICS))
    rows = csv.DictReader(out.splitlines())
    totals = {name: collections.Counter() for name in QUANTITIES}
    launches = collections.Counter()
    for row in rows:
        if not row.get("Kernel Name"):
            continue
        try:
            values = [float(row[metric].replace(",", "")) for metric in METRICS]
        except ValueError:
            continue  # the line of units
        launches[row["Kernel Name"]] += 1
        for name, parts in QUANTITIES.items():
            totals[name][row["Kernel Name"]] += sum(values[i] for i in parts)
    return launches, totals


def ranking(times, least):
    return [name for name, _ in sorted(times.items(), key=lambda item: -item[1]) if times[name] >= least]


def main():
    rooftop, auto, full = sys.argv[1:4]
    launches, truth = full_totals(rooftop, full)
    page = json.loads(run(rooftop, auto, "--page", "auto", "--json", "--print-kernel-base", "mangled"))
    program, kernels = page["tables"][0]["rows"][0], page["tables"][1]["rows"]
    print("launches", program["launches"], "all", sum(launches.values()), "measured", program["results"],
          "groups", program["groups"], "stand for %.2f %%" % program["covered_pct"])
    worst, held, intervals = 0, 0, 0
    for name in QUANTITIES:
        key, pct = KEYS[name], name + "_interval_pct"
        whole = sum(truth[name].values())
        off = 100 * (kernels[0][key] / whole - 1) if whole else 0
        worst = max(worst, abs(off))
        ours = 0
        known = [row for row in kernels[1:] if row[key] is not None]
        for row in known:
            half = row[key] * (row[pct] or 0) / 100
            ours += abs(row[key] - truth[name][row["kernel"]]) <= half + 1e-9 * row[key]
        held += ours
        intervals += len(known)
        print(name, "%.6g +- %.3f %%" % (kernels[0][key], kernels[0][pct]), "all %.6g" % whole, "off %.3f %%" % off,
              "held" if abs(off) <= kernels[0][pct] else "MISSED", "kernels %d of %d" % (ours, len(known)))
    times = {row["kernel"]: row["measured_ns"] for row in kernels[1:] if row["measured_ns"] is not None}
    least = 0.01 * sum(truth["measured"].values())
    a, b = ranking(times, least), ranking(truth["measured"], least)
    # Two kernels may change places if their times differ by less than 1 %, or if their intervals overlap.
    half = {row["kernel"]: row["measured_ns"] * (row["measured_interval_pct"] or 0) / 100
            for row in kernels[1:] if row["measured_ns"] is not None}
    place = {name: i for i, name in enumerate(a)}
    real = truth["measured"]
    swapped = [(x, y) for i, x in enumerate(b) for y in b[i + 1:]
               if x in place and y in place and place[x] > place[y] and real[x] > 1.01 * real[y]]
    same = all(name in place for name in b if real[name] >= 1.05 * least) and not any(
        times[x] + half[x] < times[y] - half[y] for x, y in swapped)
    print("ranking of kernels of 1 %% and more: %s, %d and %d; %d pairs changed places within their intervals" %
          ("equal" if same else "differs", len(a), len(b), len(swapped)))
    if not same:
        for name in sorted(set(a) | set(b), key=lambda n: -truth["measured"][n]):
            print("  %-60s %.0f %.0f" % (name[:60], times.get(name, 0), truth["measured"][name]))
    print("worst %.3f held %d of %d ranking %s" % (worst, held, intervals, "same" if same else "differs"))


if __name__ == "__main__":
    main()
