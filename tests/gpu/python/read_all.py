"""read_all.py MODULE_FOLDER REPORT: opens a report and reads the values of all metrics of all results, in the plainest way
that ncu_report has. Prints seconds, metrics, and the most memory in MiB."""
import resource
import sys
import time

sys.path.insert(0, sys.argv[1])
import ncu_report  # noqa: E402

start, count, total = time.perf_counter(), 0, 0.0
context = ncu_report.load_report(sys.argv[2])
opened = time.perf_counter()
for range_ in context:
    for action in range_:
        for name in action:
            value = action[name].value()
            count += 1
            if isinstance(value, float):
                total += value
end = time.perf_counter()
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(f"{end - start:.3f} s ({opened - start:.3f} open), {count} metrics, {memory:.0f} MiB, sum {total!r}")
