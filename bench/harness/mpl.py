# Part of Tactus, under the MIT licence. See LICENSE for details.
"""The MPL suite: the sixteen benchmarks of MPL^s, fully parallel against the same source tuned by hand.

  for each kernel:  build ► verify ► interleaved rounds
  once:             instruction counts  (--parts callgrind)

Systems, in the order of a round:

  serial           clang, the loops and calls alone
  tactus-full-1    no grain anywhere, one worker       tactus-tuned-1   grains, one worker
  tactus-full      several workers                     tactus-tuned     several workers
  tactus-full-classic   several workers, classic heartbeat instead of tokens
  tbb              oneTBB with the same grains, several threads; where it is installed
"""

from . import build, callgrind, compare

# Grains change nothing but how many iterations go together; the other variants are verified before they are measured.
VERIFIED_VARIANTS = ("tactus-full",)


def build_kernel(options, toolchain, kernel, only=None):
    """Programs of a kernel by variant, as far as --systems wants them, `only`, if given, names them and oneTBB is there."""
    wanted = ["serial"] + (["tactus-full", "tactus-tuned"] if "tactus" in options.systems else [])
    wanted += ["tbb"] if "tbb" in options.systems and toolchain.has_tbb() else []
    wanted = [variant for variant in wanted if not only or variant in only]
    return build.build_variants(toolchain, kernel, wanted, options.work, options.jobs, options.places)


def verify_kernel(options, kernel, programs):
    """Lets every program check its own result; Tactus under several settings. Raises compare.WrongResult."""
    for variant, program in programs.items():
        environments = [{}]
        if variant.startswith("tactus"):
            several = {"TACTUS_WORKERS": str(options.threads)}
            # One worker, several, and so many beats that promotion is the rule.
            environments = [{"TACTUS_WORKERS": "1"}, several, {**several, "TACTUS_HEARTBEAT_US": "1"}]
        for environment in environments:
            system = compare.System(variant, program, options.processors, options.threads, environment)
            compare.verify(program, system, kernel.small_size)


def systems_of(options, programs):
    """The systems of a round, as far as their programs have been built."""
    one = frozenset([min(options.processors)])

    def make(name, variant, workers, **environment):
        if variant.startswith("tactus"):
            environment["TACTUS_WORKERS"] = str(workers)
        # oneTBB starts as many threads as the affinity mask has processors.
        return compare.System(name, programs[variant], one if workers == 1 else options.processors, workers, environment)

    several = options.threads
    table = (("serial", "serial", 1, {}),
             ("tactus-full-1", "tactus-full", 1, {}),
             ("tactus-tuned-1", "tactus-tuned", 1, {}),
             ("tactus-full", "tactus-full", several, {}),
             ("tactus-tuned", "tactus-tuned", several, {}),
             ("tactus-full-classic", "tactus-full", several, {"TACTUS_TOKENS": "classic"}),
             ("tbb", "tbb", several, {}))
    return [make(name, variant, workers, **environment) for name, variant, workers, environment in table
            if variant in programs and not (options.quick and name == "tactus-full-classic")]


RATIOS = (("tactus-full-1", "serial"), ("tactus-full-1", "tactus-tuned-1"), ("tactus-full", "serial"),
          ("tactus-full", "tactus-tuned"), ("tactus-full", "tactus-full-classic"), ("tactus-full", "tbb"), ("tbb", "serial"))


def measure_kernel(options, toolchain, kernel):
    """Everything about one kernel, as it goes into the JSON file."""
    options.log(kernel.name)
    programs = build_kernel(options, toolchain, kernel)
    verify_kernel(options, kernel, programs)
    arguments = ["--reps", options.repetitions, *options.size_arguments(kernel)]
    measured = compare.interleave(systems_of(options, programs), arguments, options.rounds, options.retries,
                                  kernel.tolerance, precise=options.precise(RATIOS),
                                  counted_runs=options.counted_runs)
    ratios = {f"{a}/{b}": compare.ratio(measured.get(a), measured.get(b)) for a, b in RATIOS}
    result = {"kernel": kernel.name,
              "seconds": {name: compare.median_seconds(runs) for name, runs in measured.items()},
              "disturbed_runs": {name: runs.disturbed_runs for name, runs in measured.items()},
              "promotions": {name: runs.promotions for name, runs in measured.items() if runs.promotions is not None},
              "ratios": {name: vars(value) for name, value in ratios.items() if value is not None}}
    options.log("  " + ", ".join(f"{name} {value['median']:.3f}" for name, value in result["ratios"].items()))
    return result


def verify(options, toolchain):
    only = VERIFIED_VARIANTS if "tactus" in options.systems else None
    for kernel in options.kernels["mpl"]:
        verify_kernel(options, kernel, build_kernel(options, toolchain, kernel, only))
        options.log(f"{kernel.name}: results agree")


def measure(options, toolchain, results):
    """Everything about this suite, added to `results` as it becomes known, as it goes into the JSON file."""
    kernels = options.kernels["mpl"]
    if "tbb" in options.systems and not toolchain.has_tbb():
        options.log("oneTBB is not installed (package libtbb-dev): its column stays empty")
    if "kernels" in options.parts:
        for kernel in kernels:
            results["kernels"].append(measure_kernel(options, toolchain, kernel))
    if "callgrind" in options.parts:
        options.log("instruction counts")
        variants = ["serial"] + (["tactus-full", "tactus-tuned"] if "tactus" in options.systems else [])
        results["callgrind"] = callgrind.compare(toolchain, kernels, variants, options.work, options.log)
