#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Programs in oneTBB's style (tbb/), with neither grains nor cut-offs, unchanged: on Tactus over oneTBB.

    tbb.py [PROGRAM...]

The columns, for one thread and for two: Tactus over oneTBB with its default partitioner, and over the same program with the best
of the grains that stand in its source, which oneTBB uses. --instructions says instead how many instructions one thread takes on
Tactus, over oneTBB's (callgrind); they say little of tasks that several threads share.

    --root BUILD    where Tactus is     --threads 1,2     --rounds N    5 by default     --quick    smaller sizes

Both schedulers take as many threads as processors that the process may use. Rounds are interleaved; ratios are of the rounds'
medians, of wall time. oneTBB is Debian's libtbb-dev.
"""

import argparse
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

from harness import build
from insieme import geometric_mean, print_head, print_row

HERE = pathlib.Path(__file__).resolve().parent
FLAGS = ["-std=c++20", "-O3", "-march=x86-64-v3", "-w"]
REPETITIONS = 5
# The geometric mean and the worst over the default partitioner; the geometric mean over the best grain.
BARS = 0.85, 1.05, 1.00


class Failure(Exception):
    pass


class Program:
    """One source, built for Tactus, for oneTBB, and for oneTBB with each of its grains."""

    def __init__(self, source, options, toolchain, folder):
        self.name = source.stem
        text = source.read_text()
        grains, sizes = (re.search(rf"^// {what}: (.*)$", text, re.MULTILINE)[1].split() for what in ("GRAINS", "SIZES"))
        self.size = sizes[options.quick]
        # A single grain is none that the program could choose. All print the same, so one without is enough to compare results.
        self.grains = grains if len(grains) > 1 and options.what is not check else []
        self.paths = {"tactus": folder / f"{self.name}-tactus"}
        build.run_compiler([toolchain.compiler("tactus", is_cpp=True), "-ftactus-tbb", *FLAGS, source, "-o", self.paths["tactus"],
                            "-ltbb"])
        for grain in [None, *self.grains]:
            key = f"oneTBB {grain}" if grain else "oneTBB"
            self.paths[key] = folder / f"{self.name}-{grain or 'default'}"
            tuned = [f"-DGRAIN={grain}"] if grain else []
            build.run_compiler([toolchain.clangxx, *FLAGS, *tuned, source, "-o", self.paths[key], "-ltbb"])

    def run(self, system, processors, wrapper=(), repetitions=REPETITIONS, **settings):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("TACTUS_")} | settings
        done = subprocess.run([*wrapper, self.paths[system], self.size, str(repetitions)], env=environment, capture_output=True,
                              text=True, check=False, preexec_fn=lambda: os.sched_setaffinity(0, processors))
        if done.returncode != 0:
            raise Failure(f"{self.paths[system].name} ended with {done.returncode}: {done.stderr.strip()[-300:]}")
        return done

    def times(self, processors, rounds):
        """Median time of each system. Each prints the same result, or there is nothing to compare."""
        times, results = {system: [] for system in self.paths}, {}
        for _ in range(rounds):
            for system in self.paths:
                output = self.run(system, processors).stdout
                times[system] += map(float, re.findall(r"^repetition (\S+)$", output, re.MULTILINE))
                results[system] = re.search(r"^result (\S+)$", output, re.MULTILINE)[1]
        if len(set(results.values())) != 1:
            raise Failure(f"{self.name}: results differ: {results}")
        return {system: statistics.median(values) for system, values in times.items()}

    def instructions(self, system, processor):
        """Of one repetition: two less one."""
        def count(repetitions):
            done = self.run(system, {processor}, ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"], repetitions,
                            TACTUS_HEARTBEAT_US="0")
            return int(re.search(r"Collected : (\d+)", done.stderr)[1])
        return count(2) - count(1)


def check(programs, _options):
    for program in programs:
        program.times(os.sched_getaffinity(0), rounds=1)
    print(f"{len(programs)} programs: the same results on Tactus and on oneTBB")


def compare_times(programs, options):
    processors = sorted(os.sched_getaffinity(0))
    print_head("program", *(f"{what}, {count} thread{'s'[:count - 1]}" for count in options.threads
                            for what in ("ms", "over oneTBB", "over the best grain")))
    columns = []
    for program in programs:
        cells, ratios = [], []
        for count in options.threads:
            times = program.times(set(processors[:count]), options.rounds)
            tuned = [times[f"oneTBB {grain}"] for grain in program.grains] or [times["oneTBB"]]
            ratios += [times["tactus"] / times["oneTBB"], times["tactus"] / min(tuned)]
            cells += [f"{times['tactus'] * 1e3:.1f}", *(f"{ratio:.2f}" for ratio in ratios[-2:])]
        columns.append(ratios)
        print_row(program.name, *cells)
    columns = list(zip(*columns))
    default = [ratio for column in columns[::2] for ratio in column]
    tuned = [ratio for column in columns[1::2] for ratio in column]
    mean, worst, tuned_mean = BARS
    print(f"\nOver oneTBB: geometric mean {geometric_mean(default):.2f} (bar {mean:.2f}), worst {max(default):.2f} (bar {worst:.2f})")
    print(f"Over the best grain: geometric mean {geometric_mean(tuned):.2f} (bar {tuned_mean:.2f})")


def compare_instructions(programs, _options):
    processor = min(os.sched_getaffinity(0))
    print_head("program", "instructions, million", "over oneTBB")
    for program in programs:
        mine, theirs = (program.instructions(system, processor) for system in ("tactus", "oneTBB"))
        print_row(program.name, f"{mine / 1e6:.1f}", f"{mine / theirs:.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="PROGRAM")
    parser.add_argument("--root", type=pathlib.Path, default=HERE.parent / "build/release", metavar="BUILD")
    parser.add_argument("--threads", type=lambda text: list(map(int, text.split(","))), default=[1, 2], metavar="1,2")
    parser.add_argument("--rounds", type=int, default=5, metavar="N")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--instructions", dest="what", action="store_const", const=compare_instructions, default=compare_times)
    parser.add_argument("--check", dest="what", action="store_const", const=check)
    options = parser.parse_args()
    options.root = options.root.resolve()
    sources = sorted(path for path in (HERE / "tbb").glob("*.cpp") if not options.names or path.stem in options.names)
    with tempfile.TemporaryDirectory() as folder:
        try:
            toolchain = build.find_toolchain(options.root)
            if not toolchain.has_tbb():
                raise Failure("oneTBB's headers are missing, install the package libtbb-dev")
            programs = [Program(source, options, toolchain, pathlib.Path(folder)) for source in sources]
            options.what(programs, options)
        except (Failure, build.BuildError) as error:
            sys.exit(f"tactus: error: {error}")


if __name__ == "__main__":
    main()
