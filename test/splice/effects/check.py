# Part of Tactus, under the MIT licence. See LICENSE for details.
"""check.py TACTUS_PREFIX FOLDER: -ftactus-check-effects finds lies, at their line, and leaves honest programs alone.

A lying program takes the name of its mistake; the line that makes it has the name in a comment at its end.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent.parent
sys.path.insert(0, str(ROOT / "bench"))
from splice import splice as benchmarks  # noqa: E402
LIARS = ("lying_pragmas.c", "lying_program.cpp")
PRAGMAS = HERE.parent / "pragmas" / "programs"
# With their arguments.
HONEST = (
    (PRAGMAS / "figure3.c",),
    (PRAGMAS / "values.c",),
    (PRAGMAS / "parts.c",),
    (PRAGMAS / "figures.cpp",),
    (PRAGMAS / "exceptions.cpp",),
    (ROOT / "examples" / "splice" / "heat.cpp", "300", "200", "24"),
    *((ROOT / "bench" / "splice" / "programs" / f"{name}.cpp", "--version", "splice", *arguments.split())
      for name, arguments in benchmarks.SMALL.items()),
)
MISTAKE = re.compile(r"(?://|/\*) (\w+)(?: \*/)?$")
LIMIT = 300


def fail(message):
    sys.exit(f"tactus: error: {message}")


# Programs of random_program.h: the first one, and how many.
RANDOM = ("7000000", "15")


def build(prefix, folder, source, *more):
    driver = prefix / "bin" / ("tactus-clang++" if source.suffix == ".cpp" else "tactus-clang")
    language = ["-std=c++20"] if source.suffix == ".cpp" else []
    program = folder / source.stem
    command = [driver, "-O1", *language, "-ftactus-check-effects", source, *more, "-o", program]
    done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT)
    if done.returncode or done.stderr:
        fail(f"{source}: {done.stderr}")
    return program


def run(program, *arguments, workers):
    environment = {key: value for key, value in os.environ.items() if not key.startswith("TACTUS_")}
    environment |= {"TACTUS_WORKERS": str(workers)}
    return subprocess.run([program, *arguments], env=environment, capture_output=True, text=True, timeout=LIMIT)


def check_liar(program, source, workers):
    mistakes = {}
    for number, line in enumerate(source.read_text().splitlines(), 1):
        if found := MISTAKE.search(line):
            if ";" in line or "if" in line:
                mistakes[found[1]] = number
    if len(mistakes) < 4:
        fail(f"{source}: too few mistakes: {mistakes}")
    done = run(program, "none", workers=workers)
    if done.returncode or done.stderr:
        fail(f"{program} tells no lie, and ends with {done.returncode}: {done.stderr}")
    for mistake, number in mistakes.items():
        done = run(program, mistake, workers=workers)
        pattern = rf"tactus: error: \S*{source.name}:{number}: (a step )?(reads|writes) \[.*(declares: .*; correct its effects|outside of a step.*|is left with: .*)\n"
        if done.returncode != -6 or not re.fullmatch(pattern, done.stderr):
            fail(f"{program} {mistake} on {workers} workers ends with {done.returncode}: {done.stderr}")


def check_random(prefix, folder):
    """With exceptions, values and guests, on several workers too. It counts, so it needs the static libraries."""
    libraries = [prefix / "lib" / f"lib{name}.a" for name in ("tactus_splice", "tactus")]
    program = build(prefix, folder, HERE.parent / "random_test.cpp", *libraries)
    for settings in ({"TACTUS_WORKERS": "1"}, {"TACTUS_WORKERS": "4", "TACTUS_CHAOS": "1", "TACTUS_SPLICE_SPACE_KB": "3"}):
        done = subprocess.run([program, *RANDOM], env={**os.environ, **settings}, capture_output=True, text=True, timeout=LIMIT)
        if done.returncode or done.stderr:
            fail(f"{program} {' '.join(RANDOM)} with {settings} ends with {done.returncode}: {done.stderr}")


def main():
    prefix, folder = Path(sys.argv[1]), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    for name in LIARS:
        program = build(prefix, folder, HERE / name)
        for workers in 1, 4:
            check_liar(program, HERE / name, workers)
    for source, *arguments in HONEST:
        done = run(build(prefix, folder, source), *arguments, workers=1)
        if done.returncode or done.stderr:
            fail(f"{source} ends with {done.returncode}: {done.stderr}")
    check_random(prefix, folder)


if __name__ == "__main__":
    main()
