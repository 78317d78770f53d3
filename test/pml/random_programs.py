#!/usr/bin/env python3
"""Compares random programs of Standard ML: ours against Poly/ML and SML/NJ.

    random_programs.py TACTUS-PML --poly POLY --smlnj SML --seed 1 --count 1000
    random_programs.py TACTUS-PML --poly POLY --smlnj SML --only 17          one seed again
    random_programs.py TACTUS-PML --poly POLY --smlnj SML --wrong 3          and three ill-typed variants of each
    random_programs.py TACTUS-PML --poly POLY --smlnj SML --successor        ours in the forms of Successor ML (successor.py)

Packs of programs are compiled at once, as starting a compiler costs more than compiling one of them: one session of each
oracle reads them one after the other, and ours gets their texts behind each other. A pack that differs is narrowed to its
programs (packs.py says how). The seed of a pack chooses the size of int, the optimisation and by what the programs run:
native code on 1, 2 and 4 workers, with forks that become tasks, and with a collection at every allocation; or the interpreter
of the PCall IR. All have to print what the others print. Where Poly/ML and SML/NJ disagree, nobody is right or wrong.
Programs that fail are kept.
"""

import argparse
import pathlib
import sys
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "generator"))

from generate import program  # noqa: E402
from packs import Case, check_pack  # noqa: E402
from successor import forms  # noqa: E402


def cases(options):
    """Seeds, each also with leaves of wrong types, spread over the program."""
    seeds = [options.only] if options.only is not None else range(options.seed, options.seed + options.count)
    for seed in seeds:
        text, leaves = program(seed)
        yield Case(seed, 0, *forms(text, seed)) if options.successor else Case(seed, 0, text)
        for number in range(options.wrong):
            wrong_at = 1 + (leaves * (2 * number + 1) // (2 * options.wrong) if leaves else 0)
            yield Case(seed, wrong_at, program(seed, wrong_at)[0])


def packs(options):
    pack = []
    for case in cases(options):
        pack.append(case)
        if len(pack) == options.pack:
            yield pack
            pack = []
    if pack:
        yield pack


def keep(options, found):
    if not options.keep:
        return
    folder = pathlib.Path(options.keep)
    folder.mkdir(parents=True, exist_ok=True)
    for case in found.cases:
        (folder / f"seed-{case.seed}-{case.wrong_at}.sml").write_text(case.text)
        if case.ours:
            (folder / f"seed-{case.seed}-{case.wrong_at}-ours.sml").write_text(case.ours)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pml")
    parser.add_argument("--poly", default="poly")
    parser.add_argument("--smlnj", default="sml")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--only", type=int)
    parser.add_argument("--wrong", type=int, default=0, help="ill-typed variants of each program")
    parser.add_argument("--successor", action="store_true", help="ours reads them in the forms of Successor ML")
    parser.add_argument("--pack", type=int, default=30, help="programs that are compiled at once")
    parser.add_argument("--interpret", action="store_true", help="only by the interpreter")
    parser.add_argument("--keep", help="a folder for programs that fail")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    counts = {"agree": 0, "refused": 0, "open": 0, "wrong": 0}
    with ThreadPoolExecutor(max_workers=options.jobs) as pool:
        for result in pool.map(lambda pack: check_pack(options, pack), packs(options)):
            for name, count in result.counts.items():
                counts[name] += count
            for found in result.problems:
                keep(options, found)
                print(found, flush=True)
    print(", ".join(f"{count} {name}" for name, count in counts.items()))
    sys.exit(1 if counts["wrong"] or not counts["agree"] else 0)


if __name__ == "__main__":
    main()
