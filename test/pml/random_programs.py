#!/usr/bin/env python3
"""Compares random programs of Standard ML: ours against Poly/ML and SML/NJ.

    random_programs.py TACTUS-PML --poly POLY --smlnj SML --seed 1 --count 50
    random_programs.py TACTUS-PML --poly POLY --smlnj SML --only 17          one seed again
    random_programs.py TACTUS-PML --poly POLY --smlnj SML --wrong 3          and three ill-typed variants of each

Each program is compiled to native code and run on 1, 2 and 4 workers, with forks that become tasks, and with a collection
at every allocation; and by the interpreter of the PCall IR. The seed chooses the size of int and the optimisation. All have to print what the others print. Where Poly/ML and
SML/NJ disagree, nobody is right or wrong. Programs that fail are kept.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "generator"))

from generate import program  # noqa: E402

STRESS = {"TACTUS_PML_STRESS": "1", "TACTUS_PML_VERIFY": "1"}
WAYS = [
    {"TACTUS_WORKERS": "1"},
    {"TACTUS_WORKERS": "2", "TACTUS_HEARTBEAT_US": "1"},
    {"TACTUS_WORKERS": "4", "TACTUS_CHAOS": "1", "TACTUS_PML_STRESS": "7", "TACTUS_PML_VERIFY": "1"},
    {"TACTUS_WORKERS": "1", **STRESS},
    {"TACTUS_WORKERS": "2", "TACTUS_PROMOTE": "all", **STRESS},
]
SECONDS = 120
UNCAUGHT = "tactus: error: uncaught exception "
# An error of the oracle's own; and SML/NJ refuses rules that are never used.
NO_VERDICT = ["unexpectedly raised while compiling", "Fatal error -- Uncaught exception", "Compiler bug", "match redundant"]


def run(command, environment=None):
    """Status, the lines that begin with "> ", and all output. None after the time limit."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith("TACTUS_")}
    try:
        done = subprocess.run(command, env={**clean, **(environment or {})}, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return None
    text = done.stdout.decode("latin-1")
    return done.returncode, [line for line in text.splitlines() if line.startswith("> ")], text


def oracles_say(options, folder, text):
    """What each oracle makes of the program: its lines, "refused", or None where it has no say."""
    source = folder / "oracle.sml"
    source.write_text((HERE / "generator" / "oracle.sml").read_text() + text)
    verdicts = []
    for command, error in (([options.poly, "-q", "--error-exit", "--use", str(source)], ": error: "),
                           ([options.smlnj, str(source)], " Error: ")):
        done = run(command)
        if done is None or any(said in done[2] for said in NO_VERDICT):
            verdicts.append(None)
        else:
            verdicts.append("refused" if error in done[2] else done[1])
    return verdicts


def ours_differ(options, folder, source, expected, seed):
    """The first way in which we differ from what is expected; None if there is none."""
    checked = run([options.pml, "check", str(source)])
    if checked is None or checked[0] not in (0, 1):
        return f"check: {checked}"
    errors = "\n".join(line for line in checked[2].splitlines() if ": error: " in line)[:800]
    if (checked[0] == 1) != (expected == "refused"):
        return f"check: status {checked[0]}, the others say {expected if expected == 'refused' else 'accepted'}\n{errors}"
    if expected == "refused":
        return None
    built = folder / "program"
    size = ["64", "32", "63"][seed % 3]
    commands = [(f"interpret, int {size}", [options.pml, "interpret", "--check", "--default-int", size, str(source)], {})]
    if not options.interpret:
        level = "0" if seed % 5 == 0 else "2"
        done = run([options.pml, "build", "--check", "-O", level, str(source), "-o", str(built)])
        if done is None or done[0] != 0:
            return f"build: {done}"
        commands += [(str(way), [str(built)], way) for way in WAYS]
    for name, command, way in commands:
        done = run(command, way)
        # An exception that nobody handles is the end of the program, also with the others.
        if done is None or done[1] != expected or (done[0] != 0 and not (done[0] == 1 and UNCAUGHT in done[2])):
            return f"{name}: {first_difference(done, expected)}"
    return None


def first_difference(done, expected):
    if done is None:
        return f"does not end in {SECONDS} s"
    for number, (line, wanted) in enumerate(zip([*done[1], ""], [*expected, ""])):
        if line != wanted:
            return f"status {done[0]}, line {number}: {line}\n  the others: {wanted}\n{done[2][-300:]}"
    return f"status {done[0]}: {done[2][-300:]}"


def compare(options, seed, wrong_at):
    """A problem, "" if there is none, or None if the oracles do not agree."""
    text, _ = program(seed, wrong_at)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        poly, smlnj = oracles_say(options, folder, text)
        known = [verdict for verdict in (poly, smlnj) if verdict is not None]
        if not known or known[0] != known[-1]:
            return None, "refused" in known
        source = folder / "program.sml"
        source.write_text(text)
        problem = ours_differ(options, folder, source, known[0], seed)
        if problem and options.keep:
            pathlib.Path(options.keep).mkdir(parents=True, exist_ok=True)
            (pathlib.Path(options.keep) / f"seed-{seed}-{wrong_at}.sml").write_text(text)
        return problem or "", known[0] == "refused"


def cases(options):
    """Seeds, each also with leaves of wrong types, spread over the program."""
    seeds = [options.only] if options.only is not None else range(options.seed, options.seed + options.count)
    for seed in seeds:
        yield seed, 0
        leaves = program(seed)[1] if options.wrong else 0
        for number in range(options.wrong):
            yield seed, 1 + (leaves * (2 * number + 1) // (2 * options.wrong) if leaves else 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pml")
    parser.add_argument("--poly", default="poly")
    parser.add_argument("--smlnj", default="sml")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--only", type=int)
    parser.add_argument("--wrong", type=int, default=0, help="ill-typed variants of each program")
    parser.add_argument("--interpret", action="store_true", help="only by the interpreter")
    parser.add_argument("--keep", help="a folder for programs that fail")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    counts = {"agree": 0, "refused": 0, "open": 0, "wrong": 0}
    with ThreadPoolExecutor(max_workers=options.jobs) as pool:
        for (seed, wrong_at), (problem, is_refused) in zip(cases(options), pool.map(lambda c: compare(options, *c), cases(options))):
            counts["open" if problem is None else "wrong" if problem else "refused" if is_refused else "agree"] += 1
            # A program that is meant to be right and that an oracle refuses is a mistake of the generator.
            if problem or (is_refused and not wrong_at):
                counts["wrong"] += not problem
                print(f"seed {seed}, wrong at {wrong_at}: {problem or 'the oracles refuse it'}", flush=True)
    print(", ".join(f"{count} {name}" for name, count in counts.items()))
    sys.exit(1 if counts["wrong"] or not counts["agree"] else 0)


if __name__ == "__main__":
    main()
