# Part of Tactus, under the MIT licence. See LICENSE for details.
"""The loop suite: Tactus against the serial elision, tuned OpenMP and nested OpenMP.

  for each kernel:  build ► verify ► tune OpenMP ► interleaved rounds ► small nested rounds
  once:             region, promotion, idle, compile time        (--parts micro)
                    instruction counts                           (--parts callgrind)
"""

from pathlib import Path

from . import build, callgrind, compare, kernels as kernel_table, micro, processes, tune

NESTED_LIMIT_SECONDS = 60


def openmp_environment(options, **more):
    places = ",".join(f"{{{processor}}}" for processor in sorted(options.processors))
    return {"OMP_NUM_THREADS": str(options.threads), "OMP_DYNAMIC": "false", **more} | (
        {} if "OMP_MAX_ACTIVE_LEVELS" in more else {"OMP_PROC_BIND": "true", "OMP_PLACES": places})


def measure_nested(options, kernel, programs, make_tactus):
    """All loops parallel, in OpenMP and in Tactus, at a small size. Returns (ratio or None, record)."""
    limit = NESTED_LIMIT_SECONDS
    arguments = ["--size", kernel.small_size, "--reps", 3]
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


def openmp_loops_of(options, kernel):
    """Choices of loops for a team of threads. A first impression does with the one that nearly always wins."""
    return ("outer", "inner") if kernel.has_inner_loop and not options.quick else ("outer",)


# The other choices of loops are verified before they are measured.
VERIFIED_VARIANTS = ("serial", "openmp-nested", "tactus")


def build_kernel(options, toolchain, kernel, only=None):
    """Programs of a kernel by variant, as far as --systems wants them and `only`, if given, names them."""
    variants = ["serial"]
    if "openmp" in options.systems:
        variants += [f"openmp-{loops}{tuned}" for loops in openmp_loops_of(options, kernel) for tuned in ("", "-tuned")]
        variants += [] if options.quick else ["openmp-nested"]
    variants += ["tactus"] if "tactus" in options.systems else []
    variants = [variant for variant in variants if not only or variant in only]
    return build.build_variants(toolchain, kernel, variants, options.work, options.jobs, options.places)


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
    options.log(f"{kernel.name}")
    one = frozenset([min(options.processors)])
    openmp_loops = openmp_loops_of(options, kernel)
    programs = build_kernel(options, toolchain, kernel)
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

    result = {"kernel": kernel.name, "is_core": kernel.is_core, "ratios": {}, "seconds": {}, "disturbed_runs": {}}
    sizes = options.size_arguments(kernel)
    systems = [serial]
    trace = Path(options.work) / "trace.json"
    if "openmp" in options.systems:
        schedules = (tune.COMPILED, *(tune.QUICK_SCHEDULES if options.quick else tune.SCHEDULES))
        candidates = {loops: [(schedule, make_openmp(loops, schedule)) for schedule in schedules] for loops in openmp_loops}
        if "openmp-nested" in programs and kernel.has_inner_loop:
            candidates["both"] = [(tune.COMPILED, make_openmp("both", tune.COMPILED))]
        best, result["trials"] = tune.best_schedule(candidates, serial, sizes, kernel.tolerance, options.retries,
                                                    options.log, options.finalists)
        loops, _, schedule = best.name.partition(" ")
        result["openmp_best"] = {"loops": loops, "schedule": schedule}
        best.name = "openmp"
        systems.append(best)
    if "tactus" in options.systems:
        systems += [make_tactus("tactus-1", 1), make_tactus("tactus")]
        systems += [] if options.quick else [make_tactus("tactus-nobeat", 1, TACTUS_HEARTBEAT_US="0"),
                                             make_tactus("tactus-traced", TACTUS_TRACE=str(trace))]
    pairs = [("tactus-1", "serial"), ("tactus-nobeat", "serial"), ("tactus", "serial"), ("openmp", "serial"),
             ("tactus", "openmp"), ("tactus-traced", "tactus")]
    measured = compare.interleave(systems, ["--reps", options.repetitions, *sizes], options.rounds, options.retries,
                                  kernel.tolerance, precise=options.precise(pairs),
                                  counted_runs=options.counted_runs)
    trace.unlink(missing_ok=True)
    ratios = {f"{a}/{b}": compare.ratio(measured.get(a), measured.get(b)) for a, b in pairs}
    if "openmp-nested" in programs:
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
    options.log("  " + ", ".join(f"{name} {value['median']:.3f}" for name, value in result["ratios"].items()))
    return result


def measure_micro(options, toolchain):
    options.log("single mechanisms")
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


def verify(options, toolchain):
    for kernel in options.kernels["loops"]:
        verify_kernel(options, kernel, build_kernel(options, toolchain, kernel, VERIFIED_VARIANTS))
        options.log(f"{kernel.name}: results agree")


def measure(options, toolchain, results):
    """Everything about this suite, added to `results` as it becomes known, as it goes into the JSON file."""
    if "kernels" in options.parts:
        for kernel in options.kernels["loops"]:
            results["kernels"].append(measure_kernel(options, toolchain, kernel))
    if "micro" in options.parts:
        results["micro"] = measure_micro(options, toolchain)
    if "callgrind" in options.parts:
        options.log("instruction counts")
        variants = ["serial"] + [variant for system, variant in (("openmp", "openmp-nested"), ("tactus", "tactus"),
                                                                 ("tactus", "tactus-interrupt"))
                                 if system in options.systems]
        results["callgrind"] = callgrind.compare(toolchain, options.kernels["loops"], variants, options.work, options.log)
