#!/usr/bin/env python3
"""Runs the programs of run/, and compares what they print with what their .out files say.

    run.py --pml TACTUS-PML                   by our compiler and the interpreter of its PCall IR, for each size of int
    run.py --pml TACTUS-PML --native          by native code
    run.py --poly POLY --smlnj SML            by the oracles, which have to agree with the .out files
    run.py --poly POLY --write                makes the .out files anew

Programs print lines that begin with "> ". Where an oracle deviates, KNOWN says why.
"""

import argparse
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent / "run"

KNOWN = {
    ("smlnj", "data.sml"): "\\u in strings is not read",
    ("smlnj", "edges.sml"): "Vector.update checks no index, Bool.fromString minds case, toCString writes \\0",
    ("smlnj", "numbers.sml"): "Real.fmt EXACT is not there",
}
# Programs that want an int with bounds.
BOUNDED = {"exceptions.sml", "numbers.sml"}


def lines_of(command):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
    text = done.stdout.decode("utf-8", "replace")
    return [line for line in text.splitlines() if line.startswith("> ")], done


def commands(options, program):
    """Names of systems, and how each runs the program."""
    if options.pml:
        sizes = ["64", "32", "63"] + ([] if program.name in BOUNDED else ["IntInf"])
        for size in sizes:
            command = "run" if options.native else "interpret"
            yield f"int {size}", [options.pml, command, "--check", "--default-int", size, str(program)]
    if options.poly:
        yield "poly", [options.poly, "-q", "--error-exit", "--use", str(program)]
    if options.smlnj:
        yield "smlnj", [options.smlnj, str(program)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pml")
    parser.add_argument("--native", action="store_true", help="compile to native code instead of interpreting")
    parser.add_argument("--poly")
    parser.add_argument("--smlnj")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--filter", default="")
    options = parser.parse_args()
    failures = counted = 0
    for program in sorted(HERE.glob("*.sml")):
        if not re.search(options.filter, program.name):
            continue
        expected = program.with_suffix(".out")
        for system, command in commands(options, program):
            if (system, program.name) in KNOWN:
                continue
            counted += 1
            lines, done = lines_of(command)
            if options.write:
                expected.write_text("\n".join(lines) + "\n")
            elif lines != expected.read_text().splitlines() or (options.pml and done.returncode != 0):
                failures += 1
                print(f"{program.name}, {system}: it prints\n" + "\n".join(lines[:40]))
                print(done.stderr.decode("utf-8", "replace")[:2000])
    if counted == 0:
        sys.exit("tactus: error: no program has been run; look at --filter and at the systems that are named")
    print(f"{counted} runs, {failures} wrong")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
