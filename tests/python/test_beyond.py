"""rooftop_report: what it has beyond ncu_report."""
import gc
import importlib.util
import math
import os
import subprocess
import sys
import unittest

import rooftop_report
from rooftop_report import _reader

SAMPLES, WORK = os.environ["SAMPLES"], os.environ["WORK"]
TIME = "gpu__time_duration.sum"


class Beyond(unittest.TestCase):
    def setUp(self):
        self.report = rooftop_report.open(SAMPLES)

    def test_columns(self):
        table = self.report.table([TIME, "launch__func_cache_config", "no__metric"], numpy=False)
        actions = self.report.actions
        self.assertEqual(table[TIME], [action[TIME].value() for action in actions])
        self.assertEqual(table["name"], [action.name() for action in actions])
        self.assertEqual(table["launch__func_cache_config"], [a["launch__func_cache_config"].value() for a in actions])
        self.assertTrue(all(map(math.isnan, table["no__metric"])))
        some = self.report.table([TIME], actions=actions[2:4], numpy=False)
        self.assertEqual(some[TIME], table[TIME][2:4])
        self.assertEqual(self.report.table(["launch__func_cache_config"], actions=[], numpy=False),
                         {"id": [], "name": [], "launch__func_cache_config": []})

    def test_columns_are_those_of_the_results(self):
        reports = rooftop_report.open(SAMPLES, os.environ["CODE_REPORT"], os.environ["FINDINGS_REPORT"])
        actions = reports.actions
        names = sorted({name for action in actions for name in action})
        table = reports.table(names, numpy=False)
        self.assertEqual(table["name"], [action.facts()["function"] for action in actions])
        texts = 0
        for name in names:
            values = [action[name].value() if name in action and action[name].has_value() else None for action in actions]
            if any(isinstance(value, str) for value in values):
                self.assertEqual(table[name], [value if isinstance(value, str) else None for value in values], name)
                texts += 1
            else:
                self.assertEqual([None if math.isnan(value) else value for value in table[name]],
                                 [None if value != value else value for value in values], name)
        self.assertGreater(texts, 5)

    def test_columns_need_no_whole_results(self):
        reader = self.report._reader
        reader.page = reader.result_facts = None
        table = self.report.table([TIME, "launch__func_cache_config", "no__metric"], numpy=False)
        self.assertIsInstance(table["launch__func_cache_config"][0], str)

    def test_a_list_of_results_does_not_hold_their_values(self):
        actions = rooftop_report.open(SAMPLES, SAMPLES, SAMPLES).actions
        times = [action[TIME].value() for action in actions]
        gc.collect()
        pages = sum(isinstance(one, _reader.Page) for one in gc.get_objects())
        self.assertLess(pages, len(actions) // 2 + 1)
        self.assertEqual(times, [action[TIME].value() for action in actions])

    def test_a_closed_report_says_so(self):
        read, other = self.report.actions[:2]
        with self.report:
            kept = read[TIME]
        self.assertEqual(kept.value(), read[TIME].value())
        for ask in (self.report.facts, read.findings, read.facts, other.metric_names, lambda: self.report.table([TIME])):
            with self.assertRaisesRegex(ValueError, "closed"):
                ask()

    def test_filters_are_those_of_the_command_line(self):
        self.assertEqual([a.index for a in self.report.filter(launch_skip=1, launch_count=2)], [1, 2])
        chosen = self.report.filter(kernel_name="regex:sgemm")
        self.assertTrue(chosen and all("sgemm" in action.name() for action in chosen))
        with self.assertRaises(rooftop_report.Error):
            self.report.filter(no_such_option=1)

    def test_opportunities_and_findings(self):
        best = self.report.opportunities(apply_rules="yes")
        self.assertEqual([one["rank"] for one in best], list(range(1, len(best) + 1)))
        found = rooftop_report.open(os.environ["FINDINGS_REPORT"]).findings()
        self.assertTrue(found and all(one["rule"] and one["type"] for one in found))

    def test_copies_and_differences(self):
        copy = self.report.save(os.path.join(WORK, "copy.ncu-rep"), launch_count=2)
        self.assertEqual(len(copy.actions), 2)
        with self.assertRaises(rooftop_report.Error):
            self.report.save(os.path.join(WORK, "copy.ncu-rep"), launch_count=2)
        self.assertEqual(self.report.diff(copy)["schema"], "rooftop-diff")
        both = rooftop_report.open(SAMPLES, os.path.join(WORK, "copy.ncu-rep"))
        self.assertEqual(len(both.actions), len(self.report.actions) + 2)

    def test_notebooks(self):
        self.assertIn("| 0 | vector_add", self.report.markdown())
        self.assertIn("<td>vector_add", self.report._repr_html_())
        self.assertIn("vector_add", self.report.page("summary", "markdown"))

    def check_frame(self, frame, ids):
        """The frame of two metrics of some results has their values, as numbers and as texts."""
        actions = self.report.actions[1:4]
        self.assertEqual(list(ids), [action.index for action in actions])
        self.assertEqual(list(frame["name"]), [action.name() for action in actions])
        self.assertEqual(list(frame[TIME]), [action[TIME].value() for action in actions])
        self.assertEqual(float(frame[TIME].mean()), sum(action[TIME].value() for action in actions) / 3)
        self.assertEqual(list(frame["launch__func_cache_config"]), [a["launch__func_cache_config"].value() for a in actions])

    @unittest.skipUnless(importlib.util.find_spec("pandas"), "pandas is not installed")
    def test_pandas(self):
        frame = self.report.to_pandas([TIME, "launch__func_cache_config"], actions=self.report.actions[1:4])
        self.check_frame(frame, frame.index)
        self.assertEqual(frame.groupby("name")[TIME].sum().sum(), frame[TIME].sum())

    def test_columns_have_one_type(self):
        """As polars wants them."""
        names = sorted({metric for action in self.report.actions for metric in action.metric_names()})
        for name, column in self.report.table(names, numpy=False).items():
            self.assertEqual(len({type(value) for value in column if value is not None}), 1, name)

    @unittest.skipUnless(importlib.util.find_spec("polars"), "polars is not installed")
    def test_polars(self):
        frame = self.report.to_polars([TIME, "launch__func_cache_config"], actions=self.report.actions[1:4])
        self.check_frame(frame, frame["id"])
        import polars
        self.assertEqual(frame.group_by("name").agg(polars.col(TIME).sum())[TIME].sum(), frame[TIME].sum())
        self.assertEqual(self.report.to_polars(["no__such_metric.sum"])["no__such_metric.sum"].null_count(), len(self.report.actions))

    def test_source_lines(self):
        action = rooftop_report.open(os.environ["CODE_REPORT"]).actions[0]
        lines = action.source_lines()
        self.assertEqual([line["value"] for line in lines], sorted((line["value"] for line in lines), reverse=True))
        self.assertTrue(all(row["address"] for row in action.instructions()))
        self.assertLessEqual(sum(line["value"] for line in lines), sum(row["value"] for row in action.instructions()))

    def test_a_wheel(self):
        here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "python")
        make = "import sys; sys.path.insert(0, sys.argv[1]); import make_wheel; print(make_wheel.build_wheel(sys.argv[2]))"
        name = subprocess.run([sys.executable, "-c", make, here, WORK], check=True, capture_output=True, text=True).stdout.strip()
        site = os.path.join(WORK, "site")
        subprocess.run([sys.executable, "-m", "zipfile", "-e", os.path.join(WORK, name), site], check=True)
        use = "import sys, ncu_report; print(ncu_report.__file__, len(ncu_report.load_report(sys.argv[1])[0]))"
        done = subprocess.run([sys.executable, "-c", use, SAMPLES], check=True, capture_output=True, text=True, cwd=WORK,
                              env={**os.environ, "PYTHONPATH": site})
        self.assertEqual(done.stdout.split(), [os.path.join(site, "ncu_report.py"), str(len(self.report.actions))])


if __name__ == "__main__":
    unittest.main()
