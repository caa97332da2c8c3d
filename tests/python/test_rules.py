"""Rules in Python, run by rooftop: what they find, and what they cannot do to it."""
import json
import os
import shutil
import subprocess
import time
import unittest

ROOFTOP, SAMPLES, WORK = (os.environ[name] for name in ("ROOFTOP", "SAMPLES", "WORK"))
HEAD = """import NvRules
def get_identifier(): return "{name}"
def get_section_identifier(): return "{section}"
"""


class Rules(unittest.TestCase):
    number = 0

    def setUp(self):
        Rules.number += 1
        self.folder = os.path.join(WORK, f"rules{Rules.number}")
        os.mkdir(self.folder)

    def write(self, name, body, section="SpeedOfLight", head=HEAD):
        with open(os.path.join(self.folder, name + ".py"), "w", encoding="utf-8") as file:
            file.write(head.format(name=name, section=section) + body)

    def run_page(self, *rules, status=0, more=(), environment=None):
        chosen = [word for rule in rules for word in ("--rule", rule)]
        done = subprocess.run([ROOFTOP, "-i", SAMPLES, "--section-folder", self.folder, *chosen, "-c", "1", *more],
                              capture_output=True, text=True, env={**os.environ, **(environment or {})}, timeout=120)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertNotIn("\x1b", done.stdout + done.stderr)
        return done

    def findings(self, *rules):
        done = self.run_page(*rules, more=("--json",))
        result = json.loads(done.stdout)["results"][0]
        return [one for section in result["sections"] for one in section.get("findings", ())]

    def test_a_rule_says_everything_that_rules_can_say(self):
        with open(os.path.join(self.folder, "helper.py"), "w") as file:
            file.write("def double(x): return 2 * x\n")
        self.write("Loud", """
from helper import double
def get_name(): return "A loud rule"
def get_description(): return "Says much."
def apply(handle):
    context = NvRules.get_context(handle)
    action, fe = context[0][0], context.frontend()
    assert context.num_ranges() == 1 and len(context[0]) == 1
    time = action["gpu__time_duration.sum"]
    i = fe.message(NvRules.MsgType.OPTIMIZATION, "See @section:Occupancy:occupancy@, @sass:16:there@.", "Title")
    assert fe.speedup(i, NvRules.IFrontend.SpeedupType_GLOBAL, 12.5)
    assert fe.focus_metric(i, time.name(), time.value(), NvRules.IFrontend.Severity_SEVERITY_HIGH, "lower")
    assert not fe.speedup(99, 0, 1.0)
    fe.generate_table(i, ["Name", "Count"], [["a", double(1)], ["b", 3]], {"title": "A table",
                      "sort_by": {"column": "Count", "order": "descending"}})
    for bad in ([["a"]], [["a", 1], ["b", "x"]]):
        try:
            fe.generate_table(i, ["Name", "Count"], bad)
            raise SystemExit("no error")
        except (ValueError, TypeError):
            pass
    fe.source_marker("slow", 0x10, NvRules.MarkerKind.SASS, NvRules.MsgType.WARNING)
    context.controller().propose_rule("Other")
    print("\\x1b[31mprinted")
""")
        text = self.run_page("Loud").stdout
        self.assertIn("Est. Speedup: 12.5%", text)
        self.assertIn("See occupancy, there.", text)
        found = self.findings("Loud")
        self.assertEqual([one["rule"] for one in found], ["Loud"])

    def test_a_rule_that_only_proposes_is_shown(self):
        self.write("Quiet", """
def get_name(): return "A quiet rule"
def apply(handle):
    context = NvRules.get_context(handle)
    context.controller().propose_rule("Other")
    context.controller().propose_rule("Third")
""")
        self.assertNotIn("Other", self.run_page("Quiet").stdout)
        text = self.run_page("Quiet", more=("--print-rule-details",)).stdout
        self.assertRegex(text, r"INF +See also the rule Other, and Third\. *\n")
        self.assertIn("> See also the rule: Other", text)
        found = self.findings("Quiet")
        self.assertEqual([one["text"] for one in found], ["See also the rule Other, and Third."])
        self.assertEqual([one["see_also"] for one in found], [["Other", "Third"]])
        kept = os.path.join(self.folder, "quiet.ncu-rep")
        self.run_page("Quiet", more=("-o", kept))
        import ncu_report
        stored = [one for one in ncu_report.load_report(kept)[0][0].rule_results() if one.rule_identifier() == "Quiet"]
        self.assertEqual([one.has_rule_message() for one in stored], [False] * len(stored))
        self.assertTrue(stored)

    def test_a_chart_is_shown_in_the_section_of_its_rule(self):
        with open(os.path.join(self.folder, "bars.chart"), "w") as file:
            file.write('BarChart { Label: "My bars" Metrics { Name: "gpu__time_duration.sum" Label: "How long" } }')
        self.write("Draws", """
def get_name(): return "A rule that draws"
def apply(handle):
    NvRules.get_context(handle).frontend().load_chart_from_file("bars.chart")
""")
        text = self.run_page("Draws", more=("--print-details", "body")).stdout
        self.assertRegex(text, r"(?s)A rule that draws\n *Table Name : My bars\n.*How long +\w+ +[1-9][0-9.,]*\n")
        self.assertEqual(text.count("My bars"), 1)
        self.assertNotIn("My bars", self.run_page("Draws", more=("--print-details", "header")).stdout)
        done = self.run_page("Draws", more=("--print-details", "all", "--json"))
        sections = json.loads(done.stdout)["results"][0]["sections"]
        self.assertEqual([one["identifier"] for one in sections if "How long" in json.dumps(one)], ["SpeedOfLight"])
        # A stored report keeps its section as it was, and the chart with what the rule found.
        kept = os.path.join(self.folder, "kept.ncu-rep")
        self.run_page("Draws", more=("-o", kept))
        again = subprocess.run([ROOFTOP, "-i", kept, "--page", "details", "--print-details", "body", "--section", "SpeedOfLight"],
                               capture_output=True, text=True).stdout
        self.assertEqual(again.count("My bars"), 1)

    def test_parents_send_to_children(self):
        self.write("Parent", """
def apply(handle):
    context = NvRules.get_context(handle)
    context.frontend().send_dict_to_children({"x": 1.0, "y": 2})
    context.frontend().send_dict_to_children({"x": 3.5})
    metric = context[0][0].add_metric("my__metric")
    metric.set_uint64(NvRules.IMetric.ValueKind_UINT64, 7)
    metric.set_double(1, NvRules.IMetric.ValueKind_ANY, 0.5)
    metric.mutable_correlation_ids().set_uint64(1, NvRules.IMetric.ValueKind_UINT64, 99)
""")
        self.write("Child", """
def get_parent_rules_identifiers(): return ["Parent", "Absent", "SOLBottleneck"]
def apply(handle):
    context = NvRules.get_context(handle)
    fe, metric = context.frontend(), context[0][0]["my__metric"]
    fe.message(NvRules.MsgType.OK, "got %r %r %r; %r %r %r" % (sorted(fe.receive_dict_from_parent("Parent").items()),
               fe.receive_dict_from_parent("Absent"), fe.receive_dict_from_parent("Memory"), metric.value(), metric.value(1),
               metric.correlation_ids().value(1)))
""")
        self.assertIn("got [('x', 3.5), ('y', 2.0)] {} {}; 7 0.5 99", " ".join(self.run_page("Child").stdout.split()))

    def test_a_rule_needs_what_evaluate_says(self):
        body = """
def evaluate(handle):
    NvRules.require_metrics(handle, ["{}"])
def apply(handle):
    NvRules.get_context(handle).frontend().message(NvRules.MsgType.OK, "it runs")
"""
        self.write("Has", body.format("gpu__time_duration.sum"))
        self.write("Lacks", body.format("no__such_metric"))
        self.assertIn("it runs", self.run_page("Has").stdout)
        self.assertNotIn("it runs", self.run_page("Lacks").stdout)

    def test_a_rule_without_a_section_has_a_place(self):
        self.write("Free", """
def apply(handle):
    NvRules.get_context(handle).frontend().message(NvRules.MsgType.OK, "I am free")
""", head="import NvRules\ndef get_identifier(): return '{name}'\n")
        text = self.run_page("Free").stdout
        self.assertIn("Rules Without a Section", text)
        self.assertIn("I am free", text)

    def test_rules_are_listed(self):
        self.write("Listed", "def get_name(): return 'A name'\ndef apply(handle): pass\n")
        self.write("helper", "", head="def get_identifier_of_nothing(): pass\n")
        done = subprocess.run([ROOFTOP, "--list-rules", "--section-folder", self.folder], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, r"Listed +A name +SpeedOfLight")
        self.assertNotIn("helper", done.stdout)

    def test_errors_are_findings(self):
        self.write("Raises", """
def deep(x):
    return x["no__metric"]
def apply(handle):
    NvRules.get_context(handle).frontend().message(NvRules.MsgType.OK, "before")
    deep(NvRules.get_context(handle)[0][0])
""")
        self.write("Fine", "def apply(handle): NvRules.get_context(handle).frontend().message(NvRules.MsgType.OK, 'fine')\n")
        text = " ".join(self.run_page("Raises", "Fine").stdout.split())
        self.assertIn("before", text)
        self.assertIn("Raises.py, line 6: KeyError: 'no__metric'. Traceback: apply (Raises.py:9), deep (Raises.py:6)", text)
        self.assertIn("fine", text)

    def test_a_broken_file_is_named(self):
        self.write("Broken", "def apply(handle) return\n")
        self.write("Fine", "def apply(handle): NvRules.get_context(handle).frontend().message(NvRules.MsgType.OK, 'fine')\n")
        done = self.run_page("Fine")
        self.assertIn("Broken.py, line 4: SyntaxError", done.stderr)
        self.assertIn("fine", done.stdout)

    def test_a_rule_that_is_asked_for_and_was_not_loaded_is_named(self):
        self.write("own_rule", "import no_such_module\n")
        self.write("Unrelated", "def apply(handle) return\n")
        self.write("Fine", "def apply(handle): pass\n")
        done = self.run_page("OwnRule", status=1)
        self.assertIn('no rule is called "OwnRule"; a file of rules was not loaded: ', done.stderr)
        self.assertIn("own_rule.py, line 4: ModuleNotFoundError: No module named 'no_such_module'", done.stderr)
        done = self.run_page("Xyzzy12", status=1)
        self.assertIn('no rule is called "Xyzzy12"; 2 files of rules were not loaded, the first because of: ', done.stderr)
        self.assertIn('nearest is "Fine"', self.run_page("Fin", status=1).stderr)

    def test_a_rule_that_uses_requested_metrics(self):
        shutil.copy(os.path.join(os.path.dirname(SAMPLES), "foreign", "own_registers.py"), self.folder)
        done = subprocess.run([ROOFTOP, "--list-rules", "--section-folder", self.folder], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, r"OwnRegisters +OwnRegisters +LaunchStats")
        self.assertIn("registers: 16", self.run_page("OwnRegisters").stdout)

    def test_requested_metrics_that_are_missing(self):
        self.write("Wants", """
from RequestedMetrics import Importance, MetricRequest, RequestedMetricsParser
def apply(handle):
    context = NvRules.get_context(handle)
    action = context[0][0]
    parser = RequestedMetricsParser(handle, action)
    found = parser.parse([MetricRequest("gpu__time_duration.sum", "time"),
        MetricRequest("no__whole.sum", "whole", Importance.OPTIONAL, 7),
        MetricRequest("no__part.sum", "part", Importance.OPTIONAL, -1.5, False),
        MetricRequest("no__text", "text", importance=Importance.OPTIONAL, default_value="x", warn_when_missing=False),
        MetricRequest("no__none", None, Importance.OPTIONAL, None, True)])
    assert found["time"].value() == found["gpu__time_duration.sum"].value() == action["gpu__time_duration.sum"].value()
    assert [found[name].value() for name in ("whole", "part", "text")] == [7, -1.5, "x"]
    assert found["whole"].kind() == NvRules.IMetric.ValueKind_UINT64
    assert found["no__none"] is None and found.get("no__none") is None and "whole" in found and "other" not in found
    assert "no__whole.sum" not in action
    try:
        parser.parse([MetricRequest("a", "x", Importance.OPTIONAL), MetricRequest("b", "x", Importance.OPTIONAL)])
        raise SystemExit("no error")
    except KeyError:
        pass
    context.frontend().message(NvRules.MsgType.OK, "optional ones are there")
    parser.parse([MetricRequest("no__one.sum"), MetricRequest("no__two.sum")])
    context.frontend().message(NvRules.MsgType.OK, "too far")
""")
        text = " ".join(self.run_page("Wants").stdout.split())
        self.assertIn("optional ones are there", text)
        self.assertEqual(text.count("What this rule says would be more exact with it"), 1)
        self.assertIn("The metric no__whole.sum was not measured", text)
        for name in "no__one.sum", "no__two.sum":
            self.assertIn(f"The metric {name}, which this rule needs, was not measured", text)
        self.assertNotIn("too far", text)
        self.assertNotIn(".py, line", text)

    def test_a_table_of_opcodes(self):
        self.write("Tables", """
from TableBuilder import OpcodeTableBuilder
def apply(handle):
    context = NvRules.get_context(handle)
    action, frontend = context[0][0], context.frontend()
    if "inst_executed" not in action:
        return
    builder = OpcodeTableBuilder(workload=action, instruction_metric=action["inst_executed"], opcodes=["EXIT", "LDG", "STG"])
    header, data, config = builder.build(title="Most executed", description="Accesses", top_n=3)
    assert header == ["Location", "Source", "Opcode", "Executed Instructions"], header
    assert data == [["@source:work.cu:9:work.cu, line 10@", "sum += weight(k) * in[i * 32 + k];", "LDG", 480000.0],
                    ["@source:work.cu:6:work.cu, line 7@", "return;", "EXIT", 64000.0],
                    ["@source:work.cu:10:work.cu, line 11@", "out[i] = sum;", "STG", 60000.0]], data
    i = frontend.message(NvRules.MsgType.OK, "it says")
    frontend.generate_table(i, header, data, config)
    places = [(one.source_location.path, one.source_location.line, one.opcode, one.value) for one in builder.get_aggregates()]
    assert places[0] == ("/app/work.cu", 10, "LDG", 480000) and len(places) == 3, places
    assert builder.build(top_n=1)[1] == data[:1]
    assert OpcodeTableBuilder(action, action["inst_executed"], ["LD"]).build()[1] == []
    frontend.source_marker("look", places[0][1], NvRules.MarkerKind.SOURCE, places[0][0], NvRules.MsgType.OPTIMIZATION)
""", head="import NvRules\ndef get_identifier(): return '{name}'\n")
        code, tool = os.environ["CODE_REPORT"], os.path.join(self.folder, "nvdisasm")
        with open(tool, "w") as file:
            file.write(f"#!/bin/sh\ncat '{code}.listing'\n")
        os.chmod(tool, 0o755)
        done = subprocess.run([ROOFTOP, "-i", code, "--section-folder", self.folder, "--rule", "Tables", "--print-rule-details"],
                              capture_output=True, text=True, timeout=120,
                              env={**os.environ, "CUDA_HOME": "/nonexistent", "PATH": self.folder + ":" + os.environ["PATH"]})
        text = " ".join(done.stdout.split())
        self.assertNotIn("Tables.py, line", text)
        self.assertIn("it says", text)
        self.assertIn("Most executed", text)
        self.assertRegex(text, r"work.cu, line 10 sum \+= weight\(k\) \* in\[i \* LDG 480000")

    def test_a_module_beside_a_rule_goes_before_ours(self):
        other = self.folder + "b"
        os.mkdir(other)
        self.write("Ours", "import RequestedMetrics\ndef apply(handle): assert RequestedMetrics.MetricRequest\n")
        with open(os.path.join(other, "TableBuilder.py"), "w") as file:
            file.write("own = 'theirs'\n")
        with open(os.path.join(other, "Theirs.py"), "w") as file:
            file.write(HEAD.format(name="Theirs", section="SpeedOfLight") + "import TableBuilder\ndef apply(handle):\n"
                       "    NvRules.get_context(handle).frontend().message(NvRules.MsgType.OK, TableBuilder.own)\n")
        self.write("Also", "import TableBuilder\ndef apply(handle): assert TableBuilder.OpcodeTableBuilder\n")
        text = self.run_page("Ours", "Theirs", "Also", more=("--section-folder", other)).stdout
        self.assertIn("theirs", text)
        self.assertNotIn(".py, line", text)

    def test_hostile_rules_harm_nothing(self):
        hostile = {
            "Leaves": ("import os\ndef apply(handle): os._exit(3)\n", "ended python3 with status 3"),
            "Exits": ("import sys\ndef apply(handle): sys.exit('bye')\n", "SystemExit: bye"),
            "Crashes": ("import os, signal\ndef apply(handle): os.kill(os.getpid(), signal.SIGSEGV)\n", "by signal 11"),
            "Greedy": ("def apply(handle): bytearray(10 << 30)\n", "MemoryError"),
            "Deep": ("def down(n): return down(n + 1)\ndef apply(handle): down(0)\n", "RecursionError"),
            "Deeper": ("import sys\nsys.setrecursionlimit(10 ** 9)\ndef down(n): return [down(n + 1) for _ in [0]]\n"
                       "def apply(handle): down(0)\n", "Deeper.py"),
            "Prints": ("import os\ndef apply(handle):\n    for fd in 0, 1, 2:\n        try: os.write(fd, b'\\x1b[2J' * 1000)\n"
                       "        except OSError: pass\n    NvRules.get_context(handle).frontend().message(NvRules.MsgType.OK, "
                       "'a\\x1b[31mred\\x00 \\u202e')\n", "red"),
            "Scribbles": ("import os\ndef apply(handle): os.write(3, b'\\xff' * 100)\n", "Scribbles.py"),
            "Forks": ("import os\ndef apply(handle): os.fork()\n", None),
            "Closes": ("import os\ndef apply(handle): os.closerange(0, 100)\n", "Closes.py"),
        }
        for name, (body, _) in hostile.items():
            self.write(name, body)
        self.write("Zfine", "def apply(handle): NvRules.get_context(handle).frontend().message(NvRules.MsgType.OK, 'fine')\n")
        text = " ".join(self.run_page(*hostile, "Zfine").stdout.split())
        for name, (_, said) in hostile.items():
            self.assertIn(said or "", text, name)
        self.assertIn("fine", text)

    def test_an_endless_rule_is_ended(self):
        self.write("Endless", "def apply(handle):\n    while True: pass\n")
        self.write("Zfine", "def apply(handle): NvRules.get_context(handle).frontend().message(NvRules.MsgType.OK, 'fine')\n")
        start = time.time()
        text = " ".join(self.run_page("Endless", "Zfine", more=("-c", "3")).stdout.split())
        self.assertIn("took more than 10 seconds and was ended; it is not run any more", text)
        self.assertEqual(text.count("fine"), 3)
        self.assertLess(time.time() - start, 60)

    def test_without_python_one_line_says_so(self):
        self.write("Fine", "def apply(handle): pass\n")
        self.write("Other", "def apply(handle): pass\n")
        done = self.run_page(environment={"ROOFTOP_PYTHON": "/nonexistent/python3"})
        self.assertEqual(done.stderr.count("there is no program /nonexistent/python3"), 1, done.stderr)

    def test_output_goes_to_a_file_that_is_named(self):
        self.write("Prints", "def apply(handle): print('seen', flush=True)\n")
        file = os.path.join(self.folder, "output.txt")
        self.run_page("Prints", environment={"ROOFTOP_RULE_OUTPUT": file})
        with open(file) as output:
            self.assertIn("seen", output.read())


if __name__ == "__main__":
    unittest.main()
