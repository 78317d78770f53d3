#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Counts the instructions that kernels, recursions and nests of the header execute on one worker, without beats.

  count.py --root BUILD                  compares with figures.txt; a count more than 1 % above its figure is a failure
  count.py --root BUILD --update         writes the counts to figures.txt
  count.py --root BUILD --only fib,srad  only these

What is counted is what a program pays where nothing becomes a task: the timed region of bench's driver, or two calls of
one of the functions in this folder, and all that they call, by callgrind. Nothing else can move the counts:

  * a repetition that is not counted comes first, so nothing is started in the one that is;
  * the inputs are small and made from a fixed seed, and beats are off, so no count depends on time;
  * the code is for any x86-64, and glibc's functions are the same on every processor (GLIBC_TUNABLES);
  * programs are linked with their symbols bound at start-up, so that no first call looks a function up;
  * the environment holds these settings and nothing more.

Other compilers make other code. figures.txt names the compiler and the C library that it was made with; with others there is
nothing to compare, and the test is skipped (status 77), as it is without valgrind.
"""

import argparse
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "bench"))
from harness import build, kernels  # noqa: E402

FIGURES = Path(__file__).with_name("figures.txt")
ALLOWED = 1.01
SKIPPED = 77
FLAGS = ["-O3"]
LINK_FLAGS = ["-Wl,-z,now"]
# Features of the processor that choose among glibc's versions of a function.
SAME_LIBRARY = ("glibc.cpu.hwcaps=-AVX2,-AVX,-FMA,-FMA4,-SSSE3,-SSE4_1,-SSE4_2,-ERMS,-FSRM,-Fast_Unaligned_Copy"
                ":glibc.cpu.x86_non_temporal_threshold=0xc0000")
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "TACTUS_WORKERS": "1", "TACTUS_HEARTBEAT_US": "0", "GLIBC_TUNABLES": SAME_LIBRARY}


@dataclass(frozen=True)
class Program:
    """A program of the driver's, and the functions whose instructions are counted, by the names of their figures."""

    kernel: kernels.Kernel | kernels.RecursiveKernel
    variant: str
    size: int
    functions: dict


def bench_program(name, variant):
    kernel = next(kernel for suite in ("loops", "recursion", "mpl") for kernel in kernels.SUITES[suite] if kernel.name == name)
    figure = name if variant == "tactus" else f"{name}.{variant.removeprefix('tactus-')}"
    return Program(kernel, variant, kernel.tiny_size, {figure: "runTimed"})


class OwnKernel(kernels.Kernel):
    @property
    def path(self):
        return Path(__file__).with_name(self.source)


def own_program(source, variant, size, functions):
    """A source of this folder: each function has a figure of its own."""
    return Program(OwnKernel(source.partition(".")[0], source, size, size, size, 0), variant, size,
                   {function: function for function in functions})


PROGRAMS = (
    *(bench_program(name, "tactus") for name in (
        "mandelbrot", "spmv-arrowhead", "spmv-powerlaw", "floyd-warshall", "kmeans", "srad", "plus-reduce-array", "skewed",
        "ttv", "bfs")),
    *(bench_program(name, "tactus-reproducible") for name in ("spmv-powerlaw", "kmeans", "skewed", "ttv")),
    *(bench_program(name, "tactus-par") for name in ("fib", "tree-sum", "mergesort", "mpl-nqueens")),
    *(bench_program(name, "tactus-tasks") for name in ("fib", "nqueens", "knapsack")),
    own_program("recursions.cpp", "tactus-tasks", 16, ("countTribonacci", "countFullTree", "countBinomial", "countHanoi")),
    own_program("dynamic_loops.cpp", "tactus-tasks", 10000, ("sumDynamically",)),
    own_program("header_nests.cpp", "tactus-par", 25600,
                ("nestGrid", "nestRows", "nestTriangle", "nestSparse", "nestProduct", "nestPoints")),
)


class Failure(Exception):
    pass


def built(toolchain, program, directory):
    """As the harness builds, but for linking."""
    kernel = program.kernel
    parts = [build.build_part(toolchain, source, directory) for source in build.parts_of(kernel)]
    name = directory / f"{kernel.name}.{program.variant}"
    object_file = name.with_suffix(name.suffix + ".o")
    build.run_compiler(build.compile_command(toolchain, program.variant, kernel.path, kernel.is_cpp, object_file, FLAGS,
                                             ["-I", str(kernels.KERNEL_DIRECTORY), *kernel.defines]))
    openmp = ["-fopenmp"] if "-fopenmp" in build.VARIANTS[program.variant] else []
    build.run_compiler([toolchain.compiler(program.variant, kernel.is_cpp), *openmp, *map(str, [object_file, *parts]),
                        *LINK_FLAGS, "-lm", "-o", str(name)])
    return name


def inclusive_counts(profile, functions):
    """Instructions of each function and all that it calls, from a file of callgrind's. The lines of a call are

           cfn=(7) name        the callee; from its second mention on the number alone
           calls=1 26
           117 4711            line of the call, instructions
    """
    names, counts, callee = {}, {}, None
    lines = iter(profile.splitlines())
    for line in lines:
        if found := re.match(r"c?fn=(\(\d+\))(?: (.*))?", line):
            name = names.setdefault(found[1], found[2])
            callee = name if line.startswith("c") else None
        elif line.startswith("calls=") and callee in functions:
            counts[callee] = counts.get(callee, 0) + int(next(lines).split()[1])
    return counts


def counted(executable, program):
    """The counts by the names of the figures."""
    with tempfile.TemporaryDirectory() as directory:
        profile = Path(directory) / "profile"
        result = subprocess.run(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile}", str(executable), "--size", str(program.size),
             "--warmup", "1", "--reps", "1"],
            capture_output=True, text=True, env=ENVIRONMENT)
        if result.returncode != 0:
            raise Failure(f"{executable.name}: callgrind: {result.stderr.strip()[-500:]}")
        counts = inclusive_counts(profile.read_text(), set(program.functions.values()))
    if missing := set(program.functions.values()) - counts.keys():
        raise Failure(f"{executable.name}: callgrind saw no call of {', '.join(sorted(missing))}")
    return {figure: counts[function] for figure, function in program.functions.items()}


def read_figures():
    """What made the figures, and the figures."""
    lines = [line for line in FIGURES.read_text().splitlines() if line and not line.startswith("#")]
    maker = lines[0].removeprefix("made with: ")
    return maker, {name: int(count.replace(",", "")) for name, count in map(str.split, lines[1:])}


def write_figures(maker, counts):
    width = max(map(len, counts))
    FIGURES.write_text("# Instructions on one worker without beats. Written by test/instructions/count.py --update.\n"
                       f"made with: {maker}\n" + "".join(f"{name:{width}} {count:15,}\n" for name, count in counts.items()))


def judged(counts, figures):
    """The lines to print, and the names of those that have become worse."""
    lines, worse = [], []
    for name, count in counts.items():
        figure = figures.get(name)
        ratio = count / figure if figure else None
        if ratio is None or ratio > ALLOWED:
            worse.append(name)
        change = "has no figure" if ratio is None else f"{ratio - 1:+.2%}"
        lines.append(f"  {name:20} {count:15,} {change}")
    return lines, worse


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--root", type=Path, required=True, help="build or install tree of Tactus")
    parser.add_argument("--update", action="store_true", help="write figures.txt instead of comparing with it")
    parser.add_argument("--only", default="", help="figures to count, separated by commas")
    return parser.parse_args()


def chosen(only):
    names = set(filter(None, only.split(",")))
    programs = [program for program in PROGRAMS if not names or names & program.functions.keys()]
    if unknown := names - {name for program in PROGRAMS for name in program.functions}:
        raise Failure(f"--only: nothing is called {', '.join(sorted(unknown))}")
    return programs


def count_all(toolchain, programs):
    counts = {}
    with tempfile.TemporaryDirectory() as directory:
        for program in programs:
            counts.update(counted(built(toolchain, program, Path(directory)), program))
    return counts


def main():
    given = arguments()
    if platform.machine() != "x86_64" or not shutil.which("valgrind"):
        print("skipped: the figures are of x86-64, by valgrind")
        return SKIPPED
    toolchain = build.find_toolchain(given.root)
    here = f"{toolchain.version()}, {' '.join(platform.libc_ver())}"
    maker, figures = read_figures() if FIGURES.exists() else ("", {})
    if not given.update and here != maker:
        print(f"skipped: the figures are of '{maker}', this is '{here}'")
        return SKIPPED
    counts = count_all(toolchain, chosen(given.only))
    if given.update:
        write_figures(here, {**figures, **counts} if given.only else counts)
        return 0
    lines, worse = judged(counts, figures)
    print("\n".join(lines))
    if worse:
        print(f"more than 1 % above its figure: {', '.join(worse)}. If that is meant to be, say why in the commit and run\n"
              f"  test/instructions/count.py --root BUILD --update")
    return 1 if worse else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (Failure, build.BuildError) as failure:
        sys.exit(f"count.py: error: {failure}")
