"""compare_answers.py NVIDIA OURS [SHOWN]: compares what answers.py wrote of two modules; prints the first differences of
each kind and a line "N answers, N differ". The kind of a difference is the call without its subject."""
import pickle
import re
import sys

shown = int(sys.argv[3]) if len(sys.argv) > 3 else 4
theirs, ours = (pickle.load(open(path, "rb")) for path in sys.argv[1:3])
kinds = {}
for key in sorted(theirs.keys() | ours.keys()):
    a, b = theirs.get(key, "(not asked)"), ours.get(key, "(not asked)")
    if a != b:
        kind = re.sub(r"^(r\d+)?(\[\d+\])?(\['[^']*'\])?", "", key)
        kind = re.sub(r"\(\d+(\+\d+)?\)", "(n)", kind)
        kinds.setdefault(kind, []).append((key, a, b))
for kind, differences in sorted(kinds.items(), key=lambda one: -len(one[1])):
    print(f"{len(differences)} {kind}")
    for key, a, b in differences[:shown]:
        at = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
        begin = max(0, at - 60)
        print(f"    {key[:150]}\n        nvidia {a[begin:at + 140]}\n        ours   {b[begin:at + 140]}")
print(f"{len(theirs)} answers, {sum(map(len, kinds.values()))} differ")
