#!/usr/bin/env python3
"""What happened inside of kernels, in a report of rooftop and in two of ncu of the same command.

    compare_source.py OURS NCU NCU_AGAIN MODULE_FOLDER

Prints for each check "ok NAME TEXT" or "FAIL NAME TEXT", and a row for each launch:

counters   instances of the metrics of instructions, by their place in the function: none may differ
samples    the distance of two distributions of warp samples over instructions is half the sum of the
           differences of shares. Ours to ncu's may be at most that between both runs of ncu, and 0.03 more.
curves     the sum of a counter over time, beside ncu's: at most 3 % apart, where ncu's is at least 1000
"""
import sys

sys.path.insert(0, sys.argv[4])
import ncu_report  # noqa: E402

COUNTERS = (
    "inst_executed thread_inst_executed thread_inst_executed_true memory_l2_theoretical_sectors_global "
    "memory_l2_theoretical_sectors_global_ideal memory_l2_theoretical_sectors_local memory_l1_tag_requests_global "
    "memory_l1_wavefronts_shared memory_l1_wavefronts_shared_ideal smsp__branch_targets_threads_divergent "
    "smsp__branch_targets_threads_uniform memory_type memory_access_type memory_access_size_type"
).split()
SAMPLES = "smsp__pcsamp_sample_count"
MOST_FURTHER = 0.03
FEW_SAMPLES = 1000  # of fewer, the distance between two runs of the same profiler varies by 0.06


def launches(path):
    return [action for range_ in ncu_report.load_report(path) for action in range_]


def instances(action, name):
    """Value by place: bytes behind the first instruction that the metric has."""
    metric = action.metric_by_name(name)
    if metric is None or not metric.has_correlation_ids():
        return None
    ids = metric.correlation_ids()
    pairs = {ids.as_uint64(i): metric.as_double(i) for i in range(metric.num_instances())}
    starts = action.metric_by_name("launch__function_pcs")
    first = min(starts.as_uint64(i) for i in range(starts.num_instances())) if starts else min(pairs, default=0)
    return {address - first: value for address, value in pairs.items()}


def distance(a, b):
    total_a, total_b = sum(a.values()), sum(b.values())
    return sum(abs(a.get(p, 0) / total_a - b.get(p, 0) / total_b) for p in a.keys() | b.keys()) / 2


def value(action, name):
    metric = action.metric_by_name(name)
    return metric.as_double() if metric is not None and metric.has_value() else None


def say(good, name, text):
    print("ok  " if good else "FAIL", name, text)
    return good


def check_counters(ours, theirs):
    compared = differ = 0
    for mine, other in zip(ours, theirs):
        for name in COUNTERS:
            a, b = instances(mine, name), instances(other, name)
            if b is None:
                continue
            wrong = sum((a or {}).get(place) != b[place] for place in b)
            compared, differ = compared + len(b), differ + wrong
            if wrong:
                print(f"     {mine.name()} {name}: {wrong} of {len(b)} differ")
    return say(compared > 0 and not differ, "counters", f"{compared} instances, {differ} differ")


def check_samples(ours, theirs, again):
    good, count, worst = True, 0, 0.0
    for mine, other, third in zip(ours, theirs, again):
        a, b, c = (instances(x, SAMPLES) or {} for x in (mine, other, third))
        if min(sum(b.values()), sum(c.values())) < FEW_SAMPLES:
            continue
        if not sum(a.values()):
            print(f"     {mine.name()}: no samples")
            good = False
            continue
        d, own = distance(a, b), distance(b, c)
        near = d <= own + MOST_FURTHER
        good, count, worst = good and near, count + 1, max(worst, d - own)
        print(
            f"     {mine.name()[:30]:30} distance {d:.3f}, of ncu's runs {own:.3f}, "
            f"samples {sum(a.values()):.0f}, {sum(b.values()):.0f}, {sum(c.values()):.0f}{'' if near else '  <--'}"
        )
    return say(good and count > 0, "samples", f"{count} launches, at most {worst:.3f} further than ncu's own distance")


def check_curves(ours, theirs):
    compared, far = 0, 0
    for mine, other in zip(ours, theirs):
        for name in other.metric_names():
            if ".Triage" not in name or "realtime.sum" not in name and "l1tex__t_sectors" not in name:
                continue
            a, b = value(mine, name), value(other, name)
            if b is None or b < 1000:
                continue
            compared += 1
            if a is None or abs(a - b) > 0.03 * b:
                far += 1
                print(f"     {mine.name()[:30]:30} {name}: {a} beside {b}")
    return say(compared > 0 and not far, "curves", f"{compared} sums over time, {far} more than 3 % apart")


def main():
    ours, theirs, again = (launches(path) for path in sys.argv[1:4])
    good = say(len(ours) == len(theirs) > 0, "launches", f"{len(ours)}, ncu {len(theirs)}")
    good = check_counters(ours, theirs) and good
    good = check_samples(ours, theirs, again) and good
    good = check_curves(ours, theirs) and good
    return 0 if good else 1


sys.exit(main())
