#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Finds programs of the corpus that run on one thread where libomp uses several.

  parallelism.py                       all programs of programs/
  parallelism.py --filter tasks_,for_  those whose names contain one of these

Each program is built with libomp and with Tactus, and run with 4 threads. What counts is how many threads the process has
when it ends: libomp's and Tactus' threads stay, and are made only for work. Programs are too short for beats, so Tactus runs
under three seeds of TACTUS_CHAOS, and the most threads count. So what is found is what conversion has made serial, whatever
the machine is busy with; it does not say that the work was well divided. Status 1 if there is any.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

import harness
import run

# Written to a file descriptor of its own: programs close or redirect theirs.
PROBE = r"""
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
__attribute__((destructor)) static void sayThreads(void) {
  const char *path = getenv("THREADS_AT_END");
  char line[256];
  FILE *status = path ? fopen("/proc/self/status", "r") : 0;
  if (!status)
    return;
  int file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
  while (fgets(line, sizeof line, status))
    if (!strncmp(line, "Threads:", 8) && write(file, line + 8, strlen(line + 8)) < 0)
      _exit(1);
}
"""
SETTINGS = {"libomp": [{}],
            "tactus": [{"TACTUS_WORKERS": "4", "TACTUS_CHAOS": str(seed)} for seed in (1, 2, 3)]}


def most_threads(executable, system, environment, probe):
    """In any run, and in any process of it."""
    counts = executable.parent / "threads"
    for setting in SETTINGS[system]:
        try:
            subprocess.run([executable], cwd=executable.parent, capture_output=True, timeout=harness.TIMEOUT_SECONDS, check=False,
                           env=os.environ | environment | setting | {"OMP_NUM_THREADS": "4", "LD_PRELOAD": str(probe),
                                                                     "THREADS_AT_END": str(counts)})
        except subprocess.TimeoutExpired:
            raise harness.Failure(f"{executable} does not end") from None
    return max(map(int, counts.read_text().split())) if counts.exists() else 0


def compare(path, tools, probe, folder):
    """The threads by system."""
    program, _ = run.load_program(path)
    threads = {}
    for system in SETTINGS:
        executable, _ = harness.build(program, system, tools, folder / system)
        threads[system] = most_threads(executable, system, program.environment, probe)
    return threads


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tactus-root", type=pathlib.Path, default=run.HERE.parents[1] / "build" / "release")
    parser.add_argument("--filter", default="")
    options = parser.parse_args()
    tools = harness.Toolchain(f"clang-{run.LLVM}", f"clang++-{run.LLVM}", options.tactus_root.resolve())
    names = options.filter.split(",")
    paths = [path for path in sorted((run.HERE / "programs").iterdir()) if any(name in path.name for name in names)]
    serial, seen = [], 0
    with tempfile.TemporaryDirectory() as work:
        folder = pathlib.Path(work)
        (folder / "probe.c").write_text(PROBE)
        probe = folder / "probe.so"
        subprocess.run([tools.clang, "-shared", "-fPIC", "-O1", folder / "probe.c", "-o", probe], check=True)
        for path in paths:
            try:
                threads = compare(path, tools, probe, folder / path.name)
            except harness.Failure as failure:
                print(f"{path.name}: {failure}", file=sys.stderr)
                continue
            seen += threads["libomp"] > 1
            if threads["libomp"] > 1 >= threads["tactus"]:
                serial.append(path.name)
                print(f"{path.name}: {threads['libomp']} threads of libomp's, one with Tactus", flush=True)
    print(f"{seen} programs use several threads with libomp, {len(serial)} of them one with Tactus")
    return 1 if serial else 0


if __name__ == "__main__":
    sys.exit(main())
