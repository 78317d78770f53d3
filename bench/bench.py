#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Compares Tactus with the serial elision, with OpenMP and with itself under other settings.

  loops:       kernels with parallel loops      harness/loops.py          (--suite loops)
  recursion:   kernels that fork at every call  harness/recursion.py      (--suite recursion)
  mpl:         MPL's sixteen, without grains    harness/mpl.py            (--suite mpl)
  at the end:  tables, JSON, RESULTS.md         harness/report.py         (--json, --write-results)

The method, and what the figures do not say, is in docs/benchmarks.md.
"""

import argparse
import datetime
import json
import os
import platform
import shlex
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from harness import build, callgrind, compare, kernels as kernel_table, loops, mpl, processes, recursion  # noqa: E402
from harness import report, tune  # noqa: E402

ROOT_DIRECTORY = kernel_table.BENCH_DIRECTORY.parent
SUITES = {"loops": loops, "recursion": recursion, "mpl": mpl}
SYSTEMS = ("serial", "openmp", "tactus", "tbb")


def log(text):
    print(text, file=sys.stderr, flush=True)


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(prog="bench", description=__doc__.splitlines()[0])
    parser.add_argument("--suite", default="all", choices=(*SUITES, "all"), help="what to measure (default: all)")
    parser.add_argument("--kernels", default="", metavar="A,B", help="kernels to measure (default: all)")
    parser.add_argument("--systems", default=",".join(SYSTEMS), metavar="A,B",
                        help=f"of {', '.join(SYSTEMS)} (default: all; serial is always measured)")
    parser.add_argument("--parts", default="kernels,micro", metavar="A,B", help="of kernels, micro (default: both)")
    parser.add_argument("--reps", type=int, default=0, metavar="N", help="interleaved rounds (default 7; quick 3)")
    parser.add_argument("--retries", type=int, default=4, metavar="N",
                        help="how often a disturbed run is repeated (default 4)")
    parser.add_argument("--quick", action="store_true", help="fewer rounds and schedules, for a first impression")
    parser.add_argument("--threads", type=int, default=2, metavar="N", help="threads or workers (default 2)")
    parser.add_argument("--callgrind", action="store_true", help="count instructions as well (small sizes, slow)")
    parser.add_argument("--root", default=str(ROOT_DIRECTORY / "build/release"), metavar="DIR",
                        help="build or install tree with bin/tactus-clang (default: build/release)")
    parser.add_argument("--clang", metavar="PROGRAM", help="the clang to compare with (default: clang-19)")
    parser.add_argument("--work", metavar="DIR", help="where programs are built (default: ROOT/bench-work)")
    parser.add_argument("--json", metavar="FILE", help="where the figures go (default: results.json in the work folder)")
    parser.add_argument("--write-results", nargs="?", const=str(kernel_table.BENCH_DIRECTORY / "RESULTS.md"),
                        metavar="FILE", help="write the report as Markdown (default: bench/RESULTS.md)")
    parser.add_argument("--check-bars", action="store_true", help="exit with status 1 if a measured bar is missed")
    parser.add_argument("--verify-only", action="store_true",
                        help="build all programs and check their results at small sizes, measure nothing")
    parser.add_argument("--list", action="store_true", help="list the kernels and stop")
    options = parser.parse_args(arguments)
    options.systems = [name for name in options.systems.split(",") if name]
    options.parts = [name for name in options.parts.split(",") if name]
    for name, allowed in (("systems", SYSTEMS), ("parts", ("kernels", "micro"))):
        for value in getattr(options, name):
            if value not in allowed:
                parser.error(f"--{name}: unknown {value!r}, choose from {', '.join(allowed)}")
    options.suites = [name for name in SUITES if options.suite in (name, "all")]
    try:
        options.kernels = kernel_table.select([name for name in options.kernels.split(",") if name], options.suites)
    except KeyError as error:
        parser.error(f"--kernels: unknown kernel {error}, --list shows all")
    available = sorted(os.sched_getaffinity(0))
    if not 1 <= options.threads <= len(available):
        parser.error(f"--threads: {options.threads} asked for, but this process may use {len(available)} processors")
    if options.reps < 0 or options.retries < 0:
        parser.error("--reps and --retries must not be negative")
    options.processors = frozenset(available[:options.threads])
    # Programs are started by their path.
    options.root = str(Path(options.root).absolute())
    options.log = log
    options.rounds = options.reps or (3 if options.quick else 7)
    options.work = options.work or str(Path(options.root) / "bench-work")
    options.json = options.json or str(Path(options.work) / "results.json")
    return options


def describe_machine(options, toolchain):
    processor = platform.machine()
    with open("/proc/cpuinfo") as file:
        for line in file:
            if line.startswith("model name"):
                processor = line.partition(":")[2].strip()
                break
    return {"processor": processor, "processors": os.cpu_count(), "processors_used": sorted(options.processors),
            "kernel": platform.release(), "compiler": toolchain.version()}


def describe_commit():
    def git(*arguments):
        result = subprocess.run(["git", "-C", str(ROOT_DIRECTORY), *arguments], capture_output=True, text=True)
        return result.stdout.strip() if result.returncode == 0 else ""

    commit = git("rev-parse", "--short=12", "HEAD") or "unknown"
    return commit + (" with changes" if git("status", "--porcelain") else "")


# Options whose values are places on one machine, which nobody needs to repeat a measurement.
PLACE_OPTIONS = ("--root", "--work", "--json", "--clang", "--write-results")


def repeatable_command(arguments):
    """The command line for the record, without places."""
    kept, skip = [], False
    for index, argument in enumerate(arguments):
        if skip:
            skip = False
        elif argument in PLACE_OPTIONS:
            skip = index + 1 < len(arguments) and not arguments[index + 1].startswith("--")
        elif not argument.startswith(tuple(f"{option}=" for option in PLACE_OPTIONS)):
            kept.append(argument)
    return shlex.join(["bench/bench.py", *kept])


def verify(options):
    toolchain = build.find_toolchain(options.root, options.clang)
    for suite in options.suites:
        SUITES[suite].verify(options, toolchain)
    return 0


def measure(options, arguments):
    """The results of each suite, which stand on their own: each says where it comes from."""
    toolchain = build.find_toolchain(options.root, options.clang)
    if "tactus" in options.systems:
        toolchain.compiler("tactus", False)  # Fail before an hour of measurements, not after.
    Path(options.work).mkdir(parents=True, exist_ok=True)
    origin = {
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC"),
        "command": repeatable_command(arguments),
        "commit": describe_commit(),
        "machine": describe_machine(options, toolchain),
        "flags": shlex.join(build.FLAGS),
        "rounds": options.rounds,
        "threads": options.threads,
    }
    return {suite: {"suite": suite, **origin, **SUITES[suite].measure(options, toolchain)} for suite in options.suites
            if options.kernels[suite]}


def main(arguments):
    options = parse_arguments(arguments)
    if options.list:
        print("\n".join(kernel.name for suite in options.suites for kernel in options.kernels[suite]))
        return 0
    try:
        if options.verify_only:
            return verify(options)
        suites = measure(options, arguments)
    except (build.BuildError, compare.WrongResult, processes.RunError, tune.NoCandidate, callgrind.NoValgrind) as error:
        log(f"bench: error: {error}")
        return 1
    Path(options.json).write_text(json.dumps(suites, indent=1) + "\n")
    print(report.terminal(suites))
    if options.write_results:
        report.write(options.write_results, suites)
    if options.check_bars and any(met is False for results in suites.values() for *_, met in report.bars(results)):
        log("bench: error: a bar is missed, see the table")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
