#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Every run of small programs on the model of heaps (model.py): nothing that can be reached is ever gone, and if a rule of
the heaps is left out, that is found.

    test_model.py                    the programs below, each rule left out, and some pairs of branches
    test_model.py --pairs 4096       all pairs of branches with two operations each
"""

import argparse
import itertools
import random
import sys

from model import Violation, explore

SHARED = (("new", "g", ""), ("new", "h", ""))
# What tasks do to each other: name, program, and how many collections there may be.
PROGRAMS = {
    "a result is taken": ((("par", "x", (("new", "r", ""),), "y", (("new", "a", ""), ("new", "r", "a"))),
                           ("load", "z", "y")), 2),
    "a younger object in an older one": (
        SHARED + (("par", "x", (("new", "a", ""), ("new", "b", "a"), ("store", "g", "b")),
                   "y", (("load", "c", "g"), ("load", "d", "c"), ("new", "r", "d"))), ("load", "z", "g")), 2),
    "overwritten while it is held": (
        SHARED + (("par", "x", (("new", "a", ""), ("store", "g", "a"), ("new", "b", ""), ("store", "g", "b")),
                   "y", (("load", "c", "g"), ("new", "r", "c"))), ("load", "z", "y")), 1),
    "written into what is shared already": (
        SHARED + (("par", "x", (("new", "a", ""), ("store", "g", "a"), ("new", "b", ""), ("store", "a", "b"),
                                ("new", "r", "")),
                   "y", (("load", "c", "g"), ("load", "d", "c"), ("load", "e", "d"))),), 1),
    "a cycle": (
        SHARED + (("par", "x", (("new", "a", ""), ("new", "b", "a"), ("store", "a", "b"), ("store", "g", "b")),
                   "y", (("load", "c", "g"), ("load", "d", "c"), ("store", "h", "d"))),), 1),
    "a task of a task": (
        SHARED + (("par", "x", (("new", "a", ""),
                                ("par", "b", (("new", "r", "a"),), "c", (("store", "g", "a"), ("new", "r", "a"))),
                                ("new", "r", "b")),
                   "y", (("load", "d", "g"), ("store", "h", "d"))),), 1),
    "two tasks share what is frozen": (
        SHARED + (("par", "x", (("new", "c", ""), ("new", "b", "c"), ("new", "a", "b"),
                                ("par", "d", (("store", "g", "a"),), "e", (("store", "g", "a"),))),
                   "y", (("load", "c", "g"), ("load", "d", "c"), ("store", "h", "d"))),), 1),
    "shared while somebody still pins it": (
        SHARED + (("par", "x", (("new", "c", ""), ("new", "b", "c"), ("new", "a", "b"),
                                ("par", "d", (("store", "g", "a"),), "e", (("store", "g", "a"), ("store", "b", "h")))),
                   "y", (("load", "c", "g"), ("load", "d", "c"), ("load", "e", "d"))),), 1),
    "a young object in an old one": ((("new", "g", ""), ("new", "a", ""), ("store", "g", "a"), ("new", "a", "g"), ("load", "z", "g"),
                                      ("store", "g", "a"), ("new", "a", ""), ("load", "z", "g"), ("load", "y", "z")), 3),
    "a task's object in an old one": (
        SHARED + (("par", "x", (("new", "a", ""), ("store", "g", "a"), ("new", "r", "a")),
                   "y", (("load", "c", "g"), ("new", "r", "c"))), ("load", "z", "g")), 2),
    "an older fork is promoted later": (
        SHARED + (("par", "x", (("par", "b", (("new", "r", ""),), "c", (("new", "r", ""),)), ("new", "r", "b")),
                   "y", (("new", "a", ""), ("new", "r", "a"))), ("load", "z", "y")), 2),
}
# Rules that are left out.
FAULTS = ["share", "transitive", "pinned holder", "freeze", "pins", "lock", "doubt", "remember"]
FIRST = [("new", "a", ""), ("new", "a", "g"), ("new", "b", "a"), ("store", "g", "a"), ("store", "a", "g"), ("store", "a", "b"),
         ("load", "a", "g"), ("new", "r", "a")]


def pairs(count):
    """Programs whose branches have two operations each: some of all, or all."""
    branches = list(itertools.product(FIRST, FIRST))
    everything = list(itertools.product(branches, branches))
    for first, second in random.Random(1).sample(everything, min(count, len(everything))):
        yield (("new", "g", ""), ("new", "a", "g"), ("store", "g", "a"), ("par", "x", first, "y", second), ("load", "z", "g"))


def finds(fault):
    for program, collections in PROGRAMS.values():
        try:
            explore(program, collections, (fault,))
        except Violation:
            return True
    return False


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=60)
    options = parser.parse_args()
    problems = []
    for name, (program, collections) in PROGRAMS.items():
        try:
            print(f"{name}: {explore(program, collections)} states", flush=True)
        except Violation as violation:
            problems.append(f"{name}: {violation}")
    states = 0
    for program in pairs(options.pairs):
        try:
            states += explore(program)
        except Violation as violation:
            problems.append(f"{program}: {violation}")
    print(f"{options.pairs} pairs: {states} states")
    problems += [f"without '{fault}' nothing is found" for fault in FAULTS if not finds(fault)]
    print("\n".join(problems) or "nothing is wrong")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
