#!/usr/bin/env python3
"""Compares random Cilk programs that throw (generate.py) with their serial elision.

    fuzz.py --count 300 --seed 1          seeds 1 … 300
    fuzz.py --only 17                     one seed again; its program and builds are kept

The serial program is built by clang, which sees no keywords; Tactus' at a level chosen by the seed, and run with 1, 2,
4 and 9 workers, a beat of 1 µs, everything promoted, and under chaos. For long runs, --pack 8 builds eight programs as one
(../fuzz_loops/packs.py). Exit codes: 0 all agree, 1 some do not, 2 bad usage.
"""

import argparse
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[1:1] = [str(HERE.parent / "conformance"), str(HERE.parent / "fuzz_loops")]

import generate  # noqa: E402
import packs  # noqa: E402
from harness import tactus_settings  # noqa: E402

LLVM = os.environ.get("LLVM", "19")

LEVELS = ("-O0", "-O1", "-O2", "-O3")


def run(command: list[str], environment: dict[str, str], timeout: float) -> tuple[str, str]:
    """What it prints, and what went wrong."""
    try:
        done = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, timeout=timeout,
                              check=False)
    except subprocess.TimeoutExpired:
        return "", f"no end after {timeout:.0f} s"
    if done.returncode != 0:
        message = done.stderr.strip().splitlines()
        return done.stdout, f"exit code {done.returncode}: {message[-1] if message else ''}"
    return done.stdout, ""


def check_text(name: str, seed: int, text: str, args: argparse.Namespace, work: pathlib.Path) -> str:
    """What is wrong with a program at the level of `seed`."""
    folder = work / name
    folder.mkdir(parents=True, exist_ok=True)
    source = folder / "program.cpp"
    source.write_text(text)
    level = args.level or LEVELS[seed % len(LEVELS)]
    include = f"-I{HERE.parents[1] / 'include'}"
    builds = {"serial": [args.clangxx, "-O1" if args.pack > 1 else level],
              "tactus": [str(args.tactus_root / "bin" / "tactus-clang++"), "-mllvm", "-tactus-verify", level]}
    for system, command in builds.items():
        _, failure = run([*command, "-std=c++20", "-w", include, str(source), "-o", str(folder / system)], {}, 300)
        if failure:
            return f"{system} does not build at {level}: {failure}"
    expected, failure = run([str(folder / "serial")], {}, 60)
    if failure:
        return f"serial: {failure}"
    for setting in tactus_settings(args.chaos):
        printed, failure = run([str(folder / "tactus")], setting.environment, 120)
        if not failure and printed != expected:
            lines = zip(printed.splitlines(), expected.splitlines())
            failure = next((f"'{got}', expected '{wanted}'" for got, wanted in lines if got != wanted), "output ends")
        if failure:
            return f"{level}, {setting.name}: {failure}"
    if args.only is None:
        shutil.rmtree(folder, ignore_errors=True)
    return ""


def check_pack(seeds: list[int], args: argparse.Namespace, work: pathlib.Path) -> list[tuple[int, str]]:
    """All at the level of the first one. What differs is found in each program by itself, or in the pack only."""
    texts = [generate.generate(seed, args.cases) for seed in seeds]
    if len(seeds) == 1:
        return [(seeds[0], check_text(f"seed-{seeds[0]}", seeds[0], texts[0], args, work))]
    failure = check_text(f"pack-{seeds[0]}", seeds[0], packs.combine(list(zip(seeds, texts))), args, work)
    if not failure:
        return [(seed, "") for seed in seeds]
    alone = [(seed, check_text(f"seed-{seed}", seeds[0], text, args, work)) for seed, text in zip(seeds, texts)]
    if any(found for _, found in alone):
        return alone
    return [(seeds[0], f"in the pack {' '.join(map(str, seeds))} only: {failure}"), *((seed, "") for seed in seeds[1:])]


def main() -> int:
    parser = argparse.ArgumentParser(description="Compares random Cilk programs that throw.")
    parser.add_argument("--count", type=int, default=10, help="number of programs (default 10)")
    parser.add_argument("--seed", type=int, default=1, help="first seed (default 1)")
    parser.add_argument("--only", type=int, help="run one seed and keep it")
    parser.add_argument("--cases", type=int, default=60, help="cases of each program (default 60)")
    parser.add_argument("--chaos", type=int, default=3, help="chaos runs of each program (default 3)")
    parser.add_argument("--pack", type=int, default=1, help="programs in one build (default 1)")
    parser.add_argument("--minutes", type=float, help="start no program after this time")
    parser.add_argument("-j", "--jobs", type=int, default=min(2, os.cpu_count() or 1), help="programs at a time")
    parser.add_argument("--level", choices=LEVELS, help="instead of one chosen by the seed")
    parser.add_argument("--tactus-root", type=pathlib.Path, default=HERE.parents[1] / "build" / "release",
                        help="build or installation folder that holds bin/tactus-clang")
    parser.add_argument("--clangxx", default=f"clang++-{LLVM}")
    args = parser.parse_args()
    args.tactus_root = args.tactus_root.resolve()
    for compiler in (args.clangxx, str(args.tactus_root / "bin" / "tactus-clang++")):
        if shutil.which(compiler) is None:
            print(f"fuzz.py: error: cannot find {compiler}; see --tactus-root and --clangxx", file=sys.stderr)
            return 2
    seeds = range(args.seed, args.seed + args.count) if args.only is None else [args.only]
    work = pathlib.Path(tempfile.mkdtemp(prefix="tactus-fuzz-spawns-"))
    began, failed, done = time.monotonic(), [], 0

    def check(pack: list[int]) -> list[tuple[int, str]]:
        late = args.minutes is not None and time.monotonic() - began > args.minutes * 60
        return [] if late else check_pack(pack, args, work)

    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for results in pool.map(check, [list(seeds[first:first + args.pack]) for first in range(0, len(seeds), args.pack)]):
            for seed, failure in results:
                done += 1
                if failure:
                    failed.append(seed)
                    print(f"FAIL seed {seed}, {failure}", flush=True)
    if failed or args.only is not None:
        print(f"kept in {work}")
    else:
        shutil.rmtree(work, ignore_errors=True)
    print(f"{done - len(failed)} passed, {len(failed)} failed, {time.monotonic() - began:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
