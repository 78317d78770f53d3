#!/usr/bin/env python3
"""Counts which races ThreadSanitizer finds in one run of a program that tactus-clang has built, with every split a task.

    run.py [--tactus-root BUILD] [--compiler COMPILER] [--part K/N] [PROGRAM ...]

The programs of racy/ must be reported, those of free/ must not, and must end with 0. Fails if less than --least percent
of the racy ones are found, or one of the others is reported.

With --compiler another compiler builds them, for comparison: clang with libomp, which loads Archer.
"""

import argparse
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
FLAGS = ["-g", "-O1", "-fsanitize=thread", "-fopenmp"]
REPORT = "WARNING: ThreadSanitizer"
RUN_SECONDS = 60


def environment(extra: list[str]) -> dict[str, str]:
    result = {name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "TACTUS_", "TSAN_"))}
    # Lines of the source are not looked up: that takes most of the time.
    result |= {"TACTUS_PROMOTE": "all", "TSAN_OPTIONS": "symbolize=0:atexit_sleep_ms=0"}
    return result | dict(setting.split("=", 1) for setting in extra)


def judge(program: pathlib.Path, args: argparse.Namespace, directory: str) -> str:
    """Returns what is wrong, or nothing."""
    binary = pathlib.Path(directory) / f"{program.parent.name}_{program.stem}"
    build = subprocess.run([args.compiler, *args.flags, str(program), "-o", str(binary)], capture_output=True, text=True)
    if build.returncode:
        return "does not build: " + build.stderr.strip()
    try:
        run = subprocess.run([str(binary)], env=environment(args.set), capture_output=True, text=True,
                             timeout=RUN_SECONDS, errors="replace")
    except subprocess.TimeoutExpired:
        return f"runs for more than {RUN_SECONDS} seconds"
    finally:
        binary.unlink()
    reported = REPORT in run.stderr
    if program.parent.name == "racy":
        return "" if reported else "its race is not found"
    if reported:
        return "a false report:\n" + run.stderr[:args.lines]
    return f"ends with {run.returncode}: {run.stderr.strip()[:200]}" if run.returncode else ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tactus-root", type=pathlib.Path, default=pathlib.Path("build/release"))
    parser.add_argument("--compiler", help="builds the programs instead of tactus-clang")
    parser.add_argument("--flags", type=str.split, default=FLAGS, help="for the compiler")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="for the programs' environment")
    parser.add_argument("--part", default="1/1", metavar="K/N", help="every Nth program, from the Kth on")
    parser.add_argument("--least", type=float, default=95, help="percent of races that are to be found")
    parser.add_argument("--lines", type=int, default=1500, help="characters of a false report to show")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("programs", nargs="*", help="of racy/ or free/, as racy/loop_ends; all without any")
    args = parser.parse_args()
    args.compiler = args.compiler or str(args.tactus_root / "bin" / "tactus-clang")
    programs = [HERE / f"{name.removesuffix('.c')}.c" for name in args.programs]
    if not programs:
        first, step = map(int, args.part.split("/"))
        programs = [*sorted(HERE.glob("racy/*.c"))[first - 1::step], *sorted(HERE.glob("free/*.c"))[first - 1::step]]
    with tempfile.TemporaryDirectory() as directory, concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        verdicts = list(pool.map(lambda program: judge(program, args, directory), programs))
    wrong = {"racy": 0, "free": 0}
    for program, verdict in zip(programs, verdicts):
        if verdict:
            wrong[program.parent.name] += 1
            print(f"{program.parent.name}/{program.stem}: {verdict}")
    racy = sum(program.parent.name == "racy" for program in programs)
    found = racy - wrong["racy"]
    print(f"{found} of {racy} races found; {wrong['free']} of {len(programs) - racy} programs without a race are wrong")
    return wrong["free"] > 0 or found * 100 < args.least * racy


if __name__ == "__main__":
    sys.exit(main())
