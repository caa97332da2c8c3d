"""rules_again.py SECTIONS REPORT [MOST]: runs the rules of a folder, as those of Nsight Compute, unchanged, on a report that has
their findings, and compares: messages, titles, types, speedups, focus metrics, tables, marks.

PYTHONPATH has the modules of rooftop. Prints the first differences by rule and a line "N rule results, N differ"."""
import glob
import json
import os
import sys

import rooftop_report
from rooftop_report import _objects, _rule_host, _rule_objects
from rooftop_report._reader import Reader

folder, path = sys.argv[1:3]
most = int(sys.argv[3]) if len(sys.argv) > 3 else 1000
rules = {}
for file in sorted(glob.glob(os.path.join(folder, "*.py"))):
    if "get_identifier" in open(file).read():
        try:
            rule = _rule_host._load(file)
        except BaseException as problem:
            print("cannot load", _rule_host._describe(problem, file))
            continue
        if rule:
            rules[rule["identifier"]] = (file, rule)
print(len(rules), "rules")

order = []


def put(identifier, above=()):
    if identifier in rules and identifier not in order and identifier not in above:
        for parent in rules[identifier][1]["parents"]:
            put(parent, (*above, identifier))
        order.append(identifier)


for identifier in sorted(rules):
    put(identifier)

_STORED = {0: 0, 1: 1, 2: 4, 3: 2, 4: 3}


def cells(column):
    return [str(cell) if column["type"] == 3 else float(cell) for cell in column["cells"]]


def of_stored(rule):
    found = []
    for item in rule["items"]:
        if "message" in item:
            found.append(("message", item["message"]["type"], item["message"]["title"], item["message"]["text"],
                          item.get("speedup") and (item["speedup"]["type"], float(item["speedup"]["percent"])),
                          [(f["name"], float(f["value"]), f["severity"], f["info"]) for f in item["focus"]],
                          [(t["title"], t["description"], t.get("sort") and (t["sort"]["column"], t["sort"]["ascending"]),
                            [(c["name"], c["type"], cells(c)) for c in t["columns"]]) for t in item["tables"]]))
        elif "proposal" in item:
            found.append(("proposal", item["proposal"]))
        else:
            found.append(("chart",))
    return found, [(m["kind"], int(m.get("address", m.get("line", 0))), m["file"], m["text"], m["type"])
                   for m in rule["markers"]]


def of_ours(frontend):
    found = []
    for item in frontend._items:
        if "text" in item:
            found.append(("message", _STORED[item["type"]], item.get("title", ""), item["text"], item.get("speedup"),
                          [one[1:] for one in item["focus"]],
                          [(t.get("title", ""), t.get("description", ""), t.get("sort"),
                            [(c["name"], c["type"], cells(c)) for c in t["columns"]]) for t in item["tables"]]))
        elif "proposal" in item:
            found.append(("proposal", item["proposal"]))
        else:
            found.append(("chart",))
    return found, [(m["kind"], m["at"], m["file"], m["text"], _STORED[m["type"]]) for m in frontend._markers]


reader = Reader(path)
compared = differ = shown = 0
for number in range(min(reader.count, most)):
    stored = {}
    for rule in reader.findings(number):
        stored.setdefault(rule["rule"], []).append(rule)
    action = _objects._make(_rule_objects.IAction, _reader=reader, _number=number, _added={})
    sent, vault = {}, {}
    for identifier in order:
        file, rule = rules[identifier]
        if identifier not in stored:
            continue
        _rule_host._enter(os.path.dirname(file))
        received = {parent: sent[parent] for parent in rule["parents"] if parent in sent}
        problem = None
        with _rule_objects.application(action, vault, received, _rule_host._chart_finder(file)) as session:
            try:
                _rule_host._rules[file][1].apply(session.handle)
            except BaseException as caught:
                problem = _rule_host._describe(caught, file)
            frontend = session.frontend
        sent[identifier] = frontend._sent
        ours, theirs = of_ours(frontend), of_stored(stored[identifier][0])
        compared += 1
        if problem or json.dumps(ours, sort_keys=True) != json.dumps(theirs, sort_keys=True):
            differ += 1
            shown += 1
            if shown <= 12:
                print(f"result {number} {identifier}: {problem or ''}")
                for what, a, b in zip(("items", "markers"), theirs, ours):
                    a, b = json.dumps(a), json.dumps(b)
                    if a != b:
                        at = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
                        print(f"  {what}\n    stored {a[max(0, at - 100):at + 160]}\n    ours   {b[max(0, at - 100):at + 160]}")
    missing = set(stored) - set(rules)
    if missing and number == 0:
        print("no rule file for", sorted(missing))
print(f"{compared} rule results, {differ} differ")
assert rooftop_report
