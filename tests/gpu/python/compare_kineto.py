"""Compares the kernels of a trace with those of PyTorch's own profiler, of two runs of the same program: compare_kineto.py OURS THEIRS

Each file has lines "NAME COUNT NANOSECONDS". Kernels are told apart by their names without template arguments and
parameters. Of each there has to be the same number, and the mean of those that have a hundredth of the time has to be
within 5 %. Prints a line for each kernel that differs, and one at the end. The status is 1 if one differs.
"""
import collections
import sys


def base(name):
    for end in "<(":
        name = name.split(end)[0]
    return name.removeprefix("void_")


def read(path):
    kernels = collections.defaultdict(lambda: [0, 0.0])
    with open(path) as lines:
        for line in lines:
            name, count, nanoseconds = line.rsplit(" ", 2)
            kernels[base(name)][0] += int(count)
            kernels[base(name)][1] += float(nanoseconds)
    return kernels


def main():
    ours, theirs = read(sys.argv[1]), read(sys.argv[2])
    whole = sum(nanoseconds for _, nanoseconds in theirs.values())
    differ, worst = 0, 0.0
    for name in sorted({*ours, *theirs}):
        (mine, time), (count, nanoseconds) = ours[name], theirs[name]
        off = abs(time / mine / (nanoseconds / count) - 1) if mine and count else 1
        counts = max(time, nanoseconds) >= whole / 100
        worst = max(worst, off if counts else 0)
        if mine != count or (counts and off > 0.05):
            differ += 1
            print("%s: %d launches of %.0f ns, %d of %.0f ns there" %
                  (name, mine, time / max(mine, 1), count, nanoseconds / max(count, 1)))
    print("%d kernels, %d launches, means within %.1f %%, %d differ" %
          (len(theirs), sum(count for count, _ in theirs.values()), 100 * worst, differ))
    sys.exit(differ > 0 or not theirs)


main()
