"""ncu_report on the bundled report: what it answers, beside what rooftop's pages print of the same report."""
import csv
import io
import os
import subprocess
import unittest

import ncu_report

SAMPLES = os.environ["SAMPLES"]


def page(*arguments):
    return subprocess.run([os.environ["ROOFTOP"], "-i", SAMPLES, *arguments], check=True, capture_output=True, text=True).stdout


def raw_page():
    rows = list(csv.reader(io.StringIO(page("--page", "raw", "--csv", "--print-units", "base", "--print-fp"))))
    return rows[0], rows[1], rows[2:]


class Report(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.context = ncu_report.load_report(SAMPLES)
        cls.range = cls.context[0]
        cls.action = cls.range[0]

    def test_every_value_is_that_of_the_raw_page(self):
        names, units, rows = raw_page()
        self.assertEqual(len(rows), len(self.range))
        compared = 0
        for row, action in zip(rows, self.range):
            for name, unit, cell in zip(names, units, row):
                metric = action.metric_by_name(name)
                if metric is None or not cell:
                    continue
                value = metric.value()
                if isinstance(value, str):
                    self.assertEqual(cell, value, name)
                elif value is not None and value == value:
                    self.assertAlmostEqual(float(cell.replace(",", "")), float(value), delta=abs(value) * 1e-2 + 0.01, msg=name)
                    self.assertEqual(unit, metric.unit(), name)
                compared += 1
        self.assertGreater(compared, 2000)

    def test_contexts_and_ranges_are_sequences(self):
        self.assertEqual((len(self.context), self.context.num_ranges()), (1, 1))
        count = len(self.range)
        self.assertEqual(self.range.num_actions(), count)
        self.assertEqual([str(one) for one in self.range], [one.name() for one in self.range[:]])
        self.assertEqual(str(self.range[-1]), str(self.range[count - 1]))
        self.assertEqual(len(self.range[1:3]), 2)
        self.assertIsInstance(self.range[0:1], tuple)
        for key, problem in ((count, IndexError), (-count - 1, IndexError), ("x", TypeError), (1.5, TypeError)):
            with self.assertRaises(problem):
                self.range[key]
        self.assertIsNone(self.range.action_by_idx(count))
        self.assertIsNone(self.context.range_by_idx(1))
        for ask in (self.range.action_by_idx, self.context.range_by_idx):
            with self.assertRaises(OverflowError):
                ask(-1)
            with self.assertRaises(TypeError):
                ask("x")

    def test_names_of_an_action(self):
        action = self.action
        self.assertEqual(action.name(), action.name(ncu_report.IAction.NameBase_FUNCTION))
        self.assertTrue(action.name(1).startswith(action.name() + "("))
        self.assertTrue(action.name(2).startswith("_Z"))
        self.assertIsNone(action.name(7))
        self.assertEqual(action.workload_type(), ncu_report.IAction.WorkloadType_KERNEL)

    def test_metrics_are_a_mapping(self):
        action = self.action
        names = action.metric_names()
        self.assertEqual(list(names), sorted(names))
        self.assertEqual(list(action), list(names))
        self.assertEqual(len(action), len(names))
        self.assertIn("gpu__time_duration.sum", action)
        self.assertIsNone(action.metric_by_name("nope"))
        with self.assertRaises(KeyError):
            action["nope"]
        with self.assertRaises(TypeError):
            action[3]

    def test_kinds_of_values(self):
        m = self.action["gpu__time_duration.sum"]
        self.assertEqual((m.kind(), m.metric_type(), m.metric_subtype(), m.rollup_operation(), m.unit()),
                         (m.ValueKind_DOUBLE, m.MetricType_COUNTER, None, m.RollupOperation_SUM, "ns"))
        self.assertEqual((str(m), m.as_uint64(), m.as_string(), m.has_value()), (m.name(), int(m.value()), None, True))
        self.assertEqual(m.num_instances(), 0)
        self.assertIsNone(m.correlation_ids())
        self.assertIsNone(m.value(0))
        text = self.action["launch__func_cache_config"]
        self.assertEqual((text.kind(), text.as_double(), text.as_uint64(), text.as_string()),
                         (text.ValueKind_STRING, 0.0, 0, text.value()))
        grid = self.action["launch__grid_size"]
        self.assertIsInstance(grid.value(), int)
        self.assertEqual(grid.kind(), grid.ValueKind_UINT64)

    def test_instances_and_findings_of_a_report_with_code(self):
        """The report of tests/e2e/code_report.c: instructions with values, and addresses."""
        action = ncu_report.load_report(os.environ["CODE_REPORT"])[0][0]
        found = 0
        for name in action:
            metric = action[name]
            if not metric.num_instances() or metric.correlation_ids() is None:
                continue
            found += 1
            ids = metric.correlation_ids()
            self.assertEqual(ids.num_instances(), metric.num_instances())
            self.assertEqual([ids.kind(i) for i in range(2)], [ids.kind()] * 2)
            self.assertIsNone(metric.value(metric.num_instances()))
            self.assertFalse(metric.value(0) is None)
        self.assertGreater(found, 3)
        ids = action["inst_executed"].correlation_ids()
        info = action.source_info(ids.value(0))
        self.assertGreater(info.line(), 0)
        self.assertIsNone(action.source_info(1))
        path = os.path.basename(info.file_name())
        self.assertIn(path, "".join(action.source_files()) or path)

    def test_units_that_depend_on_other_metrics(self):
        name = "derived__memory_l2_theoretical_sectors_global_excessive"
        units = os.path.join(os.path.dirname(os.environ["FINDINGS_REPORT"]), "units.ncu-rep")
        self.assertEqual(ncu_report.load_report(units)[0][0][name].unit(), "sector")
        self.assertEqual(ncu_report.load_report(os.environ["CODE_REPORT"])[0][0][name].unit(), "byte")

    def test_findings(self):
        """The report of tests/e2e/findings_report.c: what a page says, the module says, too."""
        path = os.environ["FINDINGS_REPORT"]
        text = subprocess.run([os.environ["ROOFTOP"], "-i", path, "--page", "details"], capture_output=True, text=True).stdout
        said = silent = 0
        for action in ncu_report.load_report(path)[0]:
            results = action.rule_results()
            self.assertEqual([one["rule_identifier"] for one in action.rule_results_as_dicts()],
                             [one.rule_identifier() for one in results])
            # An item without a message (a table, a proposal) is a result, too, as in the module of Nsight Compute.
            silent += sum(not one.has_rule_message() for one in results)
            for result in results:
                self.assertEqual(str(result), result.name())
                said += result.has_rule_message() and result.rule_message()["type"] != ncu_report.MsgType.NONE
            for marker in action.source_markers():
                self.assertIn("source_address" if marker["kind"] == 0 else "source_location", marker)
        self.assertEqual(silent, 2)
        self.assertGreater(said, 0)
        self.assertEqual(said, sum(text.count(f"\n    {mark} ") for mark in ("OPT", "INF", "WRN", "ERR")))

    def test_errors(self):
        with self.assertRaises(FileNotFoundError):
            ncu_report.load_report("/nonexistent.ncu-rep")
        with self.assertRaises(RuntimeError) as caught:
            ncu_report.load_report(__file__)
        self.assertIn("test_report.py", str(caught.exception))
        for kind in (ncu_report.IMetric, ncu_report.IAction, ncu_report.IContext):
            with self.assertRaises(AttributeError):
                kind()

    def test_objects_outlive_the_context(self):
        metric = ncu_report.load_report(SAMPLES)[0][0]["gpu__time_duration.sum"]
        self.assertEqual(metric.value(), self.action["gpu__time_duration.sum"].value())

    def test_what_the_contract_names_is_there(self):
        for name in ("load_report MsgType_ERR RuleKind_GUIDED TableElementKind_CUSTOM vector_string map_string_string TableData "
                     "IMessageVault IController IEvaluator IFrontend INvtxRange").split():
            self.assertTrue(hasattr(ncu_report, name), name)
        self.assertEqual(ncu_report.IFrontend.SpeedupType_GLOBAL, 1)
        for made in ncu_report.IEvaluator(), ncu_report.IController(), ncu_report.IMessageVault():
            self.assertTrue(type(made).__doc__)
        with self.assertRaises(RuntimeError):
            ncu_report.IEvaluator().require_metric("x")
        self.assertEqual(ncu_report.SpeedupType.GLOBAL, 2)
        for kind in (ncu_report.IMetric, ncu_report.IAction, ncu_report.IRange, ncu_report.IContext, ncu_report.IRuleResult):
            for name, member in vars(kind).items():
                if callable(member) and not name.startswith("_"):
                    self.assertTrue(member.__doc__, f"{kind.__name__}.{name} has no docstring")


if __name__ == "__main__":
    unittest.main()
