#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Counts the instructions of Fortran's kernels on one worker without beats, over those of flang's serial programs.

  fortran.py --root BUILD                  a ratio above its limit is a failure, and so is a loop that is not converted
  fortran.py --root BUILD --only lu,spmv   only these
  fortran.py --root BUILD --level -O3      at another level

Each kernel is a program in the folder fortran/. What is counted is its main program with all that it calls, as count.py
counts. There are no figures to keep: the serial program is built and counted beside.
"""

import argparse
import json
import platform
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
from count import ENVIRONMENT, LINK_FLAGS, SKIPPED, Failure, inclusive_counts  # noqa: E402

KERNELS = Path(__file__).with_name("fortran")
BAR = 1.03
# What is above it (docs/decisions/0222-slices-know-what-all-entries-know.md).
LIMITS = {"assumed": 1.11, "lu": 1.04, "stencil3": 1.04}
MAIN = "main"


def run(command, **options):
    result = subprocess.run(command, capture_output=True, text=True, **options)
    if result.returncode != 0:
        raise Failure(f"{' '.join(map(str, command))}: {result.stderr.strip()[-500:]}")
    return result.stdout


def counted(program, directory):
    """The instructions of the main program, and what it prints."""
    profile = directory / "profile"
    output = run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile}", program], env=ENVIRONMENT)
    return inclusive_counts(profile.read_text(), {MAIN})[MAIN], output


def judged(source, given, directory):
    """The serial count, that of Tactus, and the loops that are left as they are."""
    serial, converted, report = directory / "serial", directory / "converted", directory / "report.json"
    flags = [given.level, source, *LINK_FLAGS]
    run([given.flang, *flags, "-o", serial])
    run([given.root / "bin/tactus-flang", "-fopenmp", f"-ftactus-report={report}", *flags, "-o", converted])
    left = [loop["line"] for loop in json.loads(report.read_text())["loops"] if not loop["converted"]]
    (before, expected), (after, output) = counted(serial, directory), counted(converted, directory)
    if output != expected:
        raise Failure(f"{source.stem}: prints {output.strip()}, and serially {expected.strip()}")
    return before, after, left


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--root", type=Path, required=True, help="build or install tree of Tactus")
    parser.add_argument("--flang", default="flang-new-19", help="the compiler of the serial programs")
    parser.add_argument("--level", default="-O2", help="the level of optimisation")
    parser.add_argument("--only", default="", help="kernels to count, separated by commas")
    return parser.parse_args()


def main():
    given = arguments()
    given.root = given.root.resolve()
    if platform.machine() != "x86_64" or not shutil.which("valgrind") or not shutil.which(given.flang):
        print("skipped: needs x86-64, valgrind and flang")
        return SKIPPED
    names = [name for name in given.only.split(",") if name] or sorted(path.stem for path in KERNELS.glob("*.f90"))
    worse = []
    for name in names:
        with tempfile.TemporaryDirectory() as directory:
            before, after, left = judged(KERNELS / f"{name}.f90", given, Path(directory))
        if after > LIMITS.get(name, BAR) * before or left:
            worse.append(name)
        note = f"  not converted: line {', '.join(map(str, left))}" if left else ""
        print(f"  {name:16} {before:13,} {after:13,} {after / before:6.3f}{note}", flush=True)
    if worse:
        print(f"above the limit, or not converted: {', '.join(worse)}")
    return 1 if worse else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failure as failure:
        sys.exit(f"fortran.py: error: {failure}")
