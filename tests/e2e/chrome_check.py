"""chrome_check.py FILE: strict checks of JSON for Perfetto and chrome://tracing ("Trace Event Format").

Every event has the members of its phase with their types and no others; spans of a thread nest; arrows and
asynchronous events have two ends; rows that have events have names. Prints "SPANS ARROWS", or what is wrong.
"""

import collections
import json
import sys

NUMBER, TEXT, WHOLE, OBJECT = (int, float), str, int, dict
COMMON = {"ph": TEXT, "name": TEXT, "pid": WHOLE, "tid": WHOLE}
PHASES = {
    "M": {"args": OBJECT},
    "X": {"ts": NUMBER, "dur": NUMBER, "cat": TEXT},
    "s": {"ts": NUMBER, "cat": TEXT, "id": WHOLE},
    "f": {"ts": NUMBER, "cat": TEXT, "id": WHOLE, "bp": TEXT},
    "b": {"ts": NUMBER, "cat": TEXT, "id": WHOLE},
    "e": {"ts": NUMBER, "cat": TEXT, "id": WHOLE},
    "i": {"ts": NUMBER, "cat": TEXT, "s": TEXT},
    "C": {"ts": NUMBER, "args": OBJECT},
}


def fail(text):
    print(text)
    sys.exit(1)


def check_event(event):
    phase = event.get("ph")
    if phase not in PHASES:
        fail("a phase that is not known: %r" % event)
    wanted = dict(COMMON, **PHASES[phase])
    for key, kind in wanted.items():
        if not isinstance(event.get(key), kind) or isinstance(event.get(key), bool):
            fail("%s is missing or of a wrong type: %r" % (key, event))
    for key in event:
        if key not in wanted and key != "args":
            fail("%s does not belong to phase %s: %r" % (key, phase, event))
    if event.get("ts", 0) < 0 or event.get("dur", 0) < 0:
        fail("a negative time: %r" % event)


def check_nesting(spans):
    for row, events in spans.items():
        open_spans = []
        for start, end in sorted(events, key=lambda span: (span[0], -span[1])):
            while open_spans and open_spans[-1] <= start:
                open_spans.pop()
            if open_spans and end > open_spans[-1] + 1e-6:
                fail("spans of the row %r overlap and do not nest" % (row,))
            open_spans.append(end)


def main():
    document = json.load(open(sys.argv[1]))
    if not isinstance(document.get("traceEvents"), list) or document.get("displayTimeUnit") not in ("ms", "ns"):
        fail("no traceEvents or displayTimeUnit")
    spans, starts, ends, names = collections.defaultdict(list), {}, {}, set()
    for event in document["traceEvents"]:
        check_event(event)
        row = event["pid"], event["tid"]
        if event["ph"] == "X":
            spans[row].append((event["ts"], event["ts"] + event["dur"]))
        elif event["ph"] == "M":
            names.add((event["name"], event["pid"]))
        elif event["ph"] in "sb":
            starts[event["cat"], event["id"]] = event["ts"]
        elif event["ph"] in "fe":
            ends[event["cat"], event["id"]] = event["ts"]
    if set(starts) != set(ends):
        fail("an arrow has one end only")
    for key, start in starts.items():
        if ends[key] < start:
            fail("an arrow ends before it starts")
    counters = {event["pid"] for event in document["traceEvents"] if event["ph"] == "C"}
    for pid in counters | {pid for pid, _ in spans}:
        if ("process_name", pid) not in names:
            fail("process %d has no name" % pid)
    check_nesting(spans)
    print(sum(len(events) for events in spans.values()), len(starts))


main()
