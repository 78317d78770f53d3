#!/usr/bin/env python3
"""Runs the conformance corpus: every program in programs/ must print the same under clang, libomp and Tactus.

With --fortran it is the programs in fortran/ and flang, at an optimisation level each, in turn.

A program is a file, or a folder with several translation units (its header stands in main.c or main.cpp). The
header is the leading block of `//` comments, or of Fortran's; a line `// KEY: value` in it is a directive:

    FLAGS: -O2 -std=c++20    compiler and linker flags, the same for all systems
    CONVERTED: N             Tactus converts exactly N loops (counted by source line, from -ftactus-report)
    LEFT: words              Tactus leaves a loop to libomp for a reason that contains these words; "*" is any reason
    STRANDS                  every region that is not converted runs on threads of Tactus', and there is one
    PHASES, THREADS          the same, and all of them run in phases, or none does
    NEEDS-OPENMP             has no serial meaning: not built without -fopenmp
    NO-OPENMP                built without -fopenmp everywhere
    NOT-LIBOMP: REASON       libomp does not always get through it, so it checks itself
    ENV: NAME=VALUE          set when the program runs (not in the serial run)
    SHARED: file …           translation units that become shared libraries the program is linked to
    OPENED: file …           the same, but the program loads lib<stem>.so by dlopen
    PLAIN: file …            foreign code: compiled without -fopenmp and without Tactus
    NOT-TSAN                 ThreadSanitizer or Archer does not understand it: left out of the search for races
    PROMOTES                 the run with every fork promoted must count promotions (from TACTUS_STATS)

Everything else in the header says which hazard the program is about. Exit codes: 0 all passed, 1 some failed, 2 bad usage.
"""

import argparse
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import re
import shlex
import shutil
import sys
import tempfile
import time

import harness
import libomp_reasons
import link_modes
import recorded_outputs
from harness import Failure, Program, Toolchain

LLVM = os.environ.get("LLVM", "19")

HERE = pathlib.Path(__file__).resolve().parent
WITH_VALUE = ("FLAGS", "CONVERTED", "LEFT", "ENV", "SHARED", "OPENED", "PLAIN", "NOT-LIBOMP")
# Ways to link are about code, not about when it is promoted.
MODE_SETTINGS = ("workers=2", "promote=all", "chaos=1")
LACKS_LIBOMP = re.compile(r"(undefined reference|undefined symbol).*(__kmpc_|omp_)|-lomp")
WITHOUT_VALUE = ("STRANDS", "PHASES", "THREADS", "NEEDS-OPENMP", "NO-OPENMP", "NOT-TSAN", "PROMOTES")


def read_header(path: pathlib.Path) -> dict[str, list[str]]:
    directives: dict[str, list[str]] = {}
    comment = "!" if path.suffix == harness.FORTRAN else "//"
    for line in path.read_text().splitlines():
        if not line.startswith(comment):
            break
        text = line[len(comment):].strip()
        key, colon, value = text.partition(":")
        if text in WITHOUT_VALUE:
            directives[text] = []
        elif colon and key in WITH_VALUE:
            directives.setdefault(key, []).append(value.strip())
        elif key.isupper() and (colon or " " not in text):
            raise Failure(f"{path.name}: unknown directive {key!r}")
    return directives


def load_program(path: pathlib.Path) -> tuple[Program, dict[str, list[str]]]:
    if path.is_dir():
        sources = sorted(p for p in path.iterdir() if p.suffix in (".c", ".cpp"))
        main = next((p for p in sources if p.stem == "main"), None)
        if main is None:
            raise Failure(f"{path.name}: has no main.c or main.cpp")
    else:
        sources, main = [path], path
    header = read_header(main)

    def words(key: str) -> list[str]:
        return [word for value in header.get(key, []) for word in shlex.split(value)]

    for name in words("SHARED") + words("OPENED") + words("PLAIN"):
        if name not in {source.name for source in sources}:
            raise Failure(f"{path.name}: the header names {name}, which does not exist")
    program = Program(name=path.name, sources=sources, flags=words("FLAGS") or ["-O2"], include=[HERE, HERE.parents[1] / "include"],
                      shared=set(words("SHARED")), opened=set(words("OPENED")), plain=set(words("PLAIN")),
                      environment=dict(pair.split("=", 1) for pair in words("ENV")),
                      needs_openmp="NEEDS-OPENMP" in header, no_openmp="NO-OPENMP" in header,
                      not_libomp="NOT-LIBOMP" in header)
    return program, header


def check_report(header: dict[str, list[str]], reports: list[pathlib.Path]) -> None:
    """Compares what Tactus says it converted with what the header asks for."""
    loops = []
    for report in reports:
        try:
            loops += json.loads(report.read_text())["loops"]
        except (OSError, ValueError, KeyError) as error:
            raise Failure(f"-ftactus-report wrote no usable {report.name}: {error}") from None
    if unlisted := libomp_reasons.unlisted(loops, libomp_reasons.listed_reasons()):
        raise Failure("left to libomp for a reason that docs/remarks.md does not list: " + "; ".join(unlisted))
    # A template or an inline function in several units is one loop of the source; it counts once, if all copies agree.
    by_line: dict[tuple[str, int], bool] = {}
    for loop in loops:
        place = (pathlib.Path(loop["file"]).name, loop["line"])
        by_line[place] = by_line.get(place, True) and loop["converted"]
    left = [loop for loop in loops if not loop["converted"]]
    listing = "; ".join(f"{pathlib.Path(l['file']).name}:{l['line']}: {l.get('reason', '')}" for l in left) or "none"
    if "CONVERTED" in header:
        wanted, got = int(header["CONVERTED"][0]), sum(by_line.values())
        if wanted != got:
            raise Failure(f"converted {got} loops instead of {wanted}; left: {listing}")
    regions = [loop for loop in left if "the loop is orphaned" not in loop["reason"]]
    for directive, ways in (("STRANDS", ("strands", "phase")), ("PHASES", ("phase",)), ("THREADS", ("strands",))):
        if directive not in header:
            continue
        others = [loop for loop in regions if not any(way in loop.get("lowering", "") for way in ways)]
        if others or not regions:
            raise Failure(f"regions do not run as {directive} wants it; left: {listing}")
    for words in header.get("LEFT", []):
        if not any(words == "*" or words in loop.get("reason", "") for loop in left):
            raise Failure(f"no loop is left to libomp because of {words!r}; left: {listing}")


def fortran_level(path: pathlib.Path) -> str:
    """Each program has the next level, in the order of their names."""
    return f"-O{sorted(each.name for each in path.parent.iterdir()).index(path.name) % 4}"


def promotions_in(value: object) -> int:
    """Sums every counter called "promotions" in a statistics file, at whatever depth it stands."""
    if isinstance(value, dict):
        own = value.get("promotions")
        return own if isinstance(own, int) else sum(promotions_in(v) for v in value.values())
    if isinstance(value, list):
        return sum(promotions_in(v) for v in value)
    return 0


def check_promotions(executable: pathlib.Path, environment: dict[str, str], tools: Toolchain) -> None:
    statistics = executable.parent / "statistics.json"
    harness.execute(executable, environment | tools.library_path("tactus") |
                    {"TACTUS_WORKERS": "3", "TACTUS_PROMOTE": "all", "TACTUS_STATS": str(statistics)}, tools.runner("tactus"))
    try:
        count = promotions_in(json.loads(statistics.read_text()))
    except (OSError, ValueError) as error:
        raise Failure(f"TACTUS_STATS wrote no usable file: {error}") from None
    if count == 0:
        raise Failure("nothing was promoted although TACTUS_PROMOTE=all asks for it")


def check_agreement(program: Program, systems: list[str], tools: Toolchain, settings: list[harness.Setting], folder: pathlib.Path,
                    recorded: str | None) -> dict[str, object]:
    """As harness.check_agreement, with a record in the place of clang's own builds."""
    if recorded is None:
        return harness.check_agreement(program, systems, tools, settings, folder)
    recorded_systems = [system for system in systems if system in recorded_outputs.SYSTEMS]
    others = [system for system in systems if system not in recorded_systems]
    try:
        return harness.check_agreement(program, others, tools, settings, folder, recorded)
    except Failure:
        # A program may print what another machine does not: only a record with which clang's builds agree here counts.
        try:
            harness.check_agreement(program, recorded_systems, tools, [], folder, recorded)
        except Failure:
            return harness.check_agreement(program, systems, tools, settings, folder)
        raise


def run_program(path: pathlib.Path, mode: str, args: argparse.Namespace, tools: Toolchain,
                work: pathlib.Path) -> tuple[str, str | None, int]:
    """Returns the name, the failure if any, and the number of runs. Cleans up behind what passed."""
    folder = work / (f"{path.name}-{mode}" if mode else path.name)
    try:
        program, header = load_program(path)
        if level := args.level or (fortran_level(path) if args.fortran else ""):
            program.flags = [level if flag.startswith("-O") else flag for flag in program.flags]
        settings = harness.few_settings() if args.fortran and args.quick else harness.eager_settings() if args.eager else harness.interrupt_settings() if args.interrupt else harness.tactus_settings(3 if args.quick else args.seeds)
        more = {"TACTUS_RETURNS": "keep"} if args.keep_returns else {}
        settings = [dataclasses.replace(setting, environment=setting.environment | more) for setting in settings]
        systems = [system for system in args.systems if system != "tsan" or "NOT-TSAN" not in header]
        if mode:
            program.mode = mode
            settings = [setting for setting in settings if setting.name in MODE_SETTINGS]
            if not link_modes.fits(mode, program.flags) or (link_modes.is_static(mode) and (program.shared or program.opened)):
                return path.name, None, 0
        recorded = recorded_outputs.find(program, path) if args.recorded else None
        found = check_agreement(program, systems, tools, settings, folder, recorded)
        if args.record and found["output"] is not None:
            recorded_outputs.write(program, path, found["output"])
        if "tactus" in systems:
            check_report(header, found["reports"])
            if "PROMOTES" in header and not args.interrupt:
                environment = program.environment | more | ({"TACTUS_TASKS": "eager"} if args.eager else {})
                check_promotions(folder / "tactus" / "program", environment, tools)
    except Failure as failure:
        # Distributions have no static libomp.
        if mode and link_modes.is_static(mode) and LACKS_LIBOMP.search(str(failure)):
            return path.name, None, 0
        # Nor has every program a meaning in each mode: what clang's own build does not run.
        if mode and "/serial/" in str(failure):
            return path.name, None, 0
        return path.name, (f"[{mode}] " if mode else "") + str(failure), 0
    if not args.keep:
        shutil.rmtree(folder, ignore_errors=True)
    return path.name, None, found["runs"]


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Runs the OpenMP conformance corpus.")
    parser.add_argument("--filter", default="", help="only programs whose name contains one of these, comma-separated")
    parser.add_argument("--fortran", metavar="FLANG", help="the programs in fortran/, with this flang")
    parser.add_argument("--quick", action="store_true", help="3 chaos seeds instead of 20")
    parser.add_argument("--recorded", action="store_true",
                        help="where a program is as it was when its output was recorded, clang's own builds are not made")
    parser.add_argument("--record", action="store_true", help="write what all systems print into outputs/")
    parser.add_argument("--eager", action="store_true", help="with tasks made where they are created, by all policies")
    parser.add_argument("--interrupt", action="store_true", help="compiled without polls, with beats of 20 µs by all sources")
    parser.add_argument("--keep-returns", action="store_true", help="as where return addresses must not be changed")
    parser.add_argument("--without-libomp", action="store_true", help="linked with -ftactus-runtime=tactus")
    parser.add_argument("--seeds", type=int, default=20, help="number of chaos seeds (default 20)")
    parser.add_argument("-j", "--jobs", type=int, default=min(2, os.cpu_count() or 1), help="programs at a time")
    parser.add_argument("--keep", type=pathlib.Path, help="build in this folder and keep everything")
    parser.add_argument("--systems", default=",".join(harness.SYSTEMS),
                        help="comma-separated, of serial,libomp,tactus,dropin and, to look for races, tsan")
    parser.add_argument("--tactus-root", type=pathlib.Path, default=HERE.parents[1] / "build" / "release",
                        help="build or installation folder that holds bin/tactus-clang")
    parser.add_argument("--level", choices=("-O0", "-O1", "-O2", "-O3", "-Os"),
                        help="build everything at this level instead of the one in its header (--level=-O0)")
    parser.add_argument("--mode", default="",
                        help="build in this code model or way to link (%s), in each of a comma-separated list, in each of them all (all), "
                             "or each program in the next one (turns; turns+1 begins with the second)" % ", ".join(link_modes.MODES))
    parser.add_argument("--clang", default=f"clang-{LLVM}")
    parser.add_argument("--clangxx", default=f"clang++-{LLVM}")
    parser.add_argument("--target", default="", help="build Tactus' programs for another processor: aarch64-linux-gnu")
    parser.add_argument("--target-libraries", default="", help="folders of its libraries, libtactus and libomp, by colons")
    parser.add_argument("--emulator", default="qemu-aarch64 -L /usr/aarch64-linux-gnu", help="what runs them")
    parser.add_argument("--timeout", type=int, help="seconds that a program may take")
    parser.add_argument("--list", action="store_true", help="print the names of the programs and stop")
    args = parser.parse_args()
    unknown = set(args.mode.split(",")) - set(link_modes.MODES) - {"", "all"}
    if unknown and not re.fullmatch(r"turns(\+\d+)?", args.mode):
        parser.error(f"--mode: unknown {', '.join(sorted(unknown))}")
    args.systems = [system for system in harness.ALL_SYSTEMS if system in args.systems.split(",")]
    if args.record and (args.recorded or args.mode or args.level or not set(recorded_outputs.SYSTEMS) <= set(args.systems)):
        parser.error("--record wants all systems, and each program as its header says")
    if not args.systems:
        parser.error(f"--systems takes a list of {', '.join(harness.ALL_SYSTEMS)}")
    return args


def pair_with_modes(programs: list[pathlib.Path], wanted: str) -> list[tuple[pathlib.Path, str]]:
    if not wanted:
        return [(path, "") for path in programs]
    every = list(link_modes.MODES)
    if wanted.startswith("turns"):
        first = int(wanted.partition("+")[2] or 0)
        return [(path, every[(number + first) % len(every)]) for number, path in enumerate(programs)]
    modes = every if wanted == "all" else wanted.split(",")
    return [(path, mode) for path in programs for mode in modes]


def main() -> int:
    args = parse_arguments()
    tools = Toolchain(args.clang, args.clangxx, args.tactus_root.resolve(), flang=args.fortran or "")
    folder, languages = ("fortran", [harness.FORTRAN]) if args.fortran else ("programs", [".c", ".cpp"])
    if args.target:
        tools.target, tools.emulator = args.target, shlex.split(args.emulator)
        tools.target_libraries = args.target_libraries.split(":")
    if args.timeout:
        harness.TIMEOUT_SECONDS = args.timeout
    if args.interrupt:
        tools.tactus_flags.append("-ftactus-beat=interrupt")
    if args.without_libomp:
        tools.tactus_link_flags.append("-ftactus-runtime=tactus")
    patterns = [pattern for pattern in args.filter.split(",") if pattern] or [""]
    programs = [path for path in sorted((HERE / folder).iterdir())
                if (path.is_dir() or path.suffix in languages) and any(p in path.name for p in patterns)]
    if args.list:
        print("\n".join(path.name for path in programs))
        return 0
    if not programs:
        print(f"run.py: error: no program matches {args.filter!r}; --list shows all", file=sys.stderr)
        return 2
    missing = tools.missing(args.systems, languages)
    if missing:
        print(f"run.py: error: cannot find {', '.join(missing)}; see --tactus-root, --clang and --clangxx", file=sys.stderr)
        return 2

    work = args.keep.resolve() if args.keep else pathlib.Path(tempfile.mkdtemp(prefix="tactus-conformance-"))
    began = time.monotonic()
    failed, runs = [], 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        futures = [pool.submit(run_program, path, mode, args, tools, work) for path, mode in pair_with_modes(programs, args.mode)]
        for future in concurrent.futures.as_completed(futures):
            name, failure, count = future.result()
            runs += count
            if failure is not None:
                failed.append(name)
                print(f"FAIL {name}: {failure}", flush=True)
    if failed:
        print("failed: " + " ".join(sorted(failed)))
        print(f"their builds are kept in {work}")
    elif not args.keep:
        shutil.rmtree(work, ignore_errors=True)
    print(f"{len(programs)} programs, {runs} runs, {time.monotonic() - began:.0f} s")
    print(f"{len(programs) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
