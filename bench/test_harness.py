# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Tests of how the harness measures: ratios, disturbed runs, wrong results, counters, builds, the command line."""

import argparse
import contextlib
import io
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent))

import bench  # noqa: E402
import compare_builds  # noqa: E402
from harness import build, compare, kernels, loops_report, micro, processes, recursion, statistics_file  # noqa: E402
from harness import tune  # noqa: E402
from sample_results import measured, mpl_results, ratio_entry  # noqa: E402

PROCESSOR = frozenset([min(os.sched_getaffinity(0))])


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

    def test_functions_without_beats_are_measured(self):
        warning = "tactus: warning: 1 of 6 functions that wait for interrupts have versions that differ in memory: they poll"
        self.assertEqual(self.run_body(f"echo '{warning}' >&2\necho checksum 1").checksum, 1)
        with self.assertRaisesRegex(processes.RunError, "TACTUS_TOKENS=x"):
            self.run_body(f"echo '{warning}' >&2\necho 'tactus: warning: TACTUS_TOKENS=x' >&2")

    def test_a_program_says_what_memory_it_has_had(self):
        self.assertEqual(self.run_body("echo 'peak 77'").peak, 77)
        self.assertGreater(self.run_body("echo checksum 1").peak, 77)

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

    def test_processor_time_of_the_fastest_repetition_is_not_disturbed(self):
        # It waits for its processor all the time.
        waits = self.system("waits", "echo repetition 9 3 0\necho repetition 8 2 0\necho checksum 1")
        waits.by_processor_time = True
        result = compare.interleave([waits], [], 2, 20, 0)["waits"]
        self.assertEqual((result.calm, result.disturbed_runs), ([2, 2], 0))
        self.assertGreater(result.peak, 0)

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
            for text in ("", "[]", '{"mpl": 1}', '{"mpl": {"kernels": 5}}', '{"mpl": {"kernels": {"k": {"ratios": 3}}}}',
                         '{"mpl": {"kernels": {"k": null}}}'):
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
