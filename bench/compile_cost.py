#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Counts what compiling costs: instructions of tactus-clang over those of clang, for the benchmark suite.

  bench/compile_cost.py [--root BUILD] [--only A,B] [--jobs N] [FILE...]

Sources are compiled as the suite compiles them; FILEs are further ones, with OpenMP. Both compilers run under valgrind, which
counts all that the command executes, so nothing else on the machine matters. The text is what size(1) says of the object
file: code, constants, tables. Printed are a row for each source, the geometric mean and the worst.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from harness import build, kernels
from harness.figures import geometric_mean

# What is compared with what, by suite: the same source and flags, but for the compiler.
VARIANTS = {"loops": ("tactus", "openmp-nested"), "recursion": ("tactus-tasks", "libomp-tasks"),
            "regions": ("tactus", "openmp"), "strangers": ("tactus", "openmp")}


def sources(options):
    """(name, path, is C++, defines, variants), each source once."""
    found = {}
    for suite, variants in VARIANTS.items():
        for kernel in kernels.SUITES[suite]:
            for path in (kernel.path, *(kernel.path.with_name(name) for name in getattr(kernel, "files", ()))):
                found.setdefault(path, (path.name, path, path.suffix == ".cpp", kernel.defines, variants))
    micro = kernels.MICRO_DIRECTORY / "compile_time.cpp"
    found[micro] = (micro.name, micro, True, (), VARIANTS["loops"])
    only = set(filter(None, options.only.split(",")))
    rows = [row for row in found.values() if (not only and not options.files) or row[0] in only]
    return rows + [(file.name, file, file.suffix == ".cpp", (), VARIANTS["loops"]) for file in options.files]


def count(toolchain, variant, row, output):
    """Instructions of the command, and bytes of text."""
    name, path, is_cpp, defines, _ = row
    command = build.compile_command(toolchain, variant, path, is_cpp, output,
                                    extra=["-I", str(kernels.KERNEL_DIRECTORY), *defines], flags=build.CALLGRIND_FLAGS)
    result = subprocess.run(["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null",
                             "--trace-children=yes", *command], capture_output=True, text=True)
    # One line for each process.
    counts = [int(number.replace(",", "")) for number in re.findall(r"I\s+refs:\s+([\d,]+)", result.stderr)]
    if result.returncode != 0 or not counts:
        raise build.BuildError(f"{name}: {result.stderr.strip()[-500:]}")
    sizes = subprocess.run(["size", str(output)], check=True, capture_output=True, text=True).stdout
    return sum(counts), int(sizes.splitlines()[1].split()[0])


def main():
    parser = argparse.ArgumentParser(description="Counts instructions of tactus-clang over those of clang.")
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="further sources")
    parser.add_argument("--root", default="build/release", help="build or install tree of Tactus (default build/release)")
    parser.add_argument("--only", default="", metavar="A,B", help="names of sources of the suite (default: all, or none beside FILEs)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="compilations at a time (default 1)")
    options = parser.parse_args()
    toolchain = build.find_toolchain(Path(options.root))
    print("| source | clang, million | tactus-clang over it | text over it |\n| --- | ---: | ---: | ---: |", flush=True)
    quotients, texts = [], []
    with tempfile.TemporaryDirectory() as directory, ThreadPoolExecutor(options.jobs) as pool:
        def compare(item):
            number, row = item
            ours, theirs = (count(toolchain, variant, row, Path(directory) / f"{number}.{variant}.o") for variant in row[4])
            return row[0], ours, theirs

        for name, (ours, text), (theirs, plain_text) in pool.map(compare, enumerate(sources(options))):
            quotients.append(ours / theirs)
            texts.append(text / plain_text)
            print(f"| {name} | {theirs / 1e6:,.0f} | {quotients[-1]:.3f} | {texts[-1]:.2f} |", flush=True)
    print(f"| geometric mean | | {geometric_mean(quotients):.3f} | {geometric_mean(texts):.2f} |\n"
          f"| worst | | {max(quotients):.3f} | {max(texts):.2f} |")


if __name__ == "__main__":
    try:
        main()
    except build.BuildError as error:
        sys.exit(f"tactus: error: {error}")
