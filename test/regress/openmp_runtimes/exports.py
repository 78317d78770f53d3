#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""libtactus defines no function of any OpenMP runtime, which would hide that of others in the process, and defines what the
plugin calls in place of each function of openmp_functions.def.

    exports.py --root BUILD --source ROOT
"""

import argparse
import pathlib
import re
import subprocess
import sys

# Of OpenMP, its tools interface, libomp and libgomp.
FOREIGN = re.compile(r"^_*(omp_|ompt_|kmpc?_|GOMP_|GOACC_)")


def defined(library, *flags):
    lines = subprocess.run(["nm", "--defined-only", *flags, library], check=True, capture_output=True, text=True).stdout
    names = [line.split() for line in lines.splitlines()]
    return {words[2].split("@")[0] for words in names if len(words) == 3 and words[1].isupper()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", required=True, type=pathlib.Path)
    parser.add_argument("--source", required=True, type=pathlib.Path)
    arguments = parser.parse_args()
    table = (arguments.source / "abi/openmp_functions.def").read_text()
    functions = re.findall(r"^OPENMP_\w+\((\w+)", table, re.MULTILINE)
    assert len(functions) > 30, functions
    failures = 0
    for library, flags in (("libtactus.so", ["--dynamic"]), ("libtactus.a", [])):
        names = defined(arguments.root / "lib" / library, *flags)
        foreign = sorted(name for name in names if FOREIGN.match(name))
        missing = sorted(name for name in functions if f"tactus_{name}" not in names)
        for what, found in (("defines", foreign), ("lacks the answers to", missing)):
            if found:
                failures += 1
                print(f"{library} {what} {', '.join(found)}")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
