# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Tests of what the harness tells: reports, verdicts, pages, predictions."""

import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import bench  # noqa: E402
from harness import kernels, page, predictions, predictions_report, processes, report, verdicts, whole_report  # noqa: E402
from sample_results import ORIGIN, mpl_results, ratio_entry  # noqa: E402


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

    def test_the_bars_of_the_whole_suite_go_when_a_suite_of_it_is_measured_alone(self):
        for suite, is_kept in (("regions", True), ("loops", False)):
            written = report.markdown({suite: {"suite": suite, **ORIGIN, "kernels": []}}, "## Whole suite\n\nbars\n")
            self.assertEqual("## Whole suite" in written, is_kept)

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


class ParallelMl(unittest.TestCase):
    def results(self):
        def ratio(value):
            return {"median": value, "low": value, "high": value, "rounds": 7, "disturbed": False}

        parallel = {"kernel": "pml-wc", "is_parallel": True, "seconds": {"serial": 1.0, "elide": 2.0, "full-1": 2.2},
                    "peak_mib": {"full": 30.0, "elide-wall": 20.0}, "disturbed_runs": {},
                    "ratios": {"full-1/serial": ratio(2.2), "full-1/elide": ratio(1.1)}}
        classic = {"kernel": "pml-classic-life", "is_parallel": False, "seconds": {"tactus": 1.0, "poly": 4.0, "smlnj": 2.5},
                   "peak_mib": {}, "disturbed_runs": {}, "ratios": {"tactus/poly": ratio(0.25), "tactus/smlnj": ratio(0.4)}}
        objects = {"kernel": "pml-objects-words", "is_parallel": False, "seconds": {"tactus": 1.0, "mlton": 1.25},
                   "peak_mib": {"tactus": 12.0, "mlton": 8.0}, "disturbed_runs": {}, "ratios": {"tactus/mlton": ratio(0.8)}}
        return {"suite": "pml", "kernels": [parallel, classic, objects], "threads": 2, "quick": False}

    def test_bars(self):
        found = {what: (measured, met) for what, _, measured, met in report.bars(self.results())}
        self.assertEqual(found["the 16, 1 worker / C++, geometric mean"], ("2.200", False))
        self.assertEqual(found["the 16, 1 worker / elide, worst"], ("1.100 (pml-wc)", True))
        self.assertEqual(found["the 16, memory of 2 workers / elide, geometric mean"][0], "1.500")
        # The better of the two others is SML/NJ.
        self.assertEqual(found["12 classic programs / the better of Poly/ML and SML/NJ, geometric mean"], ("0.400", True))
        self.assertEqual(found["12 classic programs / the better of both, worst"], ("0.400 (life)", True))
        self.assertEqual(found["12 classic programs / MLton, worst"], ("-", None))
        self.assertEqual(found["6 programs of objects / MLton, worst"], ("0.800 (pml-objects-words)", True))
        self.assertEqual(found["6 programs of objects / MLton, memory, worst"], ("1.500 (pml-objects-words)", False))

    def test_memory_stands_beside_time(self):
        *_, (_, _, header, rows) = report.sections(self.results())
        self.assertEqual(header[-3:], ["Tactus [MiB]", "MLton [MiB]", "over MLton"])
        self.assertEqual(rows[0], ["objects-words", "1.0000", "1.2500", "0.800", "12.0", "8.0", "1.500"])
        self.assertEqual(rows[-1][-1], "1.500 pml-objects-words")
        self.assertEqual({len(row) for row in rows}, {len(header)})

    def test_a_missing_compiler_is_a_dash(self):
        results = self.results()
        del results["kernels"][1]["seconds"]["poly"], results["kernels"][1]["ratios"]["tactus/poly"]
        *_, (_, _, _, rows), _ = report.sections(results)
        self.assertEqual(rows[0][:6], ["classic-life", "1.0000", "-", "-", "2.5000", "-"])


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

    def test_a_suite_is_measured_in_parts(self):
        def results(commit, names):
            return {"pml": {"commit": commit, "machine": {"cpu": "m"}, "flags": "-O3", "rounds": 5, "threads": 2, "quick": False,
                            "command": "bench " + ",".join(names),
                            "kernels": [{"kernel": name, "of": commit + "".join(names)} for name in names]}}

        combined = bench.combine(results("c", ["bfs", "wc"]), results("c", ["wc", "grep"]))["pml"]
        self.assertEqual([(kernel["kernel"], kernel["of"]) for kernel in combined["kernels"]],
                         [("bfs", "cbfswc"), ("wc", "cwcgrep"), ("grep", "cwcgrep")])
        self.assertEqual(combined["command"], "bench bfs,wc; bench wc,grep")
        # Not of another compiler.
        combined = bench.combine(results("b", ["bfs"]), results("c", ["wc"]))["pml"]
        self.assertEqual([kernel["kernel"] for kernel in combined["kernels"]], ["wc"])

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


if __name__ == "__main__":
    unittest.main()
