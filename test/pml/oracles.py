#!/usr/bin/env python3
"""Compares what tactus pml check says of programs with what Poly/ML and SML/NJ say.

Two questions: are all programs of accept/ accepted by all three, and those of refuse/ refused; and do all agree on
mutants of the accepted programs, which differ from them in one name or constant? Where the other two disagree with
each other, nobody is right or wrong, and the mutant does not count. A mutant that runs and runs is accepted.

The others run what they accept. So only what they say before that counts: messages of errors, not exceptions.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))

# Programs on which the others deviate from the Definition, or take what it leaves open differently (docs/pml.md).
KNOWN = {
    "accept/byte-order-mark.sml": "neither reads the mark",
    "accept/explicit-variable-unused.sml": "poly counts type variables of what is bound to nothing",
    "accept/literals.sml": "smlnj: its int has 31 bits, and \\u is not read",
    "accept/overloading-context.sml": "smlnj resolves overloading at the end of each declaration",
    "accept/quotes-and-underscores.sml": "smlnj reads no type variable that is a quote alone",
    "refuse/functor-in-structure.sml": "smlnj has higher-order functors",
    "refuse/include-twice.sml": "smlnj allows a type to be specified twice",
    "refuse/infix-as-value.sml": "poly allows an infix operator as a value",
    "refuse/local-type-by-argument.sml": "smlnj lets local types leave their scope",
    "refuse/local-type-leaves-let.sml": "smlnj lets local types leave their scope",
    "refuse/mixed-associativity.sml": "smlnj allows it",
    "refuse/rebinding-nil.sml": "smlnj allows it",
    "refuse/rebinding-true.sml": "smlnj allows it",
    "refuse/rigid-type-variable.sml": "smlnj takes + for an instance",
    "refuse/structure-twice.sml": "smlnj allows it",
    "refuse/where-arity.sml": "poly allows it",
    "refuse/where-equality.sml": "smlnj checks it when the signature is used",
}


def run(command, limit):
    """Status and output; None after the time limit."""
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=limit, cwd=tempfile.gettempdir())
    except subprocess.TimeoutExpired:
        return None
    return done.returncode, done.stdout.decode("utf-8", "replace")


def poly_accepts(options, path):
    done = run([options.poly, "-q", "--error-exit", "--use", path], 60)
    return done is None or not re.search(r"^.*:\d*: error: ", done[1], re.MULTILINE)


def smlnj_accepts(options, path):
    done = run([options.smlnj, path], 60)
    return done is None or not re.search(r" Error: ", done[1])


def tactus_accepts(options, path):
    done = run([options.check, "check", path], 300)
    if done is None or done[0] not in (0, 1):
        sys.exit(f"tactus: error: tactus-pml check {path} ended with {done}")
    return done[0] == 0


def compare(options, paths, expected=None):
    """Lines on programs where the verdicts differ from the expected one, or ours from that of both others."""
    problems = []
    counted = 0
    with ThreadPoolExecutor(max_workers=2) as pool:
        verdicts = pool.map(lambda path: (path, tactus_accepts(options, path), poly_accepts(options, path),
                                          smlnj_accepts(options, path)), paths)
        for path, ours, poly, smlnj in verdicts:
            agree = poly == smlnj
            counted += agree
            wrong = len({ours, poly, smlnj, expected}) > 1 if expected is not None else agree and ours != poly
            if wrong:
                says = {True: "accepts", False: "refuses"}
                problems.append(f"{path}: tactus {says[ours]}, poly {says[poly]}, smlnj {says[smlnj]}")
    return problems, counted


def corpus(folder):
    names = sorted(os.listdir(os.path.join(HERE, folder)))
    return [os.path.join(HERE, folder, name) for name in names
            if name.endswith(".sml") and f"{folder}/{name}" not in KNOWN]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", required=True, help="the tactus-pml to test")
    parser.add_argument("--fuzz", required=True, help="the pml-fuzz that makes mutants")
    parser.add_argument("--poly", default="poly")
    parser.add_argument("--smlnj", default="sml")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mutants", type=int, default=60)
    parser.add_argument("--keep", help="a folder for the mutants")
    parser.add_argument("--only-mutants", action="store_true")
    options = parser.parse_args()
    options.check, options.fuzz = os.path.abspath(options.check), os.path.abspath(options.fuzz)
    problems = []
    if not options.only_mutants:
        for folder, expected in (("accept", True), ("refuse", False)):
            problems += compare(options, corpus(folder), expected)[0]
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or temporary
        # What opens files or exits is not left to chance.
        programs = [path for path in corpus("accept") if "basis-system" not in path]
        subprocess.run([options.fuzz, "--write", folder, str(options.seed), str(options.mutants), *programs], check=True)
        mutants = sorted(os.path.join(folder, name) for name in os.listdir(folder))
        found, counted = compare(options, mutants)
        problems += found
    print("\n".join(problems))
    print(f"{len(mutants)} mutants, {counted} of which the others agree on; {len(problems)} problems")
    return 1 if problems or not counted else 0


if __name__ == "__main__":
    sys.exit(main())
