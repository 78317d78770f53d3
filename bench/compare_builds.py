#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Compares builds of Tactus: each compiles the kernels, and the programs run in turn.

  make install PREFIX=/tmp/old; git switch change; make install PREFIX=/tmp/new
  bench/compare_builds.py --roots /tmp/old,/tmp/new --kernels spmv-powerlaw,mpl-nqueens --workers 1

Printed are, for each kernel, the median time with the first build, and ratios over it: of the other builds, of the
serial elision, and of the last build without beats. With --traced there is each build with TACTUS_TRACE over itself
without it as well. They are medians and quartiles over rounds, of which as many are run as `tactus bench` would
(harness/compare.py).
"""

import argparse
import os
import sys
from pathlib import Path

from harness import build, compare, kernels as kernel_table, processes

# Where traces go, in the first tree.
TRACE = "bench-work/trace.json"

# The variant that is Tactus, as a user would have it.
VARIANTS = {"loops": "tactus", "recursion": "tactus-par", "mpl": "tactus-full", "regions": "tactus"}


def parse(arguments):
    parser = argparse.ArgumentParser(description="Compares builds of Tactus on kernels of the benchmark suite.")
    parser.add_argument("--roots", required=True, metavar="A,B", help="build or install trees with bin/tactus-clang, the old one first")
    parser.add_argument("--kernels", default="", metavar="A,B", help="kernels to run (default: all loops)")
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="default 2")
    parser.add_argument("--reps", type=int, default=7, metavar="N", help="rounds at least, four times as many at most (default 7)")
    parser.add_argument("--retries", type=int, default=4, metavar="N", help="how often a disturbed run is repeated (default 4)")
    parser.add_argument("--traced", action="store_true", help="also measure what TACTUS_TRACE costs in each build")
    options = parser.parse_args(arguments)
    options.roots = [Path(root).resolve() for root in options.roots.split(",")]
    for root in options.roots:
        if not os.access(root / "bin/tactus-clang", os.X_OK):
            parser.error(f"--roots: no bin/tactus-clang in {root}, name build or install trees")
    known = {kernel.name: (kernel, VARIANTS[suite]) for suite, kernels in kernel_table.SUITES.items() if suite in VARIANTS
             for kernel in kernels}
    names = [name for name in options.kernels.split(",") if name] or [kernel.name for kernel in kernel_table.KERNELS]
    for name in names:
        if name not in known:
            parser.error(f"--kernels: unknown kernel '{name}', one of {', '.join(known)}")
    options.kernels = [known[name] for name in names]
    return options


def build_programs(root, kernel, variants):
    work = root / "bench-work"
    work.mkdir(parents=True, exist_ok=True)
    return build.build_variants(build.find_toolchain(root), kernel, variants, work, len(os.sched_getaffinity(0)))


def systems_of(options, kernel, variant):
    processors = frozenset(sorted(os.sched_getaffinity(0))[:options.workers])

    def tactus(name, program, **environment):
        # Not TACTUS_WORKERS: what is called so has its beats counted in runs of its own.
        return compare.System(name, program, processors, options.workers,
                              {"OMP_NUM_THREADS": str(options.workers), **environment})

    programs = [build_programs(root, kernel, ["serial", variant]) for root in options.roots]
    builds = [(str(root), built[variant]) for root, built in zip(options.roots, programs)]
    systems = [tactus(*build) for build in builds]
    systems += [compare.System("serial", programs[-1]["serial"], frozenset([min(processors)]), 1),
                tactus("no beats", programs[-1][variant], TACTUS_HEARTBEAT_US="0")]
    if options.traced:
        trace = str(options.roots[0] / TRACE)
        systems += [tactus(f"{name} traced", program, TACTUS_TRACE=trace) for name, program in builds]
    return systems


def pairs_of(systems):
    """What is compared with what, by name: a build with a trace with itself, the others with the first."""
    names = [system.name for system in systems]
    return [(name, name.removesuffix(" traced") if name.endswith(" traced") else names[0]) for name in names[1:]]


def main(arguments):
    options = parse(arguments)
    for kernel, variant in options.kernels:
        systems = systems_of(options, kernel, variant)
        pairs = pairs_of(systems)
        measured = compare.interleave(systems, ["--reps", 3], options.reps, options.retries, kernel.tolerance, precise=pairs)
        (options.roots[0] / TRACE).unlink(missing_ok=True)
        found = [(name, compare.ratio(measured[name], measured[base])) for name, base in pairs]
        print(f"{kernel.name:20} {compare.median_seconds(measured[systems[0].name]):8.4f} s",
              *(f"{name} {value.median:.3f} [{value.low:.3f}-{value.high:.3f}]{'!' * value.disturbed}" for name, value in found),
              sep="  ", flush=True)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (build.BuildError, compare.WrongResult, processes.RunError) as error:
        sys.exit(f"compare_builds: error: {error}")
