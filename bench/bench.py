#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Compares Tactus with the serial elision and with tuned and nested OpenMP.

  for each kernel:  build ► verify ► tune OpenMP ► interleaved rounds ► small nested rounds
  once:             region, promotion, idle, compile time        (--parts micro)
                    instruction counts                           (--callgrind)
  at the end:       table, JSON, RESULTS.md                      (--json, --write-results)

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

from harness import build, callgrind, compare, kernels as kernel_table, micro, processes, report, tune  # noqa: E402

ROOT_DIRECTORY = kernel_table.BENCH_DIRECTORY.parent
SYSTEMS = ("serial", "openmp", "tactus")
NESTED_LIMIT_SECONDS = 60
QUICK_NESTED_LIMIT_SECONDS = 10


def log(text):
    print(text, file=sys.stderr, flush=True)


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(prog="bench", description=__doc__.splitlines()[0])
    parser.add_argument("--kernels", default="", metavar="A,B", help="kernels to measure (default: all)")
    parser.add_argument("--systems", default="serial,openmp,tactus", metavar="A,B",
                        help="of serial, openmp, tactus (default: all; serial is always measured)")
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
    try:
        options.kernels = kernel_table.select([name for name in options.kernels.split(",") if name])
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
    options.rounds = options.reps or (3 if options.quick else 7)
    options.work = options.work or str(Path(options.root) / "bench-work")
    options.json = options.json or str(Path(options.work) / "results.json")
    return options


def openmp_environment(options, **more):
    places = ",".join(f"{{{processor}}}" for processor in sorted(options.processors))
    return {"OMP_NUM_THREADS": str(options.threads), "OMP_DYNAMIC": "false", **more} | (
        {} if "OMP_MAX_ACTIVE_LEVELS" in more else {"OMP_PROC_BIND": "true", "OMP_PLACES": places})


def measure_nested(options, kernel, programs, make_tactus):
    """All loops parallel, in OpenMP and in Tactus, at a small size. Returns (ratio or None, record)."""
    limit = QUICK_NESTED_LIMIT_SECONDS if options.quick else NESTED_LIMIT_SECONDS
    arguments = ["--size", kernel.small_size, "--reps", 1 if options.quick else 3]
    # Bound threads of nested teams would share the place of their parent, so these are left to the mask.
    openmp = compare.System("openmp-nested", programs["openmp-nested"], options.processors, options.threads,
                            openmp_environment(options, OMP_MAX_ACTIVE_LEVELS="16"))
    systems = [make_tactus("tactus-nested")] if "tactus" in programs else []
    record = {"size": kernel.small_size, "seconds": {}}
    try:
        measured = compare.interleave([openmp, *systems], arguments, min(3, options.rounds), options.retries,
                                      kernel.tolerance, limit)
        record["seconds"] = {name: compare.median_seconds(runs) for name, runs in measured.items()}
        return compare.ratio(measured.get("tactus-nested"), measured["openmp-nested"]), record
    except processes.RunTimeout:
        # A lower bound for OpenMP is all that is known: its repetitions, warm-up included, share the limit.
        bound = limit / (int(arguments[-1]) + 1)
        record["openmp_timed_out_after"] = limit
        if not systems:
            return None, record
        measured = compare.interleave(systems, arguments, min(3, options.rounds), options.retries, kernel.tolerance)
        seconds = compare.median_seconds(measured["tactus-nested"])
        record["seconds"]["tactus-nested"] = seconds
        return {"median": seconds / bound, "low": seconds / bound, "high": seconds / bound, "rounds": 1,
                "disturbed": False, "upper_bound": True}, record


def openmp_loops_of(kernel):
    return ("outer", "inner") if kernel.has_inner_loop else ("outer",)


def build_all(options, toolchain, kernel):
    """Programs of a kernel by variant, as far as --systems wants them."""
    variants = ["serial"]
    if "openmp" in options.systems:
        variants += [f"openmp-{loops}{tuned}" for loops in openmp_loops_of(kernel) for tuned in ("", "-tuned")]
        variants += ["openmp-nested"]
    variants += ["tactus"] if "tactus" in options.systems else []
    return {variant: build.build_kernel(toolchain, kernel, variant, options.work) for variant in variants}


def verify_kernel(options, kernel, programs):
    """Lets every program check its own result; Tactus under several settings. Raises compare.WrongResult."""
    for variant, program in programs.items():
        if variant == "serial":
            environments = [{}]
        elif variant == "tactus":
            # One worker, several, and so many beats that promotion is the rule.
            environments = [{"TACTUS_WORKERS": "1"}, {"TACTUS_WORKERS": str(options.threads)},
                            {"TACTUS_WORKERS": str(options.threads), "TACTUS_HEARTBEAT_US": "1"}]
        else:
            environments = [openmp_environment(options, OMP_SCHEDULE="dynamic,16")]
        for environment in environments:
            system = compare.System(variant, program, options.processors, options.threads, environment)
            compare.verify(program, system, kernel.small_size)


def measure_kernel(options, toolchain, kernel):
    """Everything about one kernel, as it goes into the JSON file."""
    log(f"{kernel.name}")
    one = frozenset([min(options.processors)])
    openmp_loops = openmp_loops_of(kernel)
    programs = build_all(options, toolchain, kernel)
    verify_kernel(options, kernel, programs)

    serial = compare.System("serial", programs["serial"], one, 1)
    several = options.processors, options.threads

    def make_openmp(loops, schedule):
        program = programs["openmp-nested" if loops == "both" else f"openmp-{loops}" if schedule == tune.COMPILED
                           else f"openmp-{loops}-tuned"]
        environment = {} if schedule == tune.COMPILED else {"OMP_SCHEDULE": schedule}
        return compare.System(f"{loops} {schedule}", program, *several, openmp_environment(options, **environment))

    def make_tactus(name, workers=options.threads, **environment):
        return compare.System(name, programs["tactus"], options.processors if workers > 1 else one, workers,
                              {"TACTUS_WORKERS": str(workers), **environment})

    result = {"kernel": kernel.name, "ratios": {}, "seconds": {}, "disturbed_runs": {}}
    systems = [serial]
    if "openmp" in options.systems:
        schedules = (tune.COMPILED, *(tune.QUICK_SCHEDULES if options.quick else tune.SCHEDULES))
        candidates = {loops: [(schedule, make_openmp(loops, schedule)) for schedule in schedules] for loops in openmp_loops}
        if kernel.has_inner_loop:
            candidates["both"] = [(tune.COMPILED, make_openmp("both", tune.COMPILED))]
        best, result["trials"] = tune.best_schedule(candidates, serial, kernel.tolerance, options.retries, log)
        loops, _, schedule = best.name.partition(" ")
        result["openmp_best"] = {"loops": loops, "schedule": schedule}
        best.name = "openmp"
        systems.append(best)
    if "tactus" in options.systems:
        systems += [make_tactus("tactus-1", 1), make_tactus("tactus-nobeat", 1, TACTUS_HEARTBEAT_US="0"),
                    make_tactus("tactus")]
    measured = compare.interleave(systems, ["--reps", 3], options.rounds, options.retries, kernel.tolerance)

    pairs = [("tactus-1", "serial"), ("tactus-nobeat", "serial"), ("tactus", "serial"), ("openmp", "serial"),
             ("tactus", "openmp")]
    ratios = {f"{a}/{b}": compare.ratio(measured.get(a), measured.get(b)) for a, b in pairs}
    if "openmp" in options.systems:
        ratios["tactus-nested/openmp-nested"], result["nested"] = measure_nested(options, kernel, programs, make_tactus)
    result["ratios"] = {name: value if isinstance(value, dict) else vars(value)
                        for name, value in ratios.items() if value is not None}
    for name, runs in measured.items():
        result["seconds"][name] = compare.median_seconds(runs)
        result["disturbed_runs"][name] = runs.disturbed_runs
    counted = [measured[name] for name in ("tactus-1", "tactus") if name in measured]
    due, seen = sum(runs.beats_due for runs in counted), sum(runs.beats_seen for runs in counted)
    if due:
        result["beats"] = {"due": due, "seen": seen, "share": seen / due}
    if "tactus-1" in measured:
        result["promotions_one_worker"] = measured["tactus-1"].promotions
        result["promotions"] = measured["tactus"].promotions
    log("  " + ", ".join(f"{name} {value['median']:.3f}" for name, value in result["ratios"].items()))
    return result


def measure_micro(options, toolchain):
    log("single mechanisms")
    variants = ["serial"] + (["openmp-nested"] if "openmp" in options.systems else [])
    variants += ["tactus"] if "tactus" in options.systems else []
    programs = {variant: build.build_source(toolchain, kernel_table.MICRO_DIRECTORY / "micro.c", variant, options.work)
                for variant in variants}
    result = {"region": micro.region_cost(programs, options.processors, options.threads),
              "idle": micro.idle_cost(programs, options.processors, options.threads)}
    if "tactus" in programs:
        result["promotion"] = micro.promotion_cost(programs["tactus"], options.processors, options.threads)
        result["compile"] = micro.compile_time(toolchain, kernel_table.KERNELS, options.work, 3 if options.quick else 5)
    return {name: values for name, values in result.items() if values}


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


def verify_only(options):
    toolchain = build.find_toolchain(options.root, options.clang)
    for kernel in options.kernels:
        verify_kernel(options, kernel, build_all(options, toolchain, kernel))
        log(f"{kernel.name}: results agree")
    return 0


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


def measure(options, arguments):
    toolchain = build.find_toolchain(options.root, options.clang)
    if "tactus" in options.systems:
        toolchain.compiler("tactus", False)  # Fail before an hour of measurements, not after.
    Path(options.work).mkdir(parents=True, exist_ok=True)
    results = {
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC"),
        "command": repeatable_command(arguments),
        "commit": describe_commit(),
        "machine": describe_machine(options, toolchain),
        "flags": shlex.join(build.FLAGS),
        "rounds": options.rounds,
        "threads": options.threads,
        "kernels": [],
    }
    if "kernels" in options.parts:
        for kernel in options.kernels:
            results["kernels"].append(measure_kernel(options, toolchain, kernel))
    if "micro" in options.parts:
        results["micro"] = measure_micro(options, toolchain)
    if options.callgrind:
        log("instruction counts")
        variants = ["serial"] + [variant for system, variant in (("openmp", "openmp-nested"), ("tactus", "tactus"))
                                 if system in options.systems]
        results["callgrind"] = callgrind.compare(toolchain, options.kernels, variants, options.work, log)
    return results


def main(arguments):
    options = parse_arguments(arguments)
    if options.list:
        print("\n".join(kernel.name for kernel in options.kernels))
        return 0
    try:
        if options.verify_only:
            return verify_only(options)
        results = measure(options, arguments)
    except (build.BuildError, compare.WrongResult, processes.RunError, tune.NoCandidate, callgrind.NoValgrind) as error:
        log(f"bench: error: {error}")
        return 1
    Path(options.json).write_text(json.dumps(results, indent=1) + "\n")
    print(report.terminal(results))
    if options.write_results:
        Path(options.write_results).write_text(report.markdown(results))
    if options.check_bars and any(met is False for *_, met in report.bars(results)):
        log("bench: error: a bar is missed, see the table")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
