#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""OpenMP programs that nobody has recompiled: on Tactus' libraries over LLVM's libomp and gcc's libgomp.

    dropin.py constructs [NAME...]      what each construct costs (dropin/constructs.c), in nanoseconds: Tactus' libomp.so.5 and
                                        libgomp.so.1, libomp, libgomp; Tactus' libomp.so.5 over the better of the last two
    dropin.py programs [NAME...]        bench/regions, bench/insieme and bench/strangers, built by clang: Tactus over libomp, each
                                        alone, beside a busy process, and four at once

    --suite A,B     of regions, insieme, strangers        --ways A,B    of alone, busy, four
    --root BUILD    where Tactus is                       --threads N   2 by default         --rounds N    5 by default
    --quick         smaller sizes                         --reps N      repetitions in a program, 3 by default

Rounds are interleaved. Ratios of programs are medians of the rounds' ratios, of wall time; constructs are each system's best
round. Results are a table in Markdown on stdout; figures of a machine that others use mean little.
"""

import argparse
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

from harness import build, kernels as kernel_table, regions
from insieme import QUICK_SIZES, SIZES, geometric_mean, print_head, print_row

HERE = pathlib.Path(__file__).resolve().parent
SUITES = ("regions", "insieme", "strangers")
WAYS = ("alone", "busy", "four")
BARS = {"alone": 1.02, "busy": 0.90, "four": 0.50}
# Overhead of a construct over the better of the others': each, and the geometric mean.
CONSTRUCT_BARS = 1.20, 1.00
PROCESSES = 4


class Failure(Exception):
    pass


def environment(root, threads, is_tactus, **more):
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("TACTUS_", "OMP_", "KMP_", "GOMP_"))}
    if is_tactus:  # As `tactus run --openmp` does.
        kept["LD_LIBRARY_PATH"] = str(root / "lib/tactus/openmp")
    return kept | {"OMP_NUM_THREADS": str(threads)} | more


def run(command, settings):
    done = subprocess.run(list(map(str, command)), env=settings, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failure(f"{command[0]} ended with {done.returncode}: {done.stderr.strip()[-300:]}")
    return done


def compare_constructs(options, toolchain, folder):
    source = HERE / "dropin/constructs.c"
    compilers = {"libomp": toolchain.clang, "libgomp": "gcc-12"}
    programs = {library: folder / f"constructs-{library}" for library in compilers}
    for library, compiler in compilers.items():
        build.run_compiler([compiler, "-O2", "-fopenmp", source, "-o", programs[library]])
    best = {}
    for _ in range(options.rounds):
        for library, program in programs.items():
            for is_tactus in (True, False):
                done = run([program, options.threads, *options.names], environment(options.root, options.threads, is_tactus))
                for name, value in re.findall(r"^(\w+)_ns (\S+)$", done.stdout, re.MULTILINE):
                    # Where a construct hides behind the work in it, some 100 ns, it costs nothing that can be told.
                    found = max(float(value), 10)
                    key = name, library, is_tactus
                    best[key] = min(best.get(key, found), found)
    print_head("construct", "Tactus, libomp.so.5", "Tactus, libgomp.so.1", "libomp", "libgomp", "ratio")
    ratios = []
    for name in dict.fromkeys(name for name, _, _ in best):
        values = [best[name, library, is_tactus] for is_tactus in (True, False) for library in compilers]
        ratios.append(values[0] / min(values[2:]))
        print_row(name, *(f"{value:.0f}" for value in values), f"{ratios[-1]:.2f}")
    print(f"\nGeometric mean {geometric_mean(ratios):.2f} (bar {CONSTRUCT_BARS[1]:.2f}), worst {max(ratios):.2f} (bar {CONSTRUCT_BARS[0]:.2f})")


class Program:
    """One that is measured: how it is started, and what it says of its time."""

    def __init__(self, name, path, arguments):
        self.name, self.path, self.arguments = name, path, arguments

    def seconds(self, settings):
        """Of a run alone: what the program says, without making its input."""
        done = run([self.path, *self.arguments], settings | {"INSIEME_TIMES": "1"})
        repetitions = re.findall(r"^repetition (\S+)", done.stdout, re.MULTILINE)
        return statistics.median(map(float, repetitions)) if repetitions else float(done.stderr.split()[-2])

    def seconds_of_several(self, settings):
        """From the first one's start to the last one's end."""
        start = time.monotonic()
        started = [subprocess.Popen(list(map(str, [self.path, *self.arguments])), env=settings, stdout=subprocess.DEVNULL,
                                    stderr=subprocess.DEVNULL) for _ in range(PROCESSES)]
        if any([process.wait() for process in started]):
            raise Failure(f"{self.name}: one of several processes failed")
        return time.monotonic() - start


def build_programs(options, toolchain, folder):
    for suite in options.suite:
        if suite == "insieme":
            sizes = QUICK_SIZES if options.quick else SIZES
            for name, size in sizes.items():
                if options.names and name not in options.names:
                    continue
                path = folder / f"insieme-{name}"
                build.run_compiler([toolchain.clang, "-O2", "-fopenmp", "-DCUT_OFF", HERE / f"insieme/{name}.c", "-o", path, "-lm"])
                yield Program(name, path, [size])
        else:
            for kernel in kernel_table.SUITES[suite]:
                if not options.names or kernel.name in options.names:
                    path = build.build_kernel(toolchain, kernel, "openmp", folder)
                    yield Program(kernel.name, path, ["--reps", options.reps, *(kernel.quick_arguments if options.quick else [])])


def ratio(options, program, way):
    systems = [environment(options.root, options.threads, is_tactus) for is_tactus in (True, False)]
    measure = program.seconds_of_several if way == "four" else program.seconds

    def rounds():
        return statistics.median(mine / other for mine, other in
                                 ([measure(settings) for settings in systems] for _ in range(options.rounds)))

    if way != "busy":
        return rounds()
    with regions.foreign_process(os.sched_getaffinity(0)):
        return rounds()


def compare_programs(options, toolchain, folder):
    print_head("program", *options.ways)
    rows = []
    for program in build_programs(options, toolchain, folder):
        rows.append([ratio(options, program, way) for way in options.ways])
        print_row(program.name, *(f"{value:.2f}" for value in rows[-1]))
    for way, column in zip(options.ways, zip(*rows)):
        print(f"\n{way}: geometric mean {geometric_mean(column):.2f}, worst {max(column):.2f} (bar {BARS[way]:.2f})")


def words(text, allowed):
    chosen = text.split(",")
    if unknown := set(chosen) - set(allowed):
        raise argparse.ArgumentTypeError(f"{', '.join(sorted(unknown))}: choose from {', '.join(allowed)}")
    return chosen


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("constructs", "programs"))
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--suite", type=lambda text: words(text, SUITES), default=list(SUITES), metavar="A,B")
    parser.add_argument("--ways", type=lambda text: words(text, WAYS), default=list(WAYS), metavar="A,B")
    parser.add_argument("--root", type=pathlib.Path, default=HERE.parent / "build/release", metavar="BUILD")
    parser.add_argument("--threads", type=int, default=2, metavar="N")
    parser.add_argument("--rounds", type=int, default=5, metavar="N")
    parser.add_argument("--reps", type=int, default=3, metavar="N")
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_intermixed_args()
    options.root = options.root.resolve()
    with tempfile.TemporaryDirectory() as folder:
        toolchain = build.find_toolchain(options.root)
        compare = compare_constructs if options.what == "constructs" else compare_programs
        try:
            compare(options, toolchain, pathlib.Path(folder))
        except (Failure, build.BuildError) as error:
            sys.exit(f"tactus: error: {error}")


if __name__ == "__main__":
    main()
