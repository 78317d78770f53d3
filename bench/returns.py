#!/usr/bin/env python3
"""What it costs not to change return addresses (TACTUS_RETURNS=keep), in recursions: writes bench/RESULTS-returns.md.

    bench/returns.py [--build build/release] [--runs 7] [--print]
"""
import argparse
import json
import os
import pathlib
import re
import statistics
import subprocess
import tempfile
import time

from harness import whole_file
from harness.kernels import RECURSIVE_KERNELS

ROOT = pathlib.Path(__file__).resolve().parent.parent
KERNELS = ("fib", "tree-sum", "tree-sum-skewed", "nqueens", "mergesort", "quicksort")
MODES = ("replace", "keep")


def environment(mode, workers):
    return {**os.environ, "TACTUS_RETURNS": mode, "TACTUS_WORKERS": str(workers)}


def build(kernel, folder, root):
    program, driver = folder / kernel.name, folder / "driver.o"
    kernels = ROOT / "bench/kernels"
    subprocess.run([root / "bin/tactus-clang", "-O3", "-c", kernels / "driver.c", "-o", driver], check=True)
    subprocess.run([root / "bin/tactus-clang++", "-O3", "-std=c++20", "-fopenmp", *kernel.defines, f"-I{kernels}",
                    *(kernels / source for source in (kernel.source, *kernel.parts)), driver, "-lm", "-o", program], check=True)
    return program


def instructions(program, size, mode):
    """One worker's, at a small size: what the code costs, and polls that promote nothing."""
    run = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, "--size", str(size), "--reps", "1"],
                         env=environment(mode, 1), capture_output=True, text=True, check=True)
    return int(re.search(r"Collected : (\d+)", run.stderr).group(1))


def seconds(program, size, mode, workers):
    began = time.monotonic()
    subprocess.run([program, "--size", str(size), "--reps", "1"], env=environment(mode, workers), stdout=subprocess.DEVNULL, check=True)
    return time.monotonic() - began


def promotions(program, size, mode, folder):
    statistics_file = folder / "statistics.json"
    subprocess.run([program, "--size", str(size), "--reps", "1"], stdout=subprocess.DEVNULL, check=True,
                   env={**environment(mode, 2), "TACTUS_STATS": str(statistics_file)})
    return json.loads(statistics_file.read_text())["counters"]["promotions"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--print", action="store_true", help="only print, do not write the file")
    options = parser.parse_args()
    lines = ["# Recursions whose return addresses stay", "",
             f"`bench/returns.py --runs {options.runs}`: OpenMP tasks, 100 µs beats. `TACTUS_RETURNS=keep` over `replace`: instructions on one",
             "worker at a small size (callgrind), and elapsed time of the process, medians of alternating runs. Then the speed of two",
             "workers over one, and the promotions of two workers, with each setting.", "",
             "| kernel | instructions, 1 worker | time, 1 worker | time, 2 workers | speed-up, replace | keep | promotions, replace | keep |",
             "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"]
    with tempfile.TemporaryDirectory() as name:
        for kernel in RECURSIVE_KERNELS:
            if kernel.name not in KERNELS:
                continue
            program = build(kernel, pathlib.Path(name), options.build.resolve())
            counted = {mode: instructions(program, kernel.small_size, mode) for mode in MODES}
            times = {(mode, workers): [] for mode in MODES for workers in (1, 2)}
            for _ in range(options.runs):
                for (mode, workers), measured in times.items():
                    measured.append(seconds(program, kernel.quick_size, mode, workers))
            promoted = {mode: promotions(program, kernel.quick_size, mode, pathlib.Path(name)) for mode in MODES}
            median = {key: statistics.median(measured) for key, measured in times.items()}
            lines.append(f"| {kernel.name} | {counted['keep'] / counted['replace']:.4f} "
                         f"| {median['keep', 1] / median['replace', 1]:.3f} | {median['keep', 2] / median['replace', 2]:.3f} "
                         f"| {median['replace', 1] / median['replace', 2]:.2f} | {median['keep', 1] / median['keep', 2]:.2f} "
                         f"| {promoted['replace']} | {promoted['keep']} |")
    lines += ["", f"Load of the machine at the end: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors. With more than there are, other "
                  "programs have taken time from both settings, and two workers gain little."]
    text = "\n".join(lines) + "\n"
    print(text)
    if not options.print:
        whole_file.write_text(ROOT / "bench/RESULTS-returns.md", text)


if __name__ == "__main__":
    main()
