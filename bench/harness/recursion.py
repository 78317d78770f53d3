# Part of Tactus, under the MIT licence. See LICENSE for details.
"""The recursion suite: kernels that fork at every call, against their serial elision.

  for each kernel:  build ► verify ► interleaved rounds ► bytes of heap and stack ► libomp, for orientation
  once:             the price of promoting a fork                (--parts micro)
                    instruction counts                           (--parts callgrind)

Systems, in the order of a round:

  serial                clang, pragmas ignored
  tactus-par-1          tactus::par, one worker             tactus-tasks-1   OpenMP tasks, one worker
  tactus-par-nobeat     the same without beats
  tactus-par            several workers                     tactus-tasks     several workers
  tactus-par-classic    several workers, classic heartbeat instead of tokens
  gcc-serial, tactus-header-1   g++ without and with the header, one worker; for one kernel
"""

from . import build, callgrind, compare, kernels as kernel_table, micro, processes

LIBOMP_LIMIT_SECONDS = 60
# What a first impression does without.
LEFT_OUT_OF_QUICK = ("tactus-par-nobeat", "tactus-par-classic")
LIBOMP_ENVIRONMENT = {"OMP_NUM_THREADS": "1", "OMP_DYNAMIC": "false"}


def build_kernel(options, toolchain, kernel):
    """Programs of a kernel by variant, as far as --systems wants them and there is a compiler for the last two."""
    variants = ["serial"]
    if "tactus" in options.systems:
        variants += ["tactus-par", "tactus-tasks"]
        variants += ["gcc-serial", "gcc-par"] if kernel.header_mode and toolchain.gxx and not options.quick else []
    # Only for orientation, and slow.
    variants += ["libomp-tasks"] if "openmp" in options.systems and not options.quick else []
    return build.build_variants(toolchain, kernel, variants, options.work, options.jobs, options.places)


def verify_kernel(options, kernel, programs):
    """Lets every program check its own result; Tactus under several settings. Raises compare.WrongResult."""
    for variant, program in programs.items():
        environments = [{}]
        if variant.startswith("tactus") or variant == "gcc-par":
            several = {"TACTUS_WORKERS": str(options.threads)}
            # One worker, several, and so many beats that promotion is the rule.
            environments = [{"TACTUS_WORKERS": "1"}, several, {**several, "TACTUS_HEARTBEAT_US": "1"},
                            {**several, "TACTUS_HEARTBEAT_US": "1", "TACTUS_TOKENS": "classic"}]
        elif variant == "libomp-tasks":
            environments = [LIBOMP_ENVIRONMENT]
        for environment in environments:
            system = compare.System(variant, program, options.processors, options.threads, environment)
            compare.verify(program, system, kernel.small_size)


def systems_of(options, programs):
    """The systems of a round, as far as their programs have been built."""
    one = frozenset([min(options.processors)])

    def make(name, variant, workers, **environment):
        if variant.startswith("tactus") or variant == "gcc-par":
            # What the compiler has left to libomp, if anything, gets as many threads.
            environment |= {"TACTUS_WORKERS": str(workers), "OMP_NUM_THREADS": str(workers)}
        return compare.System(name, programs[variant], one if workers == 1 else options.processors, workers, environment)

    several = options.threads
    table = (("serial", "serial", 1, {}),
             ("tactus-par-1", "tactus-par", 1, {}),
             ("tactus-tasks-1", "tactus-tasks", 1, {}),
             ("tactus-par-nobeat", "tactus-par", 1, {"TACTUS_HEARTBEAT_US": "0"}),
             ("tactus-par", "tactus-par", several, {}),
             ("tactus-tasks", "tactus-tasks", several, {}),
             ("tactus-par-classic", "tactus-par", several, {"TACTUS_TOKENS": "classic"}),
             ("gcc-serial", "gcc-serial", 1, {}),
             ("tactus-header-1", "gcc-par", 1, {}))
    return [make(name, variant, workers, **environment) for name, variant, workers, environment in table
            if variant in programs and not (options.quick and name in LEFT_OUT_OF_QUICK)]


RATIOS = (("tactus-par-1", "serial"), ("tactus-tasks-1", "serial"), ("tactus-par-nobeat", "serial"),
          ("tactus-par", "serial"), ("tactus-tasks", "serial"), ("tactus-par", "tactus-par-classic"),
          ("tactus-header-1", "gcc-serial"))


def measure_libomp(options, kernel, programs):
    """libomp's tasks on one thread over serial, as (ratio or None, record); a lower bound if the time limit ends them."""
    one = frozenset([min(options.processors)])
    limit = LIBOMP_LIMIT_SECONDS
    arguments = [*kernel.quick_arguments, "--reps", 1, "--warmup", 0]
    serial = compare.System("serial", programs["serial"], one, 1)
    libomp = compare.System("libomp", programs["libomp-tasks"], one, 1, LIBOMP_ENVIRONMENT)
    rounds = min(3, options.rounds)
    record = {"size": kernel.quick_size}
    try:
        measured = compare.interleave([serial, libomp], arguments, rounds, options.retries, kernel.tolerance, limit)
        record["seconds"] = {name: compare.median_seconds(runs) for name, runs in measured.items()}
        return vars(compare.ratio(measured["libomp"], measured["serial"])), record
    except processes.RunTimeout:
        measured = compare.interleave([serial], arguments, rounds, options.retries, kernel.tolerance)
        seconds = compare.median_seconds(measured["serial"])
        record["seconds"] = {"serial": seconds}
        record["libomp_timed_out_after"] = limit
        return {"median": limit / seconds, "low": limit / seconds, "high": limit / seconds, "rounds": 1,
                "disturbed": False, "lower_bound": True}, record


def promotion_figures(kernel, measured, options):
    """Promotions and beats of the run that counted them, with the processor time they fell in; None without one.

    A process counts over all its repetitions, the one to warm up included; they are equally long.
    """
    if measured.counted is None or measured.promotions is None:
        return None
    repetitions = options.repetitions + 1
    seconds = measured.counted * repetitions
    # A beat grants one token by default, and each entry from outside comes with one.
    granted = measured.beats_due + repetitions * kernel.entries
    return {"promotions": measured.promotions, "per_second": measured.promotions / seconds, "tokens_granted": granted,
            "per_token": measured.promotions / granted if granted else None,
            "processor_seconds": seconds * options.threads}


def measure_heap(options, kernel, programs, preload):
    """Heap bytes of one repetition in which nothing is promoted, by variant."""
    one = frozenset([min(options.processors)])
    environment = {"TACTUS_WORKERS": "1", "TACTUS_HEARTBEAT_US": "0"}
    return {variant: micro.heap_bytes_of_a_repetition(programs[variant], preload, kernel.small_size, one, environment)
            for variant in ("tactus-par", "tactus-tasks", "gcc-par") if variant in programs}


def measure_kernel(options, toolchain, kernel, preload):
    """Everything about one kernel, as it goes into the JSON file."""
    options.log(kernel.name)
    programs = build_kernel(options, toolchain, kernel)
    verify_kernel(options, kernel, programs)
    arguments = ["--reps", options.repetitions, *options.size_arguments(kernel)]
    measured = compare.interleave(systems_of(options, programs), arguments, options.rounds, options.retries,
                                  kernel.tolerance, precise=options.precise(RATIOS),
                                  counted_runs=options.counted_runs)
    ratios = {f"{a}/{b}": compare.ratio(measured.get(a), measured.get(b)) for a, b in RATIOS}
    result = {"kernel": kernel.name, "irregular": kernel.irregular,
              "seconds": {name: compare.median_seconds(runs) for name, runs in measured.items()},
              "disturbed_runs": {name: runs.disturbed_runs for name, runs in measured.items()},
              "heap_bytes": measure_heap(options, kernel, programs, preload)}
    if kernel.frame_function:
        result["frame_bytes"] = {variant: build.frame_bytes(toolchain, kernel, variant, options.work, kernel.frame_function)
                                 for variant in programs if not variant.startswith(("gcc", "libomp"))}
    result["promotions"] = {name: figures for name in ("tactus-par", "tactus-tasks", "tactus-par-classic")
                            if name in measured
                            and (figures := promotion_figures(kernel, measured[name], options))}
    result["ratios"] = {name: vars(value) for name, value in ratios.items() if value is not None}
    if "libomp-tasks" in programs:
        result["ratios"]["libomp/serial"], result["libomp"] = measure_libomp(options, kernel, programs)
    options.log("  " + ", ".join(f"{name} {value['median']:.3f}" for name, value in result["ratios"].items()))
    return result


def measure_micro(options, toolchain):
    """The price of promoting a fork, by interface."""
    options.log("promotion of forks")
    source = kernel_table.MICRO_DIRECTORY / "forks.cpp"
    return {variant: micro.promotion_cost(build.build_source(toolchain, source, variant, options.work),
                                          options.processors, options.threads)
            for variant in ("tactus-par", "tactus-tasks")}


def verify(options, toolchain):
    for kernel in options.kernels["recursion"]:
        verify_kernel(options, kernel, build_kernel(options, toolchain, kernel))
        options.log(f"{kernel.name}: results agree")


def measure(options, toolchain, results):
    """Everything about this suite, added to `results` as it becomes known, as it goes into the JSON file."""
    kernels = options.kernels["recursion"]
    if "kernels" in options.parts:
        preload = build.build_preload(toolchain, kernel_table.MICRO_DIRECTORY / "allocations.c", options.work)
        for kernel in kernels:
            results["kernels"].append(measure_kernel(options, toolchain, kernel, preload))
    if "micro" in options.parts and "tactus" in options.systems:
        results["micro"] = measure_micro(options, toolchain)
    if "callgrind" in options.parts:
        options.log("instruction counts")
        variants = ["serial"] + (["tactus-par", "tactus-tasks"] if "tactus" in options.systems else [])
        results["callgrind"] = callgrind.compare(toolchain, kernels, variants, options.work, options.log)
