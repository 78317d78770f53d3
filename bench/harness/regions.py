# Part of Tactus, under the MIT licence. See LICENSE for details.
"""The region suite: whole OpenMP programs against the serial elision and libomp's best schedule.

  for each program:  loops by what became of them ► build ► verify ► tune OpenMP ► interleaved rounds
                     ► the same beside a foreign busy process
  once:              an empty region, what a team has in common   (--parts micro)
                     instruction counts                           (--parts callgrind)

Systems, in the order of a round:

  serial       clang, pragmas ignored
  openmp       clang, the best schedule for the loops that have none of their own
  tactus-1     one worker         tactus   several workers
"""

import contextlib
import json
import os
import subprocess
import sys
from pathlib import Path

from . import build, callgrind, compare, kernels as kernel_table, micro, tune
from .loops import openmp_environment

RATIOS = (("tactus-1", "serial"), ("tactus", "serial"), ("openmp", "serial"), ("tactus", "openmp"))


def loops_by_lowering(toolchain, program, directory):
    """How many worksharing loops of the source are latent, latent by threads, run as strands, or stay on libomp. A loop in a function counts
    once, as the best of what became of it in its callers' regions."""
    directory = Path(directory)
    directory.mkdir(parents=True, exist_ok=True)
    report = directory / f"{program.name}.loops.json"
    build.run_compiler(build.compile_command(toolchain, "tactus", program.path, program.is_cpp, directory / f"{program.name}.loops.o",
                                             extra=[*program.defines, f"-ftactus-report={report}"]))
    return count_loops(json.loads(report.read_text())["loops"])


def count_loops(entries):
    kinds = ("latent", "phases", "strands", "libomp")
    ways = (("phase", "phases"), ("strands", "strands"))
    found = {}
    for entry in entries:
        if entry.get("construct", "loop") != "loop":
            continue
        place = entry["file"], entry["line"], entry["column"]
        lowering = entry.get("lowering", "")
        kind = "latent" if entry["converted"] else next((kind for word, kind in ways if word in lowering), "libomp")
        if "caller" in lowering:  # Known by the copies in its callers.
            found.setdefault(place, "libomp")
        elif place not in found or kinds.index(kind) < kinds.index(found[place]):
            found[place] = kind
    return {kind: sum(value == kind for value in found.values()) for kind in kinds}


def build_program(options, toolchain, program, only=None):
    """Programs by variant, as far as --systems wants them and `only`, if given, names them."""
    variants = ["serial"] + (["openmp", "openmp-tuned"] if "openmp" in options.systems else [])
    variants += ["tactus"] if "tactus" in options.systems else []
    variants = [variant for variant in variants if not only or variant in only]
    return build.build_variants(toolchain, program, variants, options.work, options.jobs, options.places)


def tactus_environment(workers, **more):
    # What the compiler has left to libomp gets as many threads.
    return {"TACTUS_WORKERS": str(workers), "OMP_NUM_THREADS": str(workers), **more}


def verify_program(options, program, programs):
    """Lets every program check its own result; Tactus under several settings. Raises compare.WrongResult."""
    several = options.threads
    for variant, binary in programs.items():
        environments = [{}]
        if variant == "tactus":
            # One worker, several, more members than processors, and so many beats that promotion is the rule.
            environments = [tactus_environment(1), tactus_environment(several), tactus_environment(several + 3),
                            tactus_environment(several, TACTUS_HEARTBEAT_US="1")]
        elif variant.startswith("openmp"):
            environments = [openmp_environment(options, OMP_SCHEDULE="dynamic,16")]
        for environment in environments:
            system = compare.System(variant, binary, options.processors, several, environment)
            compare.verify(binary, system, program.small_size)


def best_openmp(options, program, programs, serial):
    """The System of libomp's best schedule, and a record of the trials."""
    def make(schedule):
        variant = "openmp" if schedule == tune.COMPILED else "openmp-tuned"
        environment = {} if schedule == tune.COMPILED else {"OMP_SCHEDULE": schedule}
        return compare.System(schedule, programs[variant], options.processors, options.threads,
                              openmp_environment(options, **environment))

    schedules = (tune.COMPILED, *(tune.QUICK_SCHEDULES if options.quick else tune.SCHEDULES))
    best, trials = tune.best_schedule({"all": [(schedule, make(schedule)) for schedule in schedules]}, serial,
                                      options.size_arguments(program), program.tolerance, options.retries, options.log,
                                      options.finalists)
    return best, trials


@contextlib.contextmanager
def foreign_process(processors):
    """A process of somebody else's that computes on one of the processors, the last, all the time."""
    process = subprocess.Popen([sys.executable, "-c", "while True: pass"],
                               preexec_fn=lambda: os.sched_setaffinity(0, {max(processors)}))
    try:
        yield
    finally:
        process.kill()
        process.wait()


def measure_beside_others(options, program, systems):
    """The ratio of tactus over openmp while a foreign process is busy. All runs are disturbed: that is what is measured."""
    chosen = [system for system in systems if system.name in ("openmp", "tactus")]
    if len(chosen) < 2 or options.threads < 2:
        return None
    # Threads that are bound to a processor could not leave it to the other process.
    unbound = [compare.System(system.name, system.program, system.processors, system.threads,
                              {name: value for name, value in system.environment.items()
                               if name not in ("OMP_PROC_BIND", "OMP_PLACES")}) for system in chosen]
    with foreign_process(options.processors):
        arguments = ["--reps", options.repetitions, *options.size_arguments(program)]
        measured = compare.interleave(unbound, arguments, options.rounds, 0, program.tolerance, counted_runs=1)
    return {**vars(compare.ratio(measured["tactus"], measured["openmp"])), "disturbed": False}


def measure_program(options, toolchain, program):
    """Everything about one program, as it goes into the JSON file."""
    options.log(program.name)
    one = frozenset([min(options.processors)])
    result = {"kernel": program.name, "is_region": program.is_region, "ratios": {}}
    if "tactus" in options.systems:
        result["loops"] = loops_by_lowering(toolchain, program, options.work)
    programs = build_program(options, toolchain, program)
    verify_program(options, program, programs)
    systems = [compare.System("serial", programs["serial"], one, 1)]
    if "openmp" in options.systems:
        best, result["trials"] = best_openmp(options, program, programs, systems[0])
        result["openmp_best"] = best.name
        best.name = "openmp"
        systems.append(best)
    if "tactus" in options.systems:
        systems += [compare.System("tactus-1", programs["tactus"], one, 1, tactus_environment(1)),
                    compare.System("tactus", programs["tactus"], options.processors, options.threads,
                                   tactus_environment(options.threads))]
    measured = compare.interleave(systems, ["--reps", options.repetitions, *options.size_arguments(program)], options.rounds,
                                  options.retries, program.tolerance, precise=options.precise(RATIOS),
                                  counted_runs=options.counted_runs)
    ratios = {f"{a}/{b}": compare.ratio(measured.get(a), measured.get(b)) for a, b in RATIOS}
    result["ratios"] = {name: vars(value) for name, value in ratios.items() if value is not None}
    if beside := measure_beside_others(options, program, systems):
        result["ratios"]["tactus-busy/openmp-busy"] = beside
    result["seconds"] = {name: compare.median_seconds(runs) for name, runs in measured.items()}
    result["disturbed_runs"] = {name: runs.disturbed_runs for name, runs in measured.items()}
    options.log("  " + ", ".join(f"{name} {value['median']:.3f}" for name, value in result["ratios"].items()))
    return result


def measure_micro(options, toolchain):
    options.log("single mechanisms")

    def build_all(source, systems):
        return {variant: build.build_source(toolchain, kernel_table.MICRO_DIRECTORY / source, variant, options.work)
                for system, variant in systems if system in ("serial", *options.systems)}

    threaded = (("openmp", "openmp-nested"), ("tactus", "tactus"))
    return {"region": micro.region_cost(build_all("micro.c", (("serial", "serial"), *threaded)), options.processors, options.threads),
            "team": micro.team_costs(build_all("teams.c", threaded), options.processors, options.threads)}


# The tuned variant differs in its schedule only, and is verified before it is measured.
VERIFIED_VARIANTS = ("serial", "openmp", "tactus")


def verify_all(options, toolchain, programs):
    for program in programs:
        verify_program(options, program, build_program(options, toolchain, program, VERIFIED_VARIANTS))
        options.log(f"{program.name}: results agree")


def verify(options, toolchain):
    verify_all(options, toolchain, options.kernels["regions"])


def measure_all(options, toolchain, results, programs):
    """Whole programs, and their instructions."""
    if "kernels" in options.parts:
        for program in programs:
            results["kernels"].append(measure_program(options, toolchain, program))
    if "callgrind" in options.parts:
        options.log("instruction counts")
        variants = ["serial"] + [variant for variant in ("openmp", "tactus") if variant in options.systems]
        results["callgrind"] = callgrind.compare(toolchain, programs, variants, options.work, options.log)


def measure(options, toolchain, results):
    """Everything about this suite, added to `results` as it becomes known, as it goes into the JSON file."""
    measure_all(options, toolchain, results, options.kernels["regions"])
    if "micro" in options.parts:
        results["micro"] = measure_micro(options, toolchain)
