#!/usr/bin/env python3
"""Compares random OpenMP loop programs under clang, libomp and Tactus.

    fuzz.py --count 1000 --seed 1          seeds 1 … 1000
    fuzz.py --only 417                     one seed again, with all settings
    fuzz.py --kind queries --seeds 1..200  programs that check themselves (cases.py): queries, teams, mixed, tasks, regions, waits,
                                           whole, reductions, habits, meets, rounds
    fuzz.py --kind members --count 200     regions whose members create tasks
    fuzz.py --kind depends --count 200     tasks with dependences
    fuzz.py --kind recursions --count 200  loops that their own iterations enter

Each program is built at an optimisation level chosen by its seed and run as in the conformance corpus, with
fewer chaos seeds, which differ from program to program. A program that fails is kept, with its builds, and its seed is
printed. --minutes stops a long run early. Exit codes: 0 all agree, 1 some do not, 2 bad usage.

For long runs: --pack 8 builds programs of one file eight at a time (packs.py), and --late-reference the reference only of
a self-checking program that fails.
"""

import argparse
import concurrent.futures
import os
import pathlib
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "conformance"))

import cases  # noqa: E402
import depends  # noqa: E402
import generate  # noqa: E402
import habits  # noqa: E402
import harness  # noqa: E402
import meets  # noqa: E402
import members  # noqa: E402
import mixed  # noqa: E402
import packs  # noqa: E402
import queries  # noqa: E402
import recursions  # noqa: E402
import reductions  # noqa: E402
import regions  # noqa: E402
import rounds  # noqa: E402
import tasks  # noqa: E402
import teams  # noqa: E402
import waits  # noqa: E402
import whole  # noqa: E402
from harness import Failure, Program, Setting, Toolchain  # noqa: E402

LLVM = os.environ.get("LLVM", "19")

SELF_CHECKING = {"queries": queries, "teams": teams, "mixed": mixed, "tasks": tasks, "regions": regions,
                 "waits": waits, "whole": whole, "reductions": reductions, "habits": habits,
                 "meets": meets, "rounds": rounds}
# A file each, which is compared with what clang and libomp make of it.
COMPARED = {"loops": generate, "members": members, "depends": depends, "recursions": recursions}

LEVELS = (["-O0"], ["-O1"], ["-O2"], ["-O2", "-g"], ["-O3"], ["-O3", "-march=native"], ["-Os"])


def settings_for(seed: int, chaos_runs: int) -> list[Setting]:
    workers = str(random.Random(seed).choice([2, 3, 4, 9]))
    settings = [Setting("workers=1", {"TACTUS_WORKERS": "1"}),
                Setting("beat=1us", {"TACTUS_WORKERS": workers, "TACTUS_HEARTBEAT_US": "1"}),
                Setting("promote=all", {"TACTUS_WORKERS": "3", "TACTUS_PROMOTE": "all"})]
    for run in range(chaos_runs):
        chaos = str(seed * 100 + run + 1)
        settings.append(Setting(f"chaos={chaos}", {"TACTUS_WORKERS": workers, "TACTUS_CHAOS": chaos}))
    return settings


def check_case(seed: int, args: argparse.Namespace, tools: Toolchain, work: pathlib.Path) -> tuple[int, str | None]:
    folder = work / f"{args.kind}-{seed}"
    folder.mkdir(parents=True, exist_ok=True)
    try:
        cases.check(SELF_CHECKING[args.kind].make(seed, tools), folder, args.late_reference)
    except Failure as failure:
        return seed, f"{failure}\n  program: {folder}"
    if not args.keep:
        shutil.rmtree(folder, ignore_errors=True)
    return seed, None


def check_compared(name: str, seed: int, sources: tuple[str, str], args: argparse.Namespace, tools: Toolchain,
                   work: pathlib.Path) -> str | None:
    """Compares a program, given as its text and suffix, at the level and under the settings of `seed`."""
    folder = work / name
    folder.mkdir(parents=True, exist_ok=True)
    text, suffix = sources
    source = folder / f"program{suffix}"
    source.write_text(text)
    flags = list(random.Random(seed).choice(LEVELS)) + ["-w"]
    if args.level:
        flags = [args.level, "-w"]
    if suffix == ".cpp":
        flags.append("-std=c++20")
    program = Program(name=name, sources=[source], flags=flags, needs_openmp=args.kind == "members",
                      reference_flags=["-O1"] if args.pack > 1 else [])
    settings = recursions.settings(seed) if args.kind == "recursions" else settings_for(seed, args.chaos)
    try:
        harness.check_agreement(program, args.systems, tools, settings, folder)
    except Failure as failure:
        return f"{' '.join(flags)}: {failure}\n  program: {source}"
    if not args.keep:
        shutil.rmtree(folder, ignore_errors=True)
    return None


def check_seed(seed: int, args: argparse.Namespace, tools: Toolchain, work: pathlib.Path) -> tuple[int, str | None]:
    if args.kind in SELF_CHECKING:
        return check_case(seed, args, tools, work)
    return seed, check_compared(f"seed-{seed}", seed, COMPARED[args.kind].generate(seed), args, tools, work)


def check_pack(seeds: list[int], args: argparse.Namespace, tools: Toolchain,
               work: pathlib.Path) -> list[tuple[int, str | None]]:
    """All at the level and under the settings of the first one. Where they disagree, each by itself as well."""
    if len(seeds) == 1:
        return [check_seed(seeds[0], args, tools, work)]
    generated = [COMPARED[args.kind].generate(seed) for seed in seeds]
    text = packs.combine([(seed, text) for seed, (text, _) in zip(seeds, generated)])
    failure = check_compared(f"pack-{seeds[0]}", seeds[0], (text, generated[0][1]), args, tools, work)
    if failure is None:
        return [(seed, None) for seed in seeds]
    alone = [(seed, check_compared(f"seed-{seed}", seeds[0], sources, args, tools, work))
             for seed, sources in zip(seeds, generated)]
    if any(found for _, found in alone):
        return alone
    return [(seeds[0], f"in the pack {' '.join(map(str, seeds))} only: {failure}"), *((seed, None) for seed in seeds[1:])]


def groups(seeds: Iterable[int], args: argparse.Namespace) -> Iterator[list[int]]:
    """Packs of seeds whose programs are of the same language."""
    if args.kind in SELF_CHECKING or args.pack == 1:
        yield from ([seed] for seed in seeds)
        return
    waiting: dict[str, list[int]] = {}
    for seed in seeds:
        suffix = COMPARED[args.kind].generate(seed)[1]
        waiting.setdefault(suffix, []).append(seed)
        if len(waiting[suffix]) == args.pack:
            yield waiting.pop(suffix)
    yield from waiting.values()


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Compares random OpenMP loop programs.")
    parser.add_argument("--count", type=int, default=25, help="number of programs (default 25)")
    parser.add_argument("--seed", type=int, default=1, help="first seed (default 1)")
    parser.add_argument("--seeds", help="FIRST..LAST instead of --count and --seed")
    parser.add_argument("--kind", choices=(*COMPARED, *SELF_CHECKING), default="loops", help="of programs (default loops)")
    parser.add_argument("--only", type=int, help="run one seed and keep it")
    parser.add_argument("--chaos", type=int, default=3, help="chaos runs of each program (default 3)")
    parser.add_argument("--pack", type=int, default=1, help="programs in one build, where a kind's are compared (default 1)")
    parser.add_argument("--late-reference", action="store_true",
                        help="build the reference of a program that checks itself only if it fails")
    parser.add_argument("--patience", type=float, default=1, help="times as long as usual before something does not end")
    parser.add_argument("--minutes", type=float, help="start no program after this time")
    parser.add_argument("-j", "--jobs", type=int, default=min(2, os.cpu_count() or 1), help="programs at a time")
    parser.add_argument("--keep", type=pathlib.Path, help="build in this folder and keep everything")
    parser.add_argument("--level", choices=("-O0", "-O1", "-O2", "-O3", "-Os"), help="instead of one chosen by the seed")
    parser.add_argument("--systems", default=",".join(harness.SYSTEMS),
                        help="comma-separated, of serial,libomp,tactus and, to look for races, tsan")
    parser.add_argument("--tactus-root", type=pathlib.Path, default=HERE.parents[1] / "build" / "release",
                        help="build or installation folder that holds bin/tactus-clang")
    parser.add_argument("--clang", default=f"clang-{LLVM}")
    parser.add_argument("--clangxx", default=f"clang++-{LLVM}")
    args = parser.parse_args()
    if args.seeds:
        first, dots, last = args.seeds.partition("..")
        if not (dots and first.isdigit() and last.isdigit() and int(first) <= int(last)):
            parser.error("--seeds takes FIRST..LAST, such as 1..200")
        args.seed, args.count = int(first), int(last) - int(first) + 1
    args.systems = [system for system in harness.ALL_SYSTEMS if system in args.systems.split(",")]
    if not args.systems:
        parser.error(f"--systems takes a list of {', '.join(harness.ALL_SYSTEMS)}")
    return args


def main() -> int:
    args = parse_arguments()
    tools = Toolchain(args.clang, args.clangxx, args.tactus_root.resolve())
    harness.TIMEOUT_SECONDS *= args.patience
    harness.COMPILE_TIMEOUT_SECONDS *= args.patience * max(1, args.pack / 4)
    cases.LIMIT_SECONDS *= args.patience
    missing = tools.missing(args.systems, [".c", ".cpp"])
    if missing:
        print(f"fuzz.py: error: cannot find {', '.join(missing)}; see --tactus-root, --clang and --clangxx",
              file=sys.stderr)
        return 2
    seeds = range(args.seed, args.seed + args.count) if args.only is None else [args.only]
    if args.only is not None and args.keep is None:
        args.keep = pathlib.Path(tempfile.mkdtemp(prefix="tactus-fuzz-"))
        print(f"kept in {args.keep}")
    work = args.keep.resolve() if args.keep else pathlib.Path(tempfile.mkdtemp(prefix="tactus-fuzz-"))

    began, failed, done = time.monotonic(), [], 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        waiting = groups(seeds, args)
        running: set[concurrent.futures.Future] = set()
        while True:
            in_time = args.minutes is None or time.monotonic() - began < args.minutes * 60
            while in_time and len(running) < args.jobs and (group := next(waiting, None)) is not None:
                running.add(pool.submit(check_pack, group, args, tools, work))
            if not running:
                break
            finished, running = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
            for future in finished:
                for seed, failure in future.result():
                    done += 1
                    if failure is not None:
                        failed.append(seed)
                        print(f"FAIL seed {seed}, {failure}", flush=True)
    if failed:
        print(f"failed seeds: {' '.join(map(str, sorted(failed)))}; kept in {work}")
    elif not args.keep:
        shutil.rmtree(work, ignore_errors=True)
    print(f"{done - len(failed)} passed, {len(failed)} failed, {time.monotonic() - began:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
