#!/usr/bin/env python3
"""Checks that sources can be compiled together: scripts/check_names.py [ROOT]

The build compiles sources of a folder some at a time (cmake/UnitedSources.cmake). Functions that only one file knows are then
seen by the files behind it. Two with one signature do not compile, but two that differ overload each other, and a call might
mean another one than it says. So no two files of a folder may have a function of one name that no header declares. Exit status
1 with a line for each that two have; 0 if there is none.
"""
import collections
import re
import sys
from pathlib import Path

HOUSES = ["compiler", "pml", "runtime", "tpal"]
# Compiled one by one: programs link single files of the static library.
APART = {"pml/runtime"}
# As clang-format leaves them: what is in no class and no function begins its line.
FUNCTION = re.compile(r"^(?:\[\[\w+\]\] )?(?!return\b|using\b|typedef\b|extern\b)[A-Za-z][\w:<>,&* \[\]]*[ *&](\w+)\(", re.MULTILINE)
DEFINITION = re.compile(FUNCTION.pattern + r"(?=[^;]*\{)", re.MULTILINE)


def check(base):
    """Yields a message for each name that files of a folder share."""
    declared = {name for header in base.rglob("*.h") for name in FUNCTION.findall(header.read_text())}
    owners = collections.defaultdict(set)
    for source in sorted(base.rglob("*.cpp")):
        for name in DEFINITION.findall(source.read_text()):
            owners[source.parent, name].add(source.name)
    for (folder, name), files in owners.items():
        place = str(folder.relative_to(base.parent))
        if len(files) > 1 and name not in declared and place not in APART:
            yield f"{place}: {name}() is in {' and '.join(sorted(files))}, give each a name of its own"


def main():
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    messages = [message for house in HOUSES for message in check(root / house)]
    for message in messages:
        print(f"tactus: error: {message}", file=sys.stderr)
    return 1 if messages else 0


if __name__ == "__main__":
    sys.exit(main())
