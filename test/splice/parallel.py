#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Random programs in parallel: the sequential result on each number of workers, with forks at random points.

  parallel.py RANDOM_TEST [--seeds 20] [--programs 12]

Each seed of TACTUS_CHAOS runs other programs, every second one with so little space that threads wait. That forks were stolen
and taken back, and came back with delayed steps and with waiting threads, has to occur.
"""
import argparse
import collections
import os
import re
import subprocess
import sys

COUNTS = re.compile(r"0 wrong; (?P<delayed>\d+) delayed steps, (?P<unspliced>\d+) waits for space[^\n]*\n"
                    r"(?P<forks>\d+) forks, (?P<stolen>\d+) calls stolen, (?P<taken>\d+) forks taken back, "
                    r"(?P<steps>\d+) steps and (?P<threads>\d+) threads left to a join; "
                    r"(?P<near>\d+) calls near their data, (?P<far>\d+) far from it\n")


def run(program, workers, seed, programs):
    environment = {**os.environ, "TACTUS_WORKERS": str(workers), "TACTUS_CHAOS": str(seed), "TACTUS_SPLICE_CHECK": "1",
                   "TACTUS_SPLICE_SPACE_KB": "3" if seed % 2 else "64"}
    if seed % 4 < 2:  # on a machine with two nodes of memory
        environment |= {"TACTUS_SPLICE_NUMA": "1", "HWLOC_SYNTHETIC": "numa:2 pu:2"}
    done = subprocess.run([program, str(seed * 1000), str(programs)], env=environment, capture_output=True, text=True)
    counts = COUNTS.search(done.stdout)
    if done.returncode or done.stderr or not counts:
        sys.exit(f"{workers} workers, seed {seed}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return {name: int(count) for name, count in counts.groupdict().items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--programs", type=int, default=12)
    arguments = parser.parse_args()
    for workers in (1, 2, 4):
        total = collections.Counter()
        for seed in range(1, arguments.seeds + 1):
            total.update(run(arguments.program, workers, seed, arguments.programs))
        print(f"{workers} workers: {dict(total)}")
        never = [name for name, count in total.items() if not count]
        if workers > 1 and never:
            sys.exit(f"did not occur on {workers} workers: {', '.join(never)}")
        if workers == 1 and total["forks"]:
            sys.exit("one worker forks")


if __name__ == "__main__":
    main()
