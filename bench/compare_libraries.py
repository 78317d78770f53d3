#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Compares builds of libtactus: the same programs, run with one and the other in turn.

  bench/compare_libraries.py --libraries OLD/lib,NEW/lib --kernels spmv-powerlaw,srad --workers 1

Each of --libraries is a folder that holds a libtactus.so. Printed are ratios over the first one, the serial elision and
the newest one without beats among them: median and quartiles over the rounds, of which as many are run as `tactus bench`
would (compare.py).
"""

import argparse
import os
import sys
from pathlib import Path

from harness import build, compare, kernels as kernel_table, processes


def parse(arguments):
    parser = argparse.ArgumentParser(description="Compares builds of libtactus on kernels of the suite of loops.")
    parser.add_argument("--libraries", required=True, metavar="A,B", help="folders with a libtactus.so, the old one first")
    parser.add_argument("--kernels", default="", metavar="A,B", help="kernels to run (default: all loops)")
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="default 2")
    parser.add_argument("--reps", type=int, default=7, metavar="N", help="rounds at least, four times as many at most (default 7)")
    parser.add_argument("--retries", type=int, default=4, metavar="N", help="how often a disturbed run is repeated (default 4)")
    parser.add_argument("--root", default=str(Path(__file__).resolve().parent.parent / "build/release"), metavar="DIR",
                        help="build or install tree that compiles the programs (default: build/release)")
    options = parser.parse_args(arguments)
    options.libraries = [Path(folder).resolve() for folder in options.libraries.split(",")]
    for folder in options.libraries:
        if not any(folder.glob("libtactus.so*")):
            parser.error(f"--libraries: no libtactus.so in {folder}, name the folders that hold one")
    names = [name for name in options.kernels.split(",") if name]
    known = {kernel.name: kernel for kernel in kernel_table.KERNELS}
    for name in names:
        if name not in known:
            parser.error(f"--kernels: unknown kernel {name!r}, one of {', '.join(known)}")
    options.kernels = [known[name] for name in names or known]
    return options


def systems_of(options, programs, processors):
    one = frozenset([min(processors)])

    def tactus(name, folder, **environment):
        # Not TACTUS_WORKERS, which would have beats counted in runs of their own.
        return compare.System(name, programs["tactus"], processors if options.workers > 1 else one, options.workers,
                              {"OMP_NUM_THREADS": str(options.workers), "LD_LIBRARY_PATH": str(folder), **environment})

    return [tactus(str(number), folder) for number, folder in enumerate(options.libraries)] + [
        compare.System("serial", programs["serial"], one, 1),
        tactus("no beats", options.libraries[-1], TACTUS_HEARTBEAT_US="0")]


def main(arguments):
    options = parse(arguments)
    toolchain = build.find_toolchain(options.root)
    work = Path(options.root) / "bench-work"
    work.mkdir(parents=True, exist_ok=True)
    processors = frozenset(sorted(os.sched_getaffinity(0))[:options.workers])
    for kernel in options.kernels:
        programs = build.build_variants(toolchain, kernel, ["serial", "tactus"], work, len(os.sched_getaffinity(0)))
        systems = systems_of(options, programs, processors)
        pairs = [(system.name, systems[0].name) for system in systems[1:]]
        measured = compare.interleave(systems, ["--reps", 3], options.reps, options.retries, kernel.tolerance, precise=pairs)
        found = [(name, compare.ratio(measured[name], measured[base])) for name, base in pairs]
        print(f"{kernel.name:20} {compare.median_seconds(measured[systems[0].name]):8.4f} s",
              *(f"{name} {value.median:.3f} [{value.low:.3f}-{value.high:.3f}]{'!' * value.disturbed}" for name, value in found),
              sep="  ", flush=True)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (build.BuildError, compare.WrongResult, processes.RunError) as error:
        sys.exit(f"compare_libraries: error: {error}")
