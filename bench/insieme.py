#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Insieme's comparison on the twelve task programs of bench/insieme: how well the analysis chooses the parameters of eager tasks,
and what tasks cost.

    insieme.py compare [PROGRAM...]     the serial elision, heartbeat, eager with the analysis' parameters and with the defaults, and
                                        libomp with tasks cut off by hand (figures 7, 8 and 10)
    insieme.py search [PROGRAM...]      eager with every policy and queue size, and the rest as the analysis has it (figures 1 and 9);
                                        with --whole also every number of buckets and size of stacks: 960 combinations
    insieme.py count [PROGRAM...]       instructions of heartbeat with one worker over those of the serial elision, by callgrind

    --quick         smaller sizes
    --root BUILD    where tactus-clang is     --workers N          1 by default     --rounds N     5 by default
    --time cpu|wall what is compared: on a machine that others use, processor time says more; wall by default
    --take median|minimum                     of the rounds; on a busy machine the minimum says more; median by default

A program is measured without what makes its input and checks its result (insieme.h). Rounds are interleaved. Results are a table
in Markdown on stdout.
"""

import argparse
import itertools
import math
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

from harness import llvm

HERE = pathlib.Path(__file__).resolve().parent
POLICIES = ("default", "push-front", "steal-front", "both")
SIZES_OF_QUEUES = (4, 8, 16, 32, 64, 128)
NUMBERS_OF_BUCKETS = (97, 1021, 64567, 256019)
KILOBYTES_OF_STACKS = tuple(16 << step for step in range(10))
# Insieme's defaults (§3.1.2).
DEFAULTS = {"TACTUS_QUEUE_POLICY": "default", "TACTUS_QUEUE_SIZE": "16", "TACTUS_EVENT_BUCKETS": "97",
            "TACTUS_TASK_STACK_KB": "8192"}
EAGER = {"TACTUS_TASKS": "eager"}
# Some tenths of a second, and some ten million instructions.
SIZES = {"alignment": 40, "delannoy": 12, "fft": 262144, "fib": 39, "floorplan": 10, "health": 9, "nqueens": 12, "qap": 10,
         "sort": 1000000, "sparselu": 60, "strassen": 1024, "uts": 1000}
# 4 to 60 ms.
QUICK_SIZES = {"alignment": 20, "delannoy": 10, "fft": 65536, "fib": 35, "floorplan": 9, "health": 8, "nqueens": 11, "qap": 8,
               "sort": 300000, "sparselu": 40, "strassen": 512, "uts": 300}
COUNTED_SIZES = {"alignment": 12, "delannoy": 8, "fft": 8192, "fib": 27, "floorplan": 9, "health": 6, "nqueens": 10, "qap": 8,
                 "sort": 50000, "sparselu": 16, "strassen": 128, "uts": 100}


# Peak memory counts what a process had before it became the program: this interpreter's, if that starts it itself.
LAUNCHER = """
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
int main(int argc, char **argv) {
  int status;
  struct rusage usage;
  pid_t child = fork();
  if (child == 0) {
    if (freopen("/dev/null", "w", stdout))
      execv(argv[1], argv + 1);
    _exit(127);
  }
  if (argc < 2 || child < 0 || wait4(child, &status, 0, &usage) != child || !WIFEXITED(status))
    return 126;
  printf("%ld\\n", usage.ru_maxrss);
  return WEXITSTATUS(status);
}
"""


class Failure(Exception):
    pass


class Programs:
    """One of the twelve, built in every way that is compared."""

    def __init__(self, name, size, folder, root, clang, kinds):
        self.name = name
        self.size = size
        commands = {"serial": [root / "bin" / "tactus-clang"], "tactus": [root / "bin" / "tactus-clang", "-fopenmp"],
                    "libomp": [clang, "-fopenmp", "-DCUT_OFF"]}
        self.paths = {kind: folder / f"{name}-{kind}" for kind in kinds}
        for kind, path in self.paths.items():
            build(HERE / "insieme" / f"{name}.c", commands[kind], path)


def build(source, command, output):
    done = subprocess.run([*command, "-O2", source, "-o", output, "-lm"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failure(f"{source.name} does not compile: {done.stderr.strip().splitlines()[-1]}")


def clean_environment(environment):
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("TACTUS_", "OMP_", "KMP_"))}
    return kept | environment | {"INSIEME_TIMES": "1"}


def run_once(program, size, environment):
    """Wall and processor seconds of the measured part, and peak memory in KiB."""
    done = subprocess.run([program.with_name("launcher"), program, str(size)], env=clean_environment(environment),
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failure(f"{program.name} ended with {done.returncode}: {done.stderr.strip()}")
    wall, processor = done.stderr.split()[-2:]
    return float(wall), float(processor), int(done.stdout)


def measure(variants, rounds, which, take):
    """The time and peak memory of each (program, size, environment), in interleaved rounds. `take`: of the rounds' times."""
    times, memory = {name: [] for name in variants}, {name: [] for name in variants}
    for _ in range(rounds):
        for name, variant in variants.items():
            wall, processor, peak = run_once(*variant)
            times[name].append(processor if which == "cpu" else wall)
            memory[name].append(peak)
    return {name: (take(times[name]), statistics.median(memory[name])) for name in variants}


def measure_as_asked(variants, options):
    return measure(variants, options.rounds, options.time, min if options.take == "minimum" else statistics.median)


def build_launcher(folder, clang):
    source = folder / "launcher.c"
    source.write_text(LAUNCHER)
    build(source, [clang], folder / "launcher")


def count_instructions(program, size, environment):
    """Of the measured part: callgrind writes a file at each of its ends. Without beats, as callgrind's clock is its own."""
    with tempfile.TemporaryDirectory() as folder:
        files = pathlib.Path(folder)
        done = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={files / 'out'}",
                               "--zero-before=begin_measured", "--dump-before=end_measured", program, str(size)],
                              env=clean_environment(environment | {"TACTUS_HEARTBEAT_US": "0"}), capture_output=True, text=True,
                              check=False)
        if done.returncode != 0:
            raise Failure(f"callgrind {program.name} ended with {done.returncode}: {done.stderr.strip()[-300:]}")
        texts = [path.read_text() for path in files.glob("out.*")]
    return sum(int(re.search(r"^(?:totals|summary): (\d+)", text, re.MULTILINE)[1]) for text in texts
               if "Trigger: --dump-before=end_measured" in text)


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def print_row(*cells):
    print("| " + " | ".join(cells) + " |", flush=True)


def print_head(*cells):
    print_row(*cells)
    print_row("---", *("---:" for _ in cells[1:]))


def print_summary(rows):
    columns = list(zip(*rows))
    print_row("geometric mean", *(f"{geometric_mean(column):.2f}" for column in columns))
    print_row("worst", *(f"{max(column):.2f}" for column in columns))


def compare(programs, options):
    print_head("program", "eager, analysis / defaults", "memory of these", "heartbeat / eager, analysis",
               "heartbeat / libomp, cut-off", "heartbeat / serial")
    rows = []
    workers = {"TACTUS_WORKERS": str(options.workers)}
    for program in programs:
        tasks, size = program.paths["tactus"], program.size
        found = measure_as_asked({"serial": (program.paths["serial"], size, {}), "heartbeat": (tasks, size, workers),
                         "chosen": (tasks, size, workers | EAGER), "default": (tasks, size, workers | EAGER | DEFAULTS),
                         "libomp": (program.paths["libomp"], size, {"OMP_NUM_THREADS": str(options.workers)})}, options)
        seconds = {variant: values[0] for variant, values in found.items()}
        row = (seconds["chosen"] / seconds["default"], found["chosen"][1] / found["default"][1],
               *(seconds["heartbeat"] / seconds[other] for other in ("chosen", "libomp", "serial")))
        rows.append(row)
        print_row(program.name, *(f"{value:.2f}" for value in row))
    print_summary(rows)


def search_space(is_whole):
    """The settings of each combination, by its name."""
    space = {"TACTUS_QUEUE_POLICY": POLICIES, "TACTUS_QUEUE_SIZE": SIZES_OF_QUEUES}
    if is_whole:
        space |= {"TACTUS_EVENT_BUCKETS": NUMBERS_OF_BUCKETS, "TACTUS_TASK_STACK_KB": KILOBYTES_OF_STACKS}
    combinations = [tuple(map(str, values)) for values in itertools.product(*space.values())]
    return {", ".join(values): dict(zip(space, values)) for values in combinations}


def search(programs, options):
    print_head("program", "chosen / best", "default / best", "heartbeat / best", "best", "worst / best")
    rows = []
    workers = {"TACTUS_WORKERS": str(options.workers)}
    for program in programs:
        eager = search_space(options.whole) | {"chosen": {}, "with the defaults": DEFAULTS}
        variants = {name: workers | EAGER | settings for name, settings in eager.items()} | {"heartbeat": workers}
        found = {variant: values[0] for variant, values in
                 measure_as_asked({name: (program.paths["tactus"], program.size, settings) for name, settings in variants.items()},
                         options).items()}
        heartbeat = found.pop("heartbeat")
        best = min(found, key=found.get)
        row = [seconds / found[best] for seconds in (found["chosen"], found["with the defaults"], heartbeat, max(found.values()))]
        rows.append(row)
        print_row(program.name, *(f"{value:.2f}" for value in row[:3]), best, f"{row[3]:.2f}")
    means = [f"{geometric_mean(column):.2f}" for column in zip(*rows)]
    print_row("geometric mean", *means[:3], "", means[3])


def count(programs, options):
    print_head("program", "serial", "heartbeat", "heartbeat / serial")
    rows = []
    for program in programs:
        serial = count_instructions(program.paths["serial"], program.size, {})
        heartbeat = count_instructions(program.paths["tactus"], program.size, {"TACTUS_WORKERS": "1"})
        rows.append((heartbeat / serial,))
        print_row(program.name, f"{serial:,}", f"{heartbeat:,}", f"{heartbeat / serial:.3f}")
    print_row("geometric mean", "", "", f"{geometric_mean([row[0] for row in rows]):.3f}")


# What each command does, what it needs, and at which sizes.
COMMANDS = {"compare": (compare, ("serial", "tactus", "libomp"), SIZES), "search": (search, ("tactus",), SIZES),
            "count": (count, ("serial", "tactus"), COUNTED_SIZES)}


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("programs", nargs="*", help="some of the twelve, by name, with a size behind a colon: fib:30")
    parser.add_argument("--root", type=pathlib.Path, default=HERE.parent / "build" / "release")
    parser.add_argument("--clang", help="the compiler with libomp, by default that of the LLVM which --root is for")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--time", choices=("cpu", "wall"), default="wall")
    parser.add_argument("--quick", action="store_true", help="smaller sizes")
    parser.add_argument("--whole", action="store_true", help="search: buckets and stacks as well")
    parser.add_argument("--take", choices=("median", "minimum"), default="median")
    options = parser.parse_intermixed_args()
    options.clang = options.clang or f"clang-{llvm.version(options.root)}"
    return options


def main():
    options = parse_arguments()
    run, kinds, sizes = COMMANDS[options.command]
    sizes = QUICK_SIZES if options.quick and sizes is SIZES else sizes
    chosen = [word.partition(":") for word in options.programs] or [(name, "", "") for name in sizes]
    if unknown := [name for name, _, _ in chosen if name not in sizes]:
        print(f"tactus: error: no program is called '{unknown[0]}'; there are {', '.join(sizes)}", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as directory:
        folder = pathlib.Path(directory)
        try:
            build_launcher(folder, options.clang)
            programs = [Programs(name, size or sizes[name], folder, options.root.resolve(), options.clang, kinds)
                        for name, _, size in chosen]
            run(programs, options)
        except (Failure, OSError) as failure:
            print(f"tactus: error: {failure}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
