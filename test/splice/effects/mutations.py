#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""mutations.py TACTUS_PREFIX FOLDER FIRST COUNT: of programs with one wrong effect, each that can change a result is reported.

Random programs whose effects are right, every third one in C++ (mutants.py); what all calls read besides may change between
them, by name, by a pointer or in a function. Some find their arrays through a pointer to a struct, a vector or a member, which
the program changes between calls. Each effect goes through `part(number, value)`, which makes it smaller in the program's
mutant with that number. Compiled without checks, a mutant that ends with another result in some setting is wrong in it: there
the same program with -ftactus-check-effects has to end with a report. The program itself is never stopped.

Of those that are wrong it is counted of how many the compiler says so, by a warning or, of what is read, by a remark. It warns
of no right one.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

from mutants import CMutant, CxxMutant

LIMIT = 120


def fail(message):
    sys.exit(f"tactus: error: {message}")


def build(driver, source, program, *flags):
    command = [driver, "-O1", "-w", *(["-std=c++20"] if source.suffix == ".cpp" else []), *flags, source, "-o", program]
    done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT)
    if done.returncode or done.stderr:
        fail(f"{source}: {done.stderr}")
    return program


def run(program, mutant, **settings):
    environment = {key: value for key, value in os.environ.items() if not key.startswith("TACTUS_")}
    environment |= {key: str(value) for key, value in settings.items()}
    return subprocess.run([program, str(mutant)], env=environment, capture_output=True, text=True, timeout=LIMIT)


def said(prefix, folder, made, number, mutant):
    """What the compiler says of accesses outside of effects: "warning", "remark"."""
    source = folder / f"fixed{number}.{made.suffix}"
    source.write_text("\n".join(made.fixed(mutant)) + "\n")
    command = [prefix / "bin" / made.driver, "-O1", *(["-std=c++20"] if source.suffix == ".cpp" else []), "-Wno-everything",
               "-Wpass-failed", "-ftactus-remarks-missed", "-c", source, "-o", os.devnull]
    done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT)
    if done.returncode:
        fail(f"{source}: {done.stderr}")
    return set(re.findall(r"(warning|remark): #pragma splice: (?:reads|writes) .* outside of what", done.stderr))


SETTINGS = [{"TACTUS_SPLICE": calls, "TACTUS_WORKERS": 1} for calls in (2, 3, 8)]
REPORT = re.compile(r"tactus: error: \S*mutant\d+\.c(pp)?:\d+: [^\n]*\n")


def language_of(number):
    return CxxMutant if number % 3 == 0 else CMutant


def check_program(prefix, folder, number, sums):
    made = language_of(number)(number)
    source = folder / f"mutant{number}.{made.suffix}"
    source.write_text("\n".join(made.lines) + "\n")
    driver = prefix / "bin" / made.driver
    plain = build(driver, source, folder / f"mutant{number}.plain")
    checked = build(driver, source, folder / f"mutant{number}.checked", "-ftactus-check-effects")
    expected = run(plain, 0, TACTUS_SPLICE=1, TACTUS_WORKERS=1).stdout
    if "warning" in said(prefix, folder, made, number, 0):
        fail(f"the compiler warns of {folder}/fixed{number}.{made.suffix}, whose effects are right")
    for settings in (*SETTINGS, {"TACTUS_SPLICE": 4, "TACTUS_WORKERS": 2, "TACTUS_CHAOS": number}):
        done = run(checked, 0, **settings)
        if done.returncode or done.stderr or done.stdout != expected:
            fail(f"{checked}, whose effects are right, with {settings}: {done.returncode} {done.stdout!r} {done.stderr}")
    for mutant in range(1, made.effects + 1):
        sums["mutants"] += 1
        hasWrongResult = False
        for settings in SETTINGS:
            done = run(checked, mutant, **settings)
            if done.returncode and not REPORT.fullmatch(done.stderr):
                fail(f"{checked} {mutant} with {settings} ends with {done.returncode}: {done.stderr}")
            isReported = done.returncode != 0
            isWrong = run(plain, mutant, **settings).stdout != expected
            hasWrongResult |= isWrong
            sums["reported"] += isReported
            sums["wrong"] += isWrong
            if isWrong and not isReported:
                fail(f"{plain} {mutant} with {settings} has a wrong result, and {checked} does not report it")
        sums["wrong mutants"] += hasWrongResult
        sums["of which the compiler says so"] += hasWrongResult and bool(said(prefix, folder, made, number, mutant))


def main():
    prefix, folder = Path(sys.argv[1]), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    first, count = map(int, sys.argv[3:5])
    for language in CMutant, CxxMutant:
        sums = dict.fromkeys(("mutants", "reported", "wrong", "wrong mutants", "of which the compiler says so"), 0)
        for number in range(first, first + count):
            if language_of(number) is language:
                check_program(prefix, folder, number, sums)
        print(f"{language.__name__}: " + ", ".join(f"{value} {name}" for name, value in sums.items()))
        if not sums["wrong"] or not sums["reported"]:
            fail("nothing tested")


if __name__ == "__main__":
    main()
