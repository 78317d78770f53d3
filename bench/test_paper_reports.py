# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Tests of what the harness tells of the papers' figures and tables."""

import contextlib
import dataclasses
import io
import json
import os
import statistics
import sys
import tempfile
import types
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent))

import bench  # noqa: E402
import insieme  # noqa: E402
from harness import build, compare, kernels, paper, paper_chunks, paper_figures, paper_insieme  # noqa: E402
from harness import paper_measuring, paper_numbers, paper_sources, processes, trace_file  # noqa: E402
from sample_results import measured  # noqa: E402

PROCESSOR = frozenset([min(os.sched_getaffinity(0))])


class Papers(unittest.TestCase):
    def test_all_that_the_papers_show_is_listed(self):
        listed = paper.listing().split()
        for name in (*(f"hbc:fig{i}" for i in range(4, 17)), *(f"tpal:fig{i}" for i in range(6, 15)),
                     *(f"mpl:table{i}" for i in range(1, 5)), *(f"mpl:table{i}-sml" for i in range(1, 5)), "mpl:fig10",
                     "insieme:table3", *(f"insieme:fig{i}" for i in (1, 2, 7, 8, 9, 10)),
                     *(f"splicing:table{i}" for i in range(1, 5)), "splicing:fig7"):
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
            missing = dataclasses.replace(figure, measure=None)
            figures = {"hbc:fig4": figure, "hbc:fig5": broken, "hbc:fig9": missing}
            with mock.patch.dict(paper.FIGURES, figures), contextlib.redirect_stdout(io.StringIO()) as printed:
                self.assertEqual(paper.run(options, None), 0)
                Path(options.json).unlink()
                options.figures.append("hbc:fig5")
                self.assertRaises(processes.RunError, paper.run, options, None)
            self.assertEqual(list(json.loads(Path(options.json).read_text())), ["hbc:fig4"])
            self.assertIn("irregular workloads", Path(options.html).read_text())
        self.assertIn("hbc:fig9", printed.getvalue())

    def test_the_kernel_brings_beats_where_its_device_is(self):
        with tempfile.NamedTemporaryFile() as device:
            for path, expected in ((device.name, ["ping", "timer", "perf", "kernel"]), ("/dev/no such device", ["ping", "timer", "perf"])):
                with mock.patch.object(paper_sources, "DEVICE", path):
                    sources = paper_sources.sources()
                self.assertEqual(sources[0], ("polls", "tactus", {}))
                self.assertEqual(sources[1:], [(name, "tactus-interrupt", {"TACTUS_BEAT": name}) for name in expected])
            self.assertEqual(paper_numbers.HBC_FIGURE_9_MEANS.keys() - {name for name, *_ in sources}, set())

    def test_sources_of_the_beat_stand_beside_each_other(self):
        def measure(_options, _toolchain, _kernel, systems):
            # Of a thousand beats, one for each microsecond of a beat, and of that what is left by the source. One worker takes
            # longer than the serial program by as much, two need half of that.
            share = {None: 1, "ping": .2, "timer": .4, "perf": .6}
            measured = {"serial": compare.Measured(calm=[1.0], all=[1.0])}
            for title, _variant, threads, environment in systems:
                part = share[environment.get("TACTUS_BEAT")]
                time = [(1 + part) / threads]
                measured[title] = compare.Measured(calm=time, all=time, beats_due=1000,
                                                   beats_seen=int(environment["TACTUS_HEARTBEAT_US"]) * part)
            return measured

        with mock.patch.object(paper_sources, "measure", measure), mock.patch.object(paper_sources, "DEVICE", "/dev/no such device"):
            header, rows = paper_sources.tpal_figure_10(mock.Mock(threads=2), None)
        self.assertEqual(header[1:], ["polls", "ping", "timer", "perf"])
        self.assertIn(["mandelbrot: overhead on 1 worker, percent", "100.0", "20.0", "40.0", "60.0"], rows)
        self.assertIn(["mandelbrot: beats seen every 500 µs, percent", "50", "10", "20", "30"], rows)
        self.assertIn(["srad: beats seen every 100 µs, percent", "10", "2", "4", "6"], rows)
        self.assertIn(["srad: speedup", "1.00", "1.67", "1.43", "1.25"], rows)
        self.assertEqual(len(rows), 6 * len(paper_chunks.ITERATIVE) + 1)

    def test_interrupts_are_measured_with_code_without_polls(self):
        asked = {}

        def measure(_options, _toolchain, _kernel, systems):
            asked.update({title: (variant, environment) for title, variant, _threads, environment in systems})
            runs = compare.Measured(calm=[1.0], all=[1.0])
            return {title: runs for title in ("serial", *(title for title, *_ in systems))}

        with mock.patch.object(paper_measuring, "measure", measure):
            header, _ = paper_sources.hbc_figure_7(mock.Mock(threads=2), None)
            paper_sources.hbc_figure_9(mock.Mock(threads=2), None)
        self.assertEqual(header[1:3], ["code without polls, no beats", "and credit"])
        self.assertEqual(asked["and credit"], ("tactus", {"TACTUS_HEARTBEAT_US": "0"}))
        self.assertEqual(asked["code without polls, no beats"], ("tactus-interrupt", {"TACTUS_HEARTBEAT_US": "0"}))
        self.assertEqual(asked["perf, no promotion"], ("tactus-interrupt", {"TACTUS_BEAT": "perf"}))
        self.assertEqual(asked["ping"], ("tactus-interrupt", {"TACTUS_BEAT": "ping"}))
        self.assertEqual(asked["polls"], ("tactus", {}))

    def asked_by(self, module, figure, *arguments):
        """{system: (variant, threads, environment)} of a figure; each run takes a second, and 40 things were promoted in it."""
        asked = {}

        def measure(_options, _toolchain, _kernel, systems, *_rest):
            asked.update({title: (variant, threads, environment) for title, variant, threads, environment in systems})
            runs = compare.Measured(calm=[1.0], all=[1.0], promotions=40, beats_due=100, beats_seen=99)
            return {title: runs for title in ("serial", *(title for title, *_ in systems))}

        with mock.patch.object(module, "measure", measure), mock.patch.object(paper_measuring, "measure", measure):
            rows = figure(mock.Mock(threads=2), None, *([measure] if arguments else []))[1]
        return asked, rows

    def test_eager_par_stands_beside_ours(self):
        asked, rows = self.asked_by(paper_figures, paper_figures.mpl_table_1, True)
        self.assertEqual(asked["one"], ("tactus-full", 1, {"TACTUS_PROMOTE": "tokens"}))
        self.assertEqual(asked["eager several"], ("tactus-eager", 2, paper_figures.EAGER))
        # 40 in four repetitions: ten calls and ten promotions, each with a tenth of a second.
        self.assertEqual(rows[0][3:9], ["1.00", "1.00", "10", "10", "1", "100000"])
        asked, rows = self.asked_by(paper_figures, paper_figures.mpl_table_4, True)
        self.assertEqual(asked["eager tuned 1"], ("tactus-eager-tuned", 1, paper_figures.EAGER))
        self.assertEqual(len(rows[0]), 1 + 4 + 4)

    def test_figures_ask_for_what_the_papers_compare(self):
        asked, _ = self.asked_by(paper_figures, paper_figures.hbc_figure_15)
        self.assertEqual(asked["all loops"], ("openmp-tuned", 2, {"OMP_SCHEDULE": "dynamic", "OMP_MAX_ACTIVE_LEVELS": "16"}))
        asked, rows = self.asked_by(paper_chunks, paper_chunks.hbc_figure_13)
        self.assertEqual(asked["32"], ("tactus", 1, {"TACTUS_POLLS": "32"}))
        self.assertEqual(rows[0][1:7], ["99.00"] * 6)
        asked, _ = self.asked_by(paper_figures, paper_figures.tpal_figure_9)
        self.assertEqual(asked["and promotions, 20 µs"][2], {"TACTUS_HEARTBEAT_US": "20", "TACTUS_PROMOTE": "tokens"})

    def test_insiemes_box_plots_are_quartiles_of_the_defaults_over_what_was_chosen(self):
        chosen = {name: (1.0, 100) for name in insieme.SIZES}
        default = {name: (1.0 + index / 10, 100 * (1 + index)) for index, name in enumerate(insieme.SIZES)}
        measured = mock.Mock(side_effect=lambda _options, program, _variants: {"default": default[program.name],
                                                                              "chosen": chosen[program.name]})
        programs = {name: types.SimpleNamespace(name=name) for name in insieme.SIZES}
        options = types.SimpleNamespace(threads=2)
        with mock.patch.object(paper_insieme, "_programs", lambda *_: contextlib.nullcontext(programs)), \
             mock.patch.object(paper_insieme, "_measure", measured):
            _, times = paper_insieme.figure_7(options, None)
            _, memory = paper_insieme.figure_10(options, None)
        self.assertEqual(times[0][:6], ["1 workers", "1.00", "1.28", "1.55", "1.83", "2.10"])
        self.assertEqual([row[0] for row in memory], ["1 workers", "2 workers"])
        self.assertEqual(memory[1][1:6], ["1.00", "3.75", "6.50", "9.25", "12.00"])

    def test_insiemes_optimum_is_the_best_of_the_search(self):
        def measured(_options, _program, variants):
            return {name: (1.0 if name == "both, 8" else 3.0, 2048 if name == "default, 4" else 8192) for name in variants}
        programs = {"strassen": types.SimpleNamespace(name="strassen")}
        searched = str(len(insieme.search_space(False)))
        with mock.patch.object(paper_insieme, "_programs", lambda *_: contextlib.nullcontext(programs)), \
             mock.patch.object(paper_insieme, "_measure", measured):
            self.assertEqual(paper_insieme.figure_1(types.SimpleNamespace(threads=1), None)[1],
                             [["1 workers", "3.0000", "1.0000", "3.00", "both, 8", searched]])
            self.assertEqual(paper_insieme.figure_2(types.SimpleNamespace(threads=1), None)[1],
                             [["1 workers", "8.0", "2.0", "4.00", "default, 4", searched]])

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


if __name__ == "__main__":
    unittest.main()
