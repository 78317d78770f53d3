"""Fails unless every loop that is vectorised in the serial build is in the converted build, at least as wide.

    compare.py CLANG TACTUS_CLANG SOURCE [FLAG...]

The serial build is the source compiled without -fopenmp. Both builds report their vectorised loops
(-Rpass=loop-vectorize); a loop is known by its line. A converted loop reports itself at its pragma, so a pragma's lines
count as those of the loop that follows it, or of the innermost one that a collapse clause covers. The serial build may vectorise a loop at several places (by inlining); the
widest counts on both sides.
"""

import argparse
import re
import subprocess
import sys

REMARK = re.compile(
    r"^(?P<file>[^:\n]+):(?P<line>\d+):\d+: remark: vectorized loop \(vectorization width: (?P<width>\d+)", re.MULTILINE
)
COLLAPSE = re.compile(r"\bcollapse\((?P<depth>\d+)\)")


def loop_of_each_pragma(path):
    """For each line of an OpenMP directive, the line of the loop below it."""
    result = {}
    waiting = []
    depth = 1
    continues = False
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            text = line.strip()
            if continues or text.startswith("#pragma omp"):
                waiting.append(number)
                continues = text.endswith("\\")
                collapse = COLLAPSE.search(text)
                depth = int(collapse["depth"]) if collapse else depth
            elif text.startswith("for"):
                depth -= 1
                if depth == 0:
                    result.update((pragma, number) for pragma in waiting)
                    waiting = []
                    depth = 1
            elif text and not text.startswith(("#", "//", "{")):
                waiting = []
                depth = 1
    return result


def vectorised(command, source):
    """The widest vectorisation of each loop of the source, by line."""
    arguments = command + ["-fno-caret-diagnostics", "-Rpass=loop-vectorize", "-c", "-o", "/dev/null", source]
    run = subprocess.run(arguments, capture_output=True, text=True, check=False)
    if run.returncode:
        sys.exit(f"{' '.join(arguments)}\n{run.stderr}")
    loops = loop_of_each_pragma(source)
    result = {}
    for remark in REMARK.finditer(run.stderr):
        if remark["file"] == source:
            line = loops.get(int(remark["line"]), int(remark["line"]))
            result[line] = max(result.get(line, 0), int(remark["width"]))
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clang")
    parser.add_argument("tactus_clang")
    parser.add_argument("source")
    options, flags = parser.parse_known_args()
    serial = vectorised([options.clang] + flags, options.source)
    converted = vectorised([options.tactus_clang, "-fopenmp"] + flags, options.source)
    if not serial:
        sys.exit(f"{options.source}: no loop to compare, the test shows nothing")
    failures = []
    for line in sorted(serial):
        if converted.get(line, 0) < serial[line]:
            failures.append(
                f"{options.source}:{line}: width {serial[line]} in the serial build, "
                f"{converted.get(line, 'not vectorised')} in the converted one"
            )
        else:
            print(f"{options.source}:{line}: {serial[line]} and {converted[line]}")
    if failures:
        sys.exit("\n".join(failures))


if __name__ == "__main__":
    main()
