# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Tests of the harness's judgement: ratios, disturbed runs, wrong results, counters, reports."""

import argparse
import contextlib
import dataclasses
import io
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent))

import bench  # noqa: E402
import compare_builds  # noqa: E402
from harness import build, compare, kernels, micro, page, paper, paper_chunks, paper_figures  # noqa: E402
from harness import loops_report, paper_measuring, paper_numbers, predictions, predictions_report, processes  # noqa: E402
from harness import recursion, report, statistics_file, trace_file, tune, verdicts, whole_report  # noqa: E402

PROCESSOR = frozenset([min(os.sched_getaffinity(0))])


def measured(calm, everything=None):
    return compare.Measured(calm=calm, all=everything or calm)


class WithPrograms(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def program(self, name, body):
        path = self.folder / name
        path.write_text("#!/bin/sh\n" + body)
        path.chmod(0o755)
        return path

    def system(self, name, body):
        return compare.System(name, self.program(name.replace(" ", "-"), body), PROCESSOR, 2)


class Ratios(unittest.TestCase):
    def test_taken_within_rounds(self):
        # The machine became twice as slow in the second round; the ratio did not.
        ratio = compare.ratio(measured([1.0, 2.0, 3.0]), measured([2.0, 4.0, 6.0]))
        self.assertEqual((ratio.median, ratio.low, ratio.high, ratio.rounds), (0.5, 0.5, 0.5, 3))
        self.assertFalse(ratio.disturbed)

    def test_disturbed_rounds_are_left_out(self):
        ratio = compare.ratio(measured([1.0, None, 1.0], [1.0, 9.0, 1.0]), measured([2.0, 2.0, 2.0]))
        self.assertEqual((ratio.median, ratio.rounds, ratio.disturbed), (0.5, 2, False))

    def test_too_many_disturbed_rounds_are_marked(self):
        ratio = compare.ratio(measured([1.0, None, None], [1.0, 4.0, 4.0]), measured([2.0, 2.0, 2.0]))
        self.assertEqual((ratio.median, ratio.rounds, ratio.disturbed), (2.0, 3, True))

    def test_missing_system(self):
        self.assertIsNone(compare.ratio(None, measured([1.0])))

    def test_checksums(self):
        self.assertTrue(compare.checksums_agree(5.0, 5.0, 0))
        self.assertFalse(compare.checksums_agree(5.0, 5.0000001, 0))
        self.assertTrue(compare.checksums_agree(5.0, 5.0000001, 1e-6))
        self.assertFalse(compare.checksums_agree(float("nan"), 5.0, 1e-6))
        self.assertFalse(compare.checksums_agree(None, 5.0, 1e-6))


class Processes(WithPrograms):
    def run_body(self, body, **options):
        return processes.run_program([self.program("p", body)], PROCESSOR, **options)

    def test_output(self):
        run = self.run_body("echo kernel k\necho repetition 2 2 0\necho repetition 3 3 1\necho checksum 7.5", threads=2)
        self.assertEqual((run.repetitions, run.checksum), ([2.0, 3.0], 7.5))

    def test_waiting_repetitions_are_dropped(self):
        run = self.run_body("echo repetition 2 2 0\necho repetition 3 2 9\necho checksum 1")
        if not run.disturbed:  # By the machine that runs this test.
            self.assertEqual(run.repetitions, [2.0])

    def test_only_waiting_repetitions_disturb_the_run(self):
        self.assertTrue(self.run_body("echo repetition 3 2 9\necho checksum 1").disturbed)

    def test_failure_and_timeout(self):
        with self.assertRaisesRegex(processes.RunError, "exit status 3: bad luck"):
            self.run_body("echo bad luck >&2\nexit 3")
        with self.assertRaises(processes.RunTimeout):
            self.run_body("sleep 60", timeout=0.2)

    def test_a_program_ends_with_the_harness(self):
        # Interrupted while it waits for a program that has closed its output.
        with mock.patch.object(os, "wait4", side_effect=KeyboardInterrupt), self.assertRaises(KeyboardInterrupt):
            self.run_body(f"echo $$ > {self.folder}/pid\nexec sleep 60 >&- 2>&-")
        with self.assertRaises(ProcessLookupError):
            os.kill(int((self.folder / "pid").read_text()), 0)

    def test_a_setting_that_was_not_understood_is_an_error(self):
        with self.assertRaisesRegex(processes.RunError, "TACTUS_TOKENS=x"):
            self.run_body("echo 'tactus: warning: TACTUS_TOKENS=x: expected a number' >&2")

    def test_environment_is_ours_alone(self):
        os.environ["OMP_SCHEDULE"] = "foreign"
        self.addCleanup(os.environ.pop, "OMP_SCHEDULE")
        run = self.run_body("echo seen \"$OMP_SCHEDULE$TACTUS_WORKERS\"", environment={"TACTUS_WORKERS": "4"})
        self.assertEqual(run.facts["seen"], [["4"]])


class Comparison(WithPrograms):
    def test_a_wrong_checksum_is_an_error(self):
        systems = [self.system("serial", "echo repetition 1 1 0\necho checksum 1"),
                   self.system("other", "echo repetition 1 1 0\necho checksum 2")]
        with self.assertRaisesRegex(compare.WrongResult, "checksum 2.0 of other, but 1.0 of serial"):
            compare.interleave(systems, [], 1, 0, 1e-9)

    def test_beats_and_promotions_are_those_of_a_run_of_their_own(self):
        # The machine takes 1, 50 and 10 of 100 beats from the runs that count.
        body = f"""if [ -n "$TACTUS_STATS" ]; then case "$TACTUS_STATS" in *0.json) missed=1;; *1.json) missed=50;; *) missed=10;; esac
                     echo "{{\"counters\": {{\"beatsSeen\": $((100 - missed)), \"beatsMissed\": $missed, \"promotions\": 2}}}}" > "$TACTUS_STATS"
                     echo repetition 5 5 0
                   else echo repetition 1 1 0; fi; echo checksum 1"""
        system = self.system("any", body)
        system.environment = {"TACTUS_WORKERS": "1"}
        result = compare.interleave([system], [], 3, 20, 0)["any"]
        self.assertEqual(result.all, [1, 1, 1])
        if result.counted is not None:  # Unless this machine is very busy.
            self.assertEqual((result.counted, result.beats_due, result.promotions), (5, 100, 2))
            self.assertIn(result.beats_seen, (90, 99))  # 99 if a run was disturbed all 21 times.

    def test_as_many_runs_count_as_are_asked_for(self):
        body = f'[ -n "$TACTUS_STATS" ] && echo >> {self.folder}/counted; echo repetition 1 1 0; echo checksum 1'
        system = self.system("any", body)
        system.environment = {"TACTUS_WORKERS": "1"}
        compare.interleave([system], [], 3, 0, 0, counted_runs=1)
        self.assertEqual((self.folder / "counted").read_text(), "\n")

    def test_rounds_take_turns_with_the_places_of_the_code(self):
        system = self.system("any", f"echo here >> {self.folder}/runs\necho repetition 1 1 0\necho checksum 1")
        for number in (1, 2):
            self.program(build.placed(system.program, number).name,
                         f"echo {number} >> {self.folder}/runs\necho repetition 1 1 0\necho checksum 1")
        compare.interleave([system], [], 5, 0, 0)
        self.assertEqual((self.folder / "runs").read_text().split(), ["here", "1", "2", "here", "1"])

    def test_programs_are_linked_with_their_code_at_several_places(self):
        def place_of(program):
            symbols = subprocess.run(["nm", program], capture_output=True, text=True, check=True).stdout
            return int(next(line.split()[0] for line in symbols.splitlines() if line.endswith(" plusReduce")), 16)

        toolchain = build.find_toolchain(self.folder)
        (kernel,) = kernels.select(["plus-reduce-array"], ["loops"])["loops"]
        program = build.build_variants(toolchain, kernel, ["serial"], self.folder, 1)["serial"]
        programs = build.placements(program)
        self.assertEqual(len(programs), build.PLACEMENTS)
        places = [place_of(each) for each in programs]
        self.assertEqual([place - places[0] for place in places],
                         [number * build.PLACEMENT_BYTES for number in range(build.PLACEMENTS)])
        for each in programs:
            compare.verify(each, compare.System("any", each, PROCESSOR, 1), kernel.tiny_size)
        # A build for one place leaves no old program for rounds to take.
        self.assertEqual(build.placements(build.build_kernel(toolchain, kernel, "serial", self.folder)), [program])

    def test_more_rounds_while_a_ratio_is_unclear(self):
        same = "echo repetition 1 1 0\necho checksum 1"
        steady, other = self.system("steady", same), self.system("other", same)
        # 1 and 2 seconds in turn.
        turns = self.system("turns", f"echo >> {self.folder}/turns\n"
                            f"echo repetition $((1 + $(wc -l < {self.folder}/turns) % 2)) 1 0\necho checksum 1")

        def rounds_of(*pairs):
            result = compare.interleave([steady, other, turns], [], 2, 20, 0, precise=pairs)
            return len(result["steady"].all), not any(None in runs.calm for runs in result.values())

        self.assertEqual(rounds_of(("turns", "steady"))[0], 2 * compare.MOST_TIMES_ROUNDS)
        rounds, is_calm = rounds_of(("other", "steady"), ("missing", "steady"))
        if is_calm:  # Unless this machine is very busy.
            self.assertEqual(rounds, 2)

    def test_a_traced_system_is_not_counted_again(self):
        def counts(**environment):
            return compare.System("any", self.folder, PROCESSOR, 2, environment).counts_beats

        self.assertTrue(counts(TACTUS_WORKERS="2"))
        self.assertFalse(counts(TACTUS_WORKERS="2", TACTUS_TRACE="file"))
        self.assertFalse(counts())

    def test_what_a_trace_costs_has_a_bar(self):
        ratio = {"median": 1.05, "low": 1.04, "high": 1.06, "rounds": 3, "disturbed": False}
        results = {"threads": 2, "kernels": [{"kernel": "k", "ratios": {"tactus-traced/tactus": ratio}}]}
        found = [(text, met) for what, _, text, met in loops_report.bars(results) if "trace" in what]
        self.assertEqual(found, [("1.050 (k)", False)])

    def test_a_median_is_known_by_its_spread_and_the_number_of_rounds(self):
        self.assertFalse(compare.is_precise(compare.Ratio(1.0, 0.98, 1.02, 3, False)))
        self.assertTrue(compare.is_precise(compare.Ratio(1.0, 0.98, 1.02, 14, False)))
        self.assertTrue(compare.is_precise(compare.Ratio(3.0, 2.98, 3.02, 3, False)))
        self.assertFalse(compare.is_precise(compare.Ratio(1.0, 1.0, 1.0, 3, True)))

    def test_tuning_finds_the_fastest_and_leaves_out_wrong_and_slow(self):
        serial = self.system("serial", "echo repetition 1 1 0\necho checksum 1")
        bodies = {"wrong": "echo repetition 0.1 0.1 0\necho checksum 2", "fast": "echo repetition 0.5 1 0\necho checksum 1",
                  "slow": "echo repetition 0.9 1 0\necho checksum 1"}
        candidates = {"outer": [(name, self.system(f"outer {name}", body)) for name, body in bodies.items()],
                      "inner": [("hopeless", self.system("inner hopeless", "echo repetition 9 9 0\necho checksum 1")),
                                ("never tried", self.system("inner never", "exit 1"))]}
        best, trials = tune.best_schedule(candidates, serial, [], 1e-9, 0, lambda text: None, finalists=3)
        self.assertEqual(best.name, "outer fast")
        self.assertEqual([(trial["schedule"], trial["seconds"]) for trial in trials],
                         [("wrong", None), ("fast", 0.5), ("slow", 0.9), ("hopeless", 9.0)])

    def test_promotion_cost_takes_as_many_gaps_as_promotions(self):
        program = self.program("micro", "echo shortest_gap_ns 10\necho median_gap_ns 12\necho involuntary_switches 1\necho gaps_ns 99999 910 710 510 30 12\n"
                                        "echo '{\"counters\": {\"promotions\": 3}}' > \"$TACTUS_STATS\"")
        result = micro.promotion_cost(program, PROCESSOR, 1, runs=1)
        self.assertEqual(result, {"promotion_ns": 700.0, "promotions": 3, "latch_ns": 2.0})

    def test_gaps_of_a_program_that_knows_its_promotions_are_all_taken(self):
        program = self.program("micro", "echo shortest_gap_ns 10\necho median_gap_ns 12\necho gaps_ns 910 710 510 30\n"
                                        "echo '{\"counters\": {\"promotions\": 3}}' > \"$TACTUS_STATS\"")
        self.assertEqual(micro.promotion_cost(program, PROCESSOR, 1, runs=1)["promotion_ns"], 700.0)


class Counters(WithPrograms):
    def read(self, text):
        path = self.folder / "c.json"
        path.write_text(text)
        return statistics_file.read(path)

    def test_unknown_files_give_nothing(self):
        self.assertIsNone(statistics_file.read(self.folder / "missing"))
        self.assertIsNone(self.read("{"))
        self.assertIsNone(self.read("[]"))
        self.assertEqual(self.read("{}"), statistics_file.Counters())

    def test_promotions_are_summed_over_loops_if_there_is_no_total(self):
        self.assertEqual(self.read('{"loops": [{"line": 1, "promotions": 2}, {"line": 9, "promotions": 3}]}').promotions, 5)


class Reports(unittest.TestCase):
    def whole_suite(self):
        def suite(kernel, **ratios):
            return {"suite": "", "threads": 2, "commit": "c", "date": "d", "kernels": [
                {"kernel": kernel, "ratios": {name: {"median": value, "low": value, "high": value, "disturbed": False}
                                              for name, value in ratios.items()}}]}
        return {"loops": suite("l", **{"tactus-1/serial": 1.0, "tactus/openmp": 1.1}),
                "recursion": suite("fib", **{"tactus-par-1/serial": 1.21}),
                "mpl": suite("m", **{"tactus-full-1/serial": 1.0})}

    def test_the_bars_of_the_whole_suite_need_all_suites(self):
        suites = self.whole_suite()
        found = [(measured, met) for _, _, measured, met in whole_report.bars(suites)]
        self.assertEqual(found, [("1.066", False), ("1.210 (fib)", False), ("1.100", False), ("1.100 (l)", False)])
        self.assertIn("<h2>whole suite</h2><h3>Bars</h3>", page.whole_as_html(suites))
        del suites["mpl"]
        self.assertEqual((report.whole_sections(suites), page.whole_as_html(suites)), ([], ""))

    def test_what_misses_a_bar_of_the_whole_suite_is_explained(self):
        suites = self.whole_suite()
        (_, why, _, rows) = whole_report.sections(suites)[1]
        self.assertEqual(rows, [["fib", "1 worker / serial", "1.210"], ["l", "2 workers / best OpenMP", "1.100"]])
        self.assertRegex(why, "fib: .* poll .* l: Not known")
        suites["recursion"]["kernels"], suites["loops"]["kernels"] = [], []
        self.assertEqual(len(whole_report.sections(suites)), 1)

    def test_only_core_kernels_are_judged_by_the_bars_for_loops(self):
        results = self.results(a=1.0, b=1.21)
        results["kernels"][1]["is_core"] = False
        found = {what: value for what, _, value, _ in report.bars(results)}
        self.assertEqual(found["Tactus on 1 worker / serial elision, worst"], "1.000 (a)")

    def results(self, **ratios):
        return {"suite": "loops", "threads": 2, "kernels": [
            {"kernel": name, "seconds": {"serial": 1.0}, "disturbed_runs": {}, "promotions_one_worker": 0,
             "ratios": {"tactus-1/serial": {"median": value, "low": value, "high": value, "disturbed": False}}}
            for name, value in ratios.items()]}

    def bars(self, **ratios):
        return {what: (value, met) for what, _, value, met in report.bars(self.results(**ratios))}

    def test_bars(self):
        met = self.bars(a=1.0, b=1.0)
        self.assertEqual(met["Tactus on 1 worker / serial elision, geometric mean"], ("1.000", True))
        missed = self.bars(a=1.0, b=1.21)
        self.assertEqual(missed["Tactus on 1 worker / serial elision, geometric mean"], ("1.100", False))
        self.assertEqual(missed["Tactus on 1 worker / serial elision, worst"], ("1.210 (b)", False))
        self.assertEqual(missed["one promotion at nest depth 3"], ("-", None))

    def test_disturbed_figures_judge_nothing(self):
        results = self.results(a=1.0, b=1.21)
        results["kernels"][0]["ratios"]["tactus-1/serial"]["disturbed"] = True
        met = {what: (value, met) for what, _, value, met in report.bars(results)}
        self.assertEqual(met["Tactus on 1 worker / serial elision, worst"], ("1.210 (b)!", None))
        self.assertIn("disturbed, repeat", report.terminal({"loops": results}))

    def test_what_was_not_measured_is_a_dash(self):
        text = report.terminal({"loops": self.results(a=1.0)})
        self.assertIn("not measured", text)
        self.assertNotIn("nan", text)

    def test_recorded_command_has_no_places(self):
        self.assertEqual(bench.repeatable_command(["--quick", "--work", "elsewhere", "--root=tree", "--reps", "3",
                                                   "--write-results", "--retries", "1"]),
                         "bench/bench.py --quick --reps 3 --retries 1")


ORIGIN = {"date": "today", "command": "bench", "commit": "c0ffee", "flags": "-O3", "rounds": 7, "threads": 2,
          "machine": {"processor": "p", "processors": 2, "processors_used": [0, 1], "kernel": "6", "compiler": "clang"}}


def ratio_entry(low, median, high, **more):
    return {"median": median, "low": low, "high": high, "disturbed": False, **more}


def mpl_results(**ratios):
    return {"mpl": {"suite": "mpl", **ORIGIN, "quick": False, "kernels": [
        {"kernel": name, "seconds": {"serial": 1.0}, "disturbed_runs": {}, "ratios": {"tactus-full/tactus-tuned": entry}}
        for name, entry in ratios.items()]}}


class Verdicts(unittest.TestCase):
    def test_nothing_is_concluded_within_the_noise(self):
        self.assertTrue(verdicts.is_inconclusive(ratio_entry(0.9, 1.02, 1.1)))
        self.assertTrue(verdicts.is_inconclusive(ratio_entry(1.2, 1.3, 1.4, disturbed=True)))
        self.assertFalse(verdicts.is_inconclusive(ratio_entry(1.01, 1.02, 1.1)))
        self.assertFalse(verdicts.is_inconclusive(ratio_entry(1, 1, 1)))
        self.assertIn("1.020~ [0.900–1.100]", report.terminal(mpl_results(k=ratio_entry(0.9, 1.02, 1.1))))

    def test_a_bar_within_the_noise_is_not_judged(self):
        def bar(entry):
            return {row[0]: row[2:] for row in report.bars(mpl_results(k=entry)["mpl"])}[
                "fully parallel / hand-tuned, 2 workers, worst"]

        self.assertEqual(bar(ratio_entry(1.2, 1.24, 1.3)), ("1.240 (k)~", None))
        self.assertEqual(bar(ratio_entry(1.26, 1.28, 1.3)), ("1.280 (k)", False))
        self.assertEqual(bar(ratio_entry(1.2, 1.24, 1.3, disturbed=True)), ("1.240 (k)!", None))
        self.assertIn("within the noise", report.terminal(mpl_results(k=ratio_entry(1.2, 1.24, 1.3))))

    def test_changes(self):
        old = ratio_entry(0.98, 1.0, 1.02)
        self.assertEqual(verdicts.change(old, ratio_entry(1.05, 1.08, 1.1)), "slower")
        self.assertEqual(verdicts.change(old, ratio_entry(0.8, 0.85, 0.9)), "faster")
        self.assertEqual(verdicts.change(old, ratio_entry(1.01, 1.08, 1.1)), "same")  # They overlap.
        self.assertEqual(verdicts.change(ratio_entry(1, 1, 1), ratio_entry(1.01, 1.01, 1.01)), "same")  # Too little.
        self.assertEqual(verdicts.change(old, ratio_entry(2, 2, 2, disturbed=True)), "unknown")

    def test_only_what_both_have_is_compared(self):
        old = mpl_results(a=ratio_entry(1, 1, 1), b=ratio_entry(1, 1, 1))
        new = mpl_results(b=ratio_entry(1.3, 1.3, 1.3), c=ratio_entry(1, 1, 1))
        rows = verdicts.compare(old, new)
        self.assertEqual([(row[1], row[-1]) for row in rows], [("b", "slower")])
        self.assertEqual(verdicts.comparison_table(rows)[1][0][-1], "SLOWER")
        self.assertEqual(verdicts.compare({}, new), [])

    def test_another_setup_is_said(self):
        old, new = mpl_results(), mpl_results()
        self.assertEqual(verdicts.differences_in_setup(old, new), [])
        new["mpl"]["threads"] = 4
        self.assertEqual(verdicts.differences_in_setup(old, new), ["mpl: threads: 2 before, 4 now"])


class Pages(unittest.TestCase):
    def test_a_page_needs_nothing_else(self):
        text = page.render(mpl_results(k=ratio_entry(0.9, 0.95, 1.0), other=ratio_entry(1, 1, 1)), "var Chart = 0;")
        for reference in ("src=", "href=", "http:", "https:", "@import", "url("):
            self.assertNotIn(reference, text)
        self.assertIn("var Chart = 0;", text)
        self.assertIn("prefers-color-scheme: dark", text)
        self.assertIn('[0.95, 0.9, 1.0]', text)
        self.assertNotIn("@BODY@", text)

    def test_without_the_library_there_are_tables_only(self):
        text = page.render(mpl_results(k=ratio_entry(0.9, 0.95, 1.0)), None)
        self.assertNotIn("<canvas", text)
        self.assertIn("0.950", text)

    def test_names_cannot_end_the_script_or_become_markup(self):
        text = page.render(mpl_results(**{"</script><b>": ratio_entry(1, 1, 1)}), "")
        self.assertEqual(text.count("</script>"), 2)
        self.assertNotIn("<b>", text.replace("<\\/script><b>", ""))

    def test_a_chart_of_many_series_shows_what_matters_first(self):
        def shown(*names):
            kernels = [{"kernel": "k", "ratios": {name: ratio_entry(1, 1, 1) for name in names}}]
            chart = page.chart_of("loops", [(name, name) for name in names], kernels)
            return [series["title"] for series in chart["series"] if series["isShown"]]

        self.assertEqual(shown("a", "tactus-1/serial", "b", "c", "tactus/openmp", "d"), ["tactus-1/serial", "tactus/openmp"])
        self.assertEqual(shown("a", "b", "c", "d"), ["a", "b", "c", "d"])
        self.assertEqual(shown("a", "b", "c", "d", "e"), ["a"])

    def figures(self, **more):
        figure = {"title": "a <title>", "claim": "a & b", "header": ["speedup", "Tactus", "paper", "times"],
                  "rows": [["k", "1.25~", "—", "7"], ["x", "-2", "3.50", "8"], ["mean", "0.5!", "2", "9"]], "charted": None}
        return {"hbc:fig4": figure | more}

    def test_figures_of_papers_are_charts_of_their_numbers(self):
        (figure,) = self.figures().values()
        chart = page.chart_of_table("n", figure["header"], figure["rows"])
        self.assertEqual(chart["labels"], ["k", "x", "mean"])
        self.assertEqual([(series["title"], [value and value[0] for value in series["values"]]) for series in chart["series"]],
                         [("Tactus", [1.25, -2, 0.5]), ("paper", [None, 3.5, 2]), ("times", [7, 8, 9])])
        text = page.render_figures(self.figures(), "introduced", "var Chart = 0;")
        for part in ("a &lt;title&gt;", "a &amp; b", "introduced", "1.25~", "<canvas id='chart-hbc:fig4'", '"Tactus"'):
            self.assertIn(part, text)
        self.assertNotIn("<canvas", page.render_figures(self.figures(charted=0), "introduced", "var Chart = 0;"))
        self.assertNotIn('"title": "times"', page.render_figures(self.figures(charted=2), "introduced", "var Chart = 0;"))

    @unittest.skipUnless(shutil.which("chromium") and page.find_library(), "needs chromium and libjs-chart.js")
    def test_a_browser_draws_all_charts(self):
        suites = page.render(mpl_results(k=ratio_entry(0.9, 0.95, 1.0)), page.find_library())
        self.assertEqual(self.first_chart_in_a_browser(suites), "1,0.9-1,true")
        figures = page.render_figures(self.figures(), "", page.find_library())
        self.assertEqual(self.first_chart_in_a_browser(figures), "1,1.25-1.25,true")

    def first_chart_in_a_browser(self, text):
        """How many charts are drawn; of the first, the spread of the first bar, and whether anything is to be seen."""
        check = """<script>
          const pixels = drawn[0].canvas.getContext("2d").getImageData(0, 0, drawn[0].canvas.width, drawn[0].canvas.height);
          document.title = [drawn.length, drawn[0].data.datasets[0].spread[0].join("-"), pixels.data.some(byte => byte)];
        </script>"""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "page.html"
            path.write_text(text.replace("</body>", check + "</body>"))
            result = subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}",
                                     "--dump-dom", path.as_uri()], capture_output=True, text=True, timeout=120)
        found = re.search("<title>(.*)</title>", result.stdout)
        self.assertTrue(found, result.stderr)
        return found[1]


class Papers(unittest.TestCase):
    def test_all_that_the_papers_show_is_listed(self):
        listed = paper.listing().split()
        for name in (*(f"hbc:fig{i}" for i in (4, 5, 7, 8, *range(10, 17))), *(f"tpal:fig{i}" for i in (6, 7, 8, 9, 11)),
                     *(f"mpl:table{i}" for i in range(1, 5)), "mpl:fig10"):
            self.assertIn(name, listed)
        for figure in paper.FIGURES.values():
            self.assertEqual(figure.measure is None, figure.claim.startswith("not here: "))

    def test_figures_are_written_apart_from_suites(self):
        options = bench.parse_arguments(["paper", "hbc:fig4", "--work", "folder"])
        self.assertEqual((options.json, options.html), ("folder/paper.json", "folder/paper.html"))
        with tempfile.TemporaryDirectory() as folder:
            options = bench.parse_arguments(["paper", "hbc:fig4", "hbc:fig9", "--work", folder])
            figure = dataclasses.replace(paper.FIGURES["hbc:fig4"], measure=lambda *_: (["a", "b"], [["c", "1"], ["d", "2"]]))
            broken = dataclasses.replace(figure, measure=mock.Mock(side_effect=processes.RunError))
            with mock.patch.dict(paper.FIGURES, {"hbc:fig4": figure, "hbc:fig5": broken}), contextlib.redirect_stdout(io.StringIO()) as printed:
                self.assertEqual(paper.run(options, None), 0)
                Path(options.json).unlink()
                options.figures.append("hbc:fig5")
                self.assertRaises(processes.RunError, paper.run, options, None)
            self.assertEqual(list(json.loads(Path(options.json).read_text())), ["hbc:fig4"])
            self.assertIn("irregular workloads", Path(options.html).read_text())
        self.assertIn("hbc:fig9", printed.getvalue())

    def test_figure_10_of_mpl_ends_with_the_papers_speedups(self):
        rows = [["mpl-bfs", "1.00", "1.38"], ["geometric mean", "0.98", "1.63"]]
        with mock.patch.object(paper_figures, "_by_workers", lambda *_: (["speedup", "1", "2"], rows)):
            header, found = paper_figures.mpl_figure_10(None, None)
        self.assertEqual(header[-1], "paper: 64")
        self.assertEqual(found, [["mpl-bfs", "1.00", "1.38", "24"], ["geometric mean", "0.98", "1.63", "27"]])

    def test_tables_have_all_sixteen_and_their_means(self):
        names = {kernel.name.removeprefix("mpl-") for kernel in kernels.MPL_KERNELS}
        self.assertEqual(len(names), 16)
        for table in (paper_numbers.MPL_TABLE_1, paper_numbers.MPL_TABLE_2, paper_numbers.MPL_TABLE_3,
                      paper_numbers.MPL_TABLE_4):
            self.assertEqual(set(table), names)
        # The means that the paper prints are those of its rows, but for what these are rounded.
        for table, means in ((paper_numbers.MPL_TABLE_2, paper_numbers.MPL_TABLE_2_MEANS),
                             (paper_numbers.MPL_TABLE_3, paper_numbers.MPL_TABLE_3_MEANS),
                             (paper_numbers.MPL_TABLE_4, paper_numbers.MPL_TABLE_4_MEANS)):
            for column, mean in zip(zip(*table.values()), means):
                self.assertAlmostEqual(statistics.geometric_mean(column) / mean, 1, delta=0.03)

    def test_noise_is_marked(self):
        ours, theirs = measured([1.0, 1.0, 1.0]), measured([0.9, 1.01, 1.1])
        self.assertEqual(paper_measuring.text(paper_measuring.median(ours, theirs)), "0.99~")
        self.assertEqual(paper_measuring.text(paper_measuring.median(ours, measured([2.0, 2.0, 2.0]))), "0.50")
        disturbed = measured([None, None, 2.0], [2.0, 2.0, 2.0])
        self.assertEqual(paper_measuring.text(paper_measuring.median(ours, disturbed)), "0.50!")
        self.assertEqual(paper_measuring.text(paper_measuring.median(ours, None)), "-")

    def test_chunks_are_read_from_a_trace(self):
        def beat(same, parts, chunk, thread=1):
            told = {"parts": parts, **({"same": same} if same else {}), **({"chunk": chunk} if chunk else {})}
            return {"ph": "M", "tid": thread, "ts": 5.5, "name": "tactus_beat", "args": told}

        def promotion(event):
            return {**event, "ph": "X", "name": "promotion a.c:7", "args": {"join": 1, "beat": event["args"]}}

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "trace.json"
            path.write_text(json.dumps([
                {"ph": "M", "tid": 1, "name": "tactus_place", "args": {}},
                beat(0, [[1, 0, 3, 99], [2, -8, 0, 7]], 40), promotion(beat(1, [[2, -8, 4, 5000]], 20)),
                beat(0, [[1, 0, 5, 99]], 10, thread=2),   # the outer loop alone, of another thread
                beat(2, [], 30), beat(2, [], 0)]))        # as before; and a chunk that is not known
            beats = trace_file.read_beats(path)
        self.assertEqual([beat.loops for beat in beats][:2], [((3, 99), (0, 7)), ((3, 99), (4, 5000))])
        self.assertEqual(paper_chunks.chunks_by_length(beats), {10: [40], 10000: [20, 30]})

    def test_inputs_of_the_papers_compute_what_they_should(self):
        with tempfile.TemporaryDirectory() as folder:
            toolchain = build.find_toolchain(folder)
            for kernel in kernels.PAPER_KERNELS:
                for variant in ("serial", "openmp-nested"):
                    program = build.build_kernel(toolchain, kernel, variant, folder)
                    compare.verify(program, compare.System(variant, program, PROCESSOR, 1), kernel.small_size)

    def test_figures_are_measured_and_verified(self):
        with tempfile.TemporaryDirectory() as folder:
            toolchain = build.find_toolchain(folder)
            options = bench.parse_arguments(["--work", folder, "--reps", "1", "--retries", "0", "--threads", "1"])
            options.size_arguments = lambda kernel: ["--size", kernel.tiny_size]
            options.log = lambda text: None
            header, rows = paper_measuring.speedups(options, toolchain, ["plus-reduce-array"],
                                                   [("openmp", "openmp-outer", 1, {})], [("paper", [3])])
            self.assertEqual((header, [row[0] for row in rows]),
                             (["speedup", "openmp"], ["plus-reduce-array", "geometric mean", "paper"]))
            self.assertGreater(float(rows[0][1].rstrip("!~")), 0)


class Predictions(unittest.TestCase):
    def results(self, **medians):
        return {"threads": 2, "predictions": [
            {"kernel": name, "work_growth": 1.1, "ratios": {name_of: {"median": median, "low": median, "high": median,
                                                                      "disturbed": False}
                                                            for name_of in ("predicted/measured", "predicted-from-1/measured")}}
            for name, median in medians.items()]}

    def test_too_slow_and_too_fast_are_errors(self):
        (what, _, text, met), = predictions_report.bars(self.results(fib=1.02, uts=0.85))
        self.assertEqual((text, met), ("15.0 % (uts)", False))
        (_, _, _, met), = predictions_report.bars(self.results(fib=1.02))
        self.assertTrue(met)
        self.assertEqual(predictions_report.bars({"threads": 2}), [])

    def test_what_is_measured_beside_predictions_is_kept(self):
        old = {"loops": {"kernels": ["old"], "micro": {"a": 1}}}
        new = {"loops": {"kernels": [], "micro": {"a": 2}, "predictions": ["p"]}}
        self.assertEqual(bench.combine(old, new)["loops"]["micro"], {"a": 2})

    def test_predictions_of_another_run_say_so(self):
        def results(date, kernels, **more):
            return {"loops": {"date": date, "commit": "c", "command": f"bench on {date}", "kernels": kernels, "threads": 2,
                              **more}}

        found = self.results(fib=1.02)["predictions"]
        for combined in (bench.combine(results("Monday", ["k"]), results("Tuesday", [], predictions=found)),
                         bench.combine(results("Tuesday", ["old"], predictions=found), results("Monday", ["k"]))):
            self.assertEqual((combined["loops"]["date"], combined["loops"]["kernels"]), ("Monday", ["k"]))
            (_, origin, *_), _ = predictions_report.sections(combined["loops"])
            self.assertEqual(origin, "From Tuesday, commit c: `bench on Tuesday`.")
        combined = bench.combine(combined, results("Wednesday", ["new"], predictions=found))
        (_, origin, *_), _ = predictions_report.sections(combined["loops"])
        self.assertIn("Wednesday", origin)

    def test_repetitions_that_make_preparations_a_small_part(self):
        def repetitions(once, wall):
            return predictions.enough_repetitions(processes.Run(repetitions=[once] * 3, wall=wall), 3)

        self.assertEqual(repetitions(0.125, 0.5 + 0.125), 4)  # preparations of an eighth, kernels of half a second
        self.assertEqual(repetitions(0.125, 0.5 + 0.5), 8)  # twice the preparations
        self.assertEqual(repetitions(0.125, 0.5 + 9.0), 12)  # but a second and a half at most
        self.assertEqual(repetitions(2.0, 9.0), 3)

    def test_answers_are_read(self):
        answer = {"isThinned": False, "workMicroseconds": 100, "workOnAllProcessorsMicroseconds": 110, "lostMicroseconds": 1,
                  "comparisons": [{}, {"predicted": 50, "measured": 60}, {"predicted": 55, "measured": 60}]}
        self.assertEqual(predictions.read_answer(json.dumps(answer)), (55, 60, 50, 1.1, 0.01))
        for wrong in ("no JSON", "{}", json.dumps({**answer, "isThinned": True})):
            with self.assertRaises(predictions.BadPrediction):
                predictions.read_answer(wrong)


class RecursionReports(unittest.TestCase):
    def results(self, price=1000.0, **kernels):
        """Kernels by name, each with ratios by short names, and figures of promotion."""
        names = {"par1": "tactus-par-1/serial", "tasks1": "tactus-tasks-1/serial", "par": "tactus-par/serial",
                 "classic": "tactus-par/tactus-par-classic", "header": "tactus-header-1/gcc-serial",
                 "libomp": "libomp/serial"}
        entries = []
        for name, given in kernels.items():
            values = {long: given[short] for short, long in names.items() if short in given}
            entries.append({"kernel": name, "irregular": given.get("irregular", False), "seconds": {"serial": 1.0},
                            "disturbed_runs": {}, "heap_bytes": given.get("heap", {}),
                            "promotions": given.get("promotions", {}),
                            "ratios": {long: {"median": value, "low": value, "high": value, "disturbed": False}
                                       for long, value in values.items()}})
        return {"suite": "recursion", **ORIGIN, "quick": False, "kernels": entries,
                "micro": {"tactus-par": {"promotion_ns": price}}}

    def bars(self, **given):
        return {what: (value, met) for what, _, value, met in report.bars(self.results(**given))}

    def test_fib_has_bars_of_its_own(self):
        found = self.bars(fib={"par1": 1.19, "tasks1": 1.31, "header": 2.6}, uts={"par1": 1.1}, quicksort={"par1": 1.2})
        self.assertEqual(found["fib, C++ par, 1 worker / serial elision"], ("1.190", True))
        self.assertEqual(found["fib, OpenMP tasks, 1 worker / serial elision"], ("1.310", False))
        self.assertEqual(found["fib, plain g++ header mode, 1 worker / g++ serial"], ("2.600", False))
        self.assertEqual(found["others, C++ par, 1 worker / serial elision, geometric mean"], ("1.149", False))
        self.assertEqual(found["others, C++ par, 1 worker / serial elision, worst"], ("1.200 (quicksort)", True))
        self.assertEqual(found["others, OpenMP tasks, 1 worker / serial elision, worst"], ("-", None))

    def test_without_fib_its_bars_are_not_judged(self):
        found = self.bars(uts={"par": 0.55})
        self.assertEqual(found["fib, C++ par, 1 worker / serial elision"], ("-", None))
        self.assertEqual(found["others, C++ par, 2 workers / serial elision, geometric mean"], ("0.550", True))

    def test_tokens_must_not_lose_and_must_win_where_work_is_irregular(self):
        found = self.bars(fib={"classic": 1.01}, uts={"classic": 1.0, "irregular": True})
        self.assertEqual(found["tokens / classic heartbeat, worst"], ("1.010 (fib)", True))
        self.assertEqual(found["tokens / classic heartbeat, irregular kernels, geometric mean"], ("1.000", False))

    def test_promotions(self):
        figures = {"promotions": 1000, "per_second": 500.0, "per_token": 1.5, "processor_seconds": 0.05}
        found = self.bars(uts={"promotions": {"tactus-par": figures}})
        self.assertEqual(found["promotions for each token granted, worst"], ("1.500 (uts, tactus-par)", False))
        # A thousand times a microsecond, in fifty milliseconds.
        self.assertEqual(found["price of promotions, share of the time, worst"], ("2.000 % (uts, tactus-par)", False))
        unknown = self.bars(price=None, uts={"promotions": {"tactus-par": figures}})
        self.assertEqual(unknown["price of promotions, share of the time, worst"], ("-", None))

    def test_one_heap_byte_misses_the_bar(self):
        what = "heap bytes of forks not promoted, worst"
        self.assertEqual(self.bars(uts={"heap": {"tactus-par": 0}})[what], ("0 (uts, tactus-par)", True))
        self.assertEqual(self.bars(uts={"heap": {"tactus-par": 0, "gcc-par": 1}})[what], ("1 (uts, gcc-par)", False))

    def test_frames_may_grow_by_one_slot(self):
        results = self.results(fib={}, uts={})
        what = "fib, stack bytes of a frame beyond the serial one, worst"
        for size, met in ((40, True), (41, False)):
            results["kernels"][0]["frame_bytes"] = {"serial": 24, "tactus-par": size, "tactus-tasks": 24}
            found = {row[0]: row[2:] for row in report.bars(results)}
            self.assertEqual(found[what], (f"{size - 24} (tactus-par)", met))

    def test_a_time_limit_gives_a_lower_bound(self):
        results = self.results(fib={"libomp": 44.0})
        results["kernels"][0]["ratios"]["libomp/serial"]["lower_bound"] = True
        self.assertIn("≥ 44.000", report.terminal({"recursion": results}))

    def test_one_suite_leaves_the_other_as_it_is(self):
        loops = {"suite": "loops", **ORIGIN, "kernels": []}
        both = report.markdown({"loops": loops, "recursion": self.results(fib={"par1": 1.1})})
        again = report.markdown({"recursion": self.results(fib={"par1": 1.2})}, both)
        self.assertEqual(both.partition("## Recursion")[0], again.partition("## Recursion")[0])
        self.assertIn("1.100", both)
        self.assertNotIn("1.100", again)
        self.assertEqual(both, report.markdown({"loops": loops}, both))
        self.assertEqual(both.count("\n## "), 2)


class Recursion(WithPrograms):
    def test_promotions_are_compared_with_tokens(self):
        kernel = kernels.RecursiveKernel("k", "k.cpp", 1, 1, irregular=False, entries=2)
        runs = compare.Measured(calm=[0.4, None], all=[0.4, 9.0], counted=0.5, beats_due=92, promotions=25)
        options = argparse.Namespace(repetitions=3, threads=2)
        figures = recursion.promotion_figures(kernel, runs, options)
        # Four repetitions; each enters twice.
        self.assertEqual(figures, {"promotions": 25, "per_second": 12.5, "tokens_granted": 100, "per_token": 0.25,
                                   "processor_seconds": 4.0})
        self.assertIsNone(recursion.promotion_figures(kernel, compare.Measured(calm=[None], all=[1.0]), options))

    def test_heap_bytes_are_those_of_one_repetition(self):
        # 1000 bytes to start up and 24 for each repetition.
        program = self.program("kernel", 'echo heap_bytes $((1000 + 24 * $6))')
        preload = ""  # The real one is a shared object; here the program counts for itself.
        self.assertEqual(micro.heap_bytes_of_a_repetition(program, preload, 5, PROCESSOR, {}), 24)

    def test_frame_sizes_are_those_of_the_function(self):
        fib, = kernels.select(["fib"], ["recursion"])["recursion"]
        toolchain = build.find_toolchain(self.folder)
        self.assertGreater(build.frame_bytes(toolchain, fib, "serial", self.folder, "fib"), 0)
        with self.assertRaisesRegex(build.BuildError, "no function fibber"):
            build.frame_bytes(toolchain, fib, "serial", self.folder, "fibber")

    def test_allocations_are_counted(self):
        source = self.folder / "allocates.c"
        source.write_text("#include <stdlib.h>\nint main(int argc, char **argv) { void *volatile p = malloc(24 * atoi(argv[6]));"
                          " p = realloc(p, 100); p = calloc(2, 50); p = aligned_alloc(64, 128); return !p || !argc; }\n")
        toolchain = build.find_toolchain(self.folder)
        program = build.build_source(toolchain, source, "serial", self.folder)
        preload = build.build_preload(toolchain, kernels.MICRO_DIRECTORY / "allocations.c", self.folder)
        run = processes.run_program([program, 1, 2, 3, 4, 5, 10], PROCESSOR, {"LD_PRELOAD": str(preload)})
        self.assertEqual(run.facts["heap_bytes"], [[str(240 + 100 + 100 + 128)]])
        self.assertEqual(micro.heap_bytes_of_a_repetition(program, preload, 5, PROCESSOR, {}), 24)


class Builds(WithPrograms):
    def root(self, name):
        (self.folder / name / "bin").mkdir(parents=True)
        self.program(f"{name}/bin/tactus-clang", "exit 1")
        return self.folder / name

    def test_each_build_runs_its_own_program(self):
        old, new = self.root("old"), self.root("new")
        seconds = {old: "0.4", new: "0.2"}

        def build_programs(root, kernel, variants):
            body = (f'[ "$OMP_NUM_THREADS" = 1 ] || exit 1\n[ "$TACTUS_HEARTBEAT_US" = 0 ] && set -- 0.1 || set -- {seconds[root]}\n'
                    "echo repetition $1 0 0\necho checksum 1")
            return {"serial": self.program(f"{root.name}/serial", "echo repetition 0.8 0 0\necho checksum 1"),
                    variants[1]: self.program(f"{root.name}/tactus", body)}

        output = io.StringIO()
        with mock.patch.object(compare_builds, "build_programs", build_programs), contextlib.redirect_stdout(output):
            compare_builds.main(["--roots", f"{old},{new}", "--kernels", "srad", "--workers", "1", "--reps", "1"])
        text = output.getvalue().replace(str(new), "new")
        self.assertRegex(text, r"^srad +0\.4000 s  new 0\.500 .*serial 2\.000 .*no beats 0\.250")
        self.assertNotIn("traced", text)

    def test_each_build_is_compared_with_itself_with_a_trace(self):
        old, new = self.root("old"), self.root("new")

        def build_programs(root, kernel, variants):
            seconds = ("0.5", "0.4") if root == old else ("0.21", "0.2")
            body = (f'[ "$TACTUS_TRACE" ] && set -- {seconds[0]} && touch "$TACTUS_TRACE" || set -- {seconds[1]}\n'
                    "echo repetition $1 0 0\necho checksum 1")
            (root / "bench-work").mkdir(exist_ok=True)
            return dict.fromkeys(variants, self.program(f"{root.name}/tactus", body))

        output = io.StringIO()
        with mock.patch.object(compare_builds, "build_programs", build_programs), contextlib.redirect_stdout(output):
            compare_builds.main(["--roots", f"{old},{new}", "--kernels", "srad", "--reps", "1", "--traced"])
        self.assertRegex(output.getvalue(), r"old traced 1\.250 .*new traced 1\.050")
        self.assertEqual(list(self.folder.glob("*/bench-work/*")), [])

    def test_unknown_names_are_errors(self):
        root = self.root("old")
        for arguments, message in ((["--roots", str(self.folder)], "no bin/tactus-clang"),
                                   (["--roots", str(root), "--kernels", "srad,none"], "unknown kernel 'none'")):
            errors = io.StringIO()
            with contextlib.redirect_stderr(errors), self.assertRaises(SystemExit) as raised:
                compare_builds.main(arguments)
            self.assertEqual(raised.exception.code, 2)
            self.assertIn(message, errors.getvalue())


class Kernels(unittest.TestCase):
    def test_suites(self):
        self.assertEqual([kernel.name for kernel in kernels.select(["fib"], ["recursion"])["recursion"]], ["fib"])
        self.assertEqual(kernels.select(["fib"], ["loops", "recursion"])["loops"], [])
        with self.assertRaisesRegex(KeyError, "fib"):
            kernels.select(["fib"], ["loops"])

    def test_names_are_unique_and_sources_exist(self):
        everything = [kernel for suite in (*kernels.SUITES.values(), kernels.PAPER_KERNELS) for kernel in suite]
        self.assertEqual(len({kernel.name for kernel in everything}), len(everything))
        for kernel in everything:
            self.assertTrue(kernel.path.exists(), kernel.path)


class CommandLine(unittest.TestCase):
    def test_missing_tactus_is_one_error(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(bench.main(["--root", folder, "--kernels", "skewed"]), 1)
            with self.assertRaises(build.BuildError):
                build.find_toolchain(folder).compiler("tactus", True)

    def test_what_was_measured_before_an_error_is_kept(self):
        def measure(options, toolchain, results):
            results["kernels"].append({"kernel": "first", "ratios": {}})
            raise compare.WrongResult("the second is wrong")

        with tempfile.TemporaryDirectory() as folder:
            old = Path(folder) / "results.json"
            old.write_text("what was there")
            with mock.patch.object(bench.loops, "measure", measure), \
                    contextlib.redirect_stderr(io.StringIO()) as errors:
                self.assertEqual(bench.main(["--root", folder, "--systems", "serial,openmp", "--json", str(old)]), 1)
            self.assertEqual(old.read_text(), "what was there")
            partial = bench.read_results("--with", f"{old}.partial")
            self.assertEqual([kernel["kernel"] for kernel in partial["loops"]["kernels"]], ["first"])
            self.assertRegex(errors.getvalue(), "not finished.*results.json.partial, for --with\n.*the second is wrong")

    def test_sizes(self):
        pr, bfs = kernels.select(["pr", "bfs"], ["loops"])["loops"][::-1]
        self.assertEqual(bench.parse_arguments(["--sizes", "pr=77"]).size_arguments(pr), ["--size", 77])
        self.assertEqual(bench.parse_arguments([]).size_arguments(bfs), [])
        self.assertEqual(bench.parse_arguments(["--quick"]).size_arguments(bfs), ["--size", bfs.quick_size])
        uts = next(kernel for kernel in kernels.RECURSIVE_KERNELS if kernel.name == "uts")
        self.assertEqual(bench.parse_arguments(["--quick"]).size_arguments(uts), ["--size", 100, "--seed", 57])

    def test_suites_and_workers_are_chosen(self):
        options = bench.parse_arguments(["--suite", "mpl,loops", "--workers", "1"])
        self.assertEqual((options.suites, options.threads, len(options.processors)), (["mpl", "loops"], 1, 1))

    def test_options_may_stand_between_figures(self):
        options = bench.parse_arguments(["--root", "/", "paper", "--quick", "hbc:fig4", "--reps", "2", "mpl:table4"])
        self.assertEqual((options.is_paper, options.figures, options.rounds), (True, ["hbc:fig4", "mpl:table4"], 2))

    def test_old_results_must_be_results(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "old.json"
            for text in ("", "[]", '{"mpl": 1}'):
                path.write_text(text)
                with self.assertRaisesRegex(bench.BadResults, "give a file that --json has written"):
                    bench.read_results("--compare", path)
            with self.assertRaises(bench.BadResults):
                bench.read_results("--with", Path(folder) / "missing")
            path.write_text(json.dumps(mpl_results(k=ratio_entry(1, 1, 1))))
            new = mpl_results(k=ratio_entry(1.5, 1.5, 1.5))
            with contextlib.redirect_stdout(io.StringIO()) as output:
                self.assertTrue(bench.compare_with(bench.read_results("--compare", path), new))
                self.assertFalse(bench.compare_with(new, new))
            self.assertIn("1 ratios, 1 slower", output.getvalue())

    def test_bad_usage(self):
        for arguments in (["paper", "hbc:fig99"], ["hbc:fig4"], ["--sizes", "pr"], ["--sizes", "pr=0"], ["--sizes", "x=9"],
                          ["--kernels", "x"], ["--suite", "x"], ["--suite", "loops", "--kernels", "fib"],
                          ["--systems", "x"], ["--parts", "x"], ["--threads", "0"], ["--reps", "-1"]):
            with self.assertRaises(SystemExit) as raised:
                bench.main(arguments)
            self.assertEqual(raised.exception.code, 2)


if __name__ == "__main__":
    unittest.main()
