#!/usr/bin/env python3
"""Builds the programs of this folder and runs each in many ways: run.py TACTUS_PML [--filter NAME] [--quick]

What is expected stands in NAME.expect: the first line is the exit status, then the output; `! text` lines are parts of
the error output, and `= NAME=VALUE` lines are settings for all runs. A program behaves the same without optimisation, elided, with a collection at every allocation, on any
number of workers, and when every fork becomes a task. Exit status 1 if one does not.
"""
import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
STRESS = {"TACTUS_PML_STRESS": "1", "TACTUS_PML_VERIFY": "1"}
# Name, command, level of optimisation, environment.
WAYS = [
    ("plain", "build", "2", {"TACTUS_WORKERS": "2"}),
    ("unoptimised", "build", "0", {"TACTUS_WORKERS": "2", "TACTUS_PROMOTE": "all"}),
    ("elided", "elide", "2", {}),
    ("stress", "build", "2", {"TACTUS_WORKERS": "1", **STRESS}),
    ("stress-2", "build", "2", {"TACTUS_WORKERS": "2", "TACTUS_HEARTBEAT_US": "1", **STRESS}),
    ("all-2", "build", "2", {"TACTUS_WORKERS": "2", "TACTUS_PROMOTE": "all", "TACTUS_PML_VERIFY": "1"}),
    ("stress-all-4", "build", "2", {"TACTUS_WORKERS": "4", "TACTUS_PROMOTE": "all", **STRESS}),
    *[(f"chaos-{seed}", "build", "2",
       {"TACTUS_WORKERS": "4", "TACTUS_CHAOS": str(seed), "TACTUS_PML_STRESS": "7", "TACTUS_PML_VERIFY": "1"})
      for seed in range(1, 4)],
]


def expectation(path):
    status, *lines = path.read_text().splitlines()
    errors = [line[2:] for line in lines if line.startswith("! ")]
    settings = dict(line[2:].split("=", 1) for line in lines if line.startswith("= "))
    output = "".join(line + "\n" for line in lines if not line.startswith(("! ", "= ")))
    return int(status), output, errors, settings


def run_program(program, name, environment, expected):
    status, output, errors, settings = expected
    clean = {key: value for key, value in os.environ.items() if not key.startswith("TACTUS_")}
    try:
        done = subprocess.run([program, "one", "two words"], env={**clean, **environment, **settings}, capture_output=True,
                              text=True, errors="replace", stdin=subprocess.DEVNULL, timeout=120)
    except subprocess.TimeoutExpired:
        return f"{name}: does not end"
    if done.returncode != status:
        return f"{name}: status {done.returncode}, not {status}; {done.stderr.strip()[:300]}"
    if done.stdout != output:
        return f"{name}: output {done.stdout[:200]!r}, not {output[:200]!r}"
    for error in errors:
        if error not in done.stderr:
            return f"{name}: error output {done.stderr[:300]!r} without {error!r}"
    return None


def check(pml, source, ways, folder):
    expected = expectation(source.with_suffix(".expect"))
    problems, built = [], {}
    for name, command, level, environment in ways:
        if (command, level) not in built:
            program = folder / f"{source.stem}-{command}{level}"
            done = subprocess.run([pml, command, "-O", level, source, "-o", program], capture_output=True, text=True)
            built[command, level] = program if done.returncode == 0 else None
            if done.returncode != 0:
                problems.append(f"{command} -O{level}: {done.stderr.strip()[:500]}")
        if program := built[command, level]:
            if problem := run_program(program, name, environment, expected):
                problems.append(problem)
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pml", type=Path)
    parser.add_argument("--filter", default="")
    parser.add_argument("--quick", action="store_true", help="only the first two ways")
    options = parser.parse_args()
    sources = sorted(path for path in HERE.iterdir() if path.suffix in {".mlb", ".pcall", ".sml"} and options.filter in path.name)
    if not sources:
        sys.exit(f"tactus: error: no program of {HERE} has '{options.filter}' in its name")
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for source in sources:
            problems = check(options.pml, source, WAYS[:2] if options.quick else WAYS, Path(folder))
            failed += bool(problems)
            print(("FAIL " if problems else "ok   ") + source.name, flush=True)
            for problem in problems:
                print("     " + problem)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
