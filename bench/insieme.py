#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Insieme's comparison on the twelve task programs of bench/insieme: how well the analysis chooses the parameters of eager tasks.

    insieme.py compare [PROGRAM...]     heartbeat, eager with the analysis' parameters, eager with the defaults, and the serial
                                        elision (figures 7, 8 and 10)
    insieme.py search [PROGRAM...]      eager with every policy and queue size, and the rest as the analysis has it (figures 1 and 9)

    --root BUILD    where tactus-clang is     --workers N     1 by default     --rounds N     5 by default
    --time cpu|wall what is compared: on a machine that others use, processor time says more; wall by default

Rounds are interleaved; medians are compared. Results are a table in Markdown on stdout.
"""

import argparse
import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
POLICIES = ("default", "push-front", "steal-front", "both")
SIZES = (4, 8, 16, 32, 64, 128)
# Insieme's defaults (§3.1.2).
DEFAULTS = {"TACTUS_QUEUE_POLICY": "default", "TACTUS_QUEUE_SIZE": "16", "TACTUS_EVENT_BUCKETS": "97",
            "TACTUS_TASK_STACK_KB": "8192"}
EAGER = {"TACTUS_TASKS": "eager"}


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
  printf("%.6f %ld\\n", usage.ru_utime.tv_sec + usage.ru_stime.tv_sec +
         1e-6 * (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec), usage.ru_maxrss);
  return WEXITSTATUS(status);
}
"""


class Failure(Exception):
    pass


def build(source, driver, flags, output):
    done = subprocess.run([driver, "-O2", *flags, source, "-o", output, "-lm"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failure(f"{source.name} does not compile: {done.stderr.strip().splitlines()[-1]}")


def run_once(program, size, environment):
    """Wall and processor seconds, and peak memory in KiB."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("TACTUS_")}
    began = time.monotonic()
    done = subprocess.run([program.with_name("launcher"), program, *size], env=kept | environment, capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        raise Failure(f"{program.name} ended with {done.returncode}: {done.stderr.strip()}")
    processor, peak = done.stdout.split()
    return time.monotonic() - began, float(processor), int(peak)


def measure(variants, rounds, which):
    """Medians of the time and of peak memory for each (program, size, environment), in interleaved rounds."""
    times, memory = {name: [] for name in variants}, {name: [] for name in variants}
    for _ in range(rounds):
        for name, variant in variants.items():
            wall, processor, peak = run_once(*variant)
            times[name].append(processor if which == "cpu" else wall)
            memory[name].append(peak)
    return {name: (statistics.median(times[name]), statistics.median(memory[name])) for name in variants}


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


def compare(programs, workers, options):
    print_head("program", "eager, analysis / defaults", "memory of these", "heartbeat / eager, analysis", "heartbeat / serial")
    rows = []
    for name, (serial, tasks, size) in programs.items():
        found = measure({"serial": (serial, size, {}), "heartbeat": (tasks, size, workers),
                         "chosen": (tasks, size, workers | EAGER), "default": (tasks, size, workers | EAGER | DEFAULTS)},
                        options.rounds, options.time)
        seconds = {variant: max(values[0], 1e-3) for variant, values in found.items()}
        row = (seconds["chosen"] / seconds["default"], found["chosen"][1] / found["default"][1],
               seconds["heartbeat"] / seconds["chosen"], seconds["heartbeat"] / seconds["serial"])
        rows.append(row)
        print_row(name, *(f"{value:.2f}" for value in row))
    print_summary(rows)


def search(programs, workers, options):
    print_head("program", "chosen / best", "default / best", "best", "worst / best")
    rows = []
    for name, (_, tasks, size) in programs.items():
        variants = {f"{policy}, {queue}": (tasks, size, workers | EAGER | {"TACTUS_QUEUE_POLICY": policy,
                                                                         "TACTUS_QUEUE_SIZE": str(queue)})
                    for policy in POLICIES for queue in SIZES}
        variants["chosen"] = (tasks, size, workers | EAGER)
        variants["with the defaults"] = (tasks, size, workers | EAGER | DEFAULTS)
        found = {variant: max(values[0], 1e-3) for variant, values in measure(variants, options.rounds, options.time).items()}
        best = min(found, key=found.get)
        row = (found["chosen"] / found[best], found["with the defaults"] / found[best], max(found.values()) / found[best])
        rows.append(row)
        print_row(name, f"{row[0]:.2f}", f"{row[1]:.2f}", best, f"{row[2]:.2f}")
    columns = list(zip(*rows))
    print_row("geometric mean", f"{geometric_mean(columns[0]):.2f}", f"{geometric_mean(columns[1]):.2f}", "",
              f"{geometric_mean(columns[2]):.2f}")


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command", choices=("compare", "search"))
    parser.add_argument("programs", nargs="*", help="some of the twelve, by name, with a size behind a colon: fib:30")
    parser.add_argument("--root", type=pathlib.Path, default=HERE.parent / "build" / "release")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--time", choices=("cpu", "wall"), default="wall")
    return parser.parse_args()


def main():
    options = parse_arguments()
    sources = {path.stem: path for path in sorted((HERE / "insieme").glob("*.c"))}
    chosen = [word.partition(":") for word in options.programs] or [(name, "", "") for name in sources]
    if unknown := [name for name, _, _ in chosen if name not in sources]:
        print(f"tactus: error: no program is called '{unknown[0]}'; there are {', '.join(sources)}", file=sys.stderr)
        return 2
    driver = options.root.resolve() / "bin" / "tactus-clang"
    with tempfile.TemporaryDirectory() as folder:
        programs = {}
        launcher = pathlib.Path(folder) / "launcher"
        launcher.with_suffix(".c").write_text(LAUNCHER)
        try:
            build(launcher.with_suffix(".c"), driver, [], launcher)
            for name, _, size in chosen:
                serial, tasks = pathlib.Path(folder) / f"{name}-serial", pathlib.Path(folder) / name
                build(sources[name], driver, [], serial)
                build(sources[name], driver, ["-fopenmp"], tasks)
                programs[name] = (serial, tasks, [size] if size else [])
            workers = {"TACTUS_WORKERS": str(options.workers)}
            (compare if options.command == "compare" else search)(programs, workers, options)
        except (Failure, OSError) as failure:
            print(f"tactus: error: {failure}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
