#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Checks that calls go down: scripts/check_calls.py OBJECTS [ROOT]

check_rooms.py checks what files include. But a function may be declared in a low room and defined in a high one. The section
`Calls that go up` of docs/internals/rooms.md names those of the runtime that are meant to be, with `*` for any end of a name.
OBJECTS is the folder with the runtime's object files. Exit status 1 with a line for each other symbol that is used below its
definition, and for each name of the section that nobody needs; 77 if there is no llvm-nm; 0 if all is well.
"""
import fnmatch
import os
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, os.path.dirname(__file__))
from check_rooms import PLAN, fail, read_plan

LLVM = os.environ.get("LLVM", "19")

SECTION = re.compile(r"^### Calls that go up\n(.*?)(?=^##)", re.MULTILINE | re.DOTALL)


def symbols(nm, file):
    """(defined, used) names of an object file, with the types of their parameters."""
    defined, used = set(), set()
    for line in subprocess.run([nm, "-C", file], capture_output=True, text=True, check=True).stdout.splitlines():
        if found := re.match(r"[0-9a-f ]{16} (\w) (.*)", line):
            if found[1] in "TDBR":
                defined.add(found[2])
            elif found[1] == "U":
                used.add(found[2])
    return defined, used


def calls_up(nm, folder, rooms):
    """{name: (file that uses it, file that defines it)}"""
    definers, users = {}, defaultdict(set)
    for file in sorted(folder.rglob("*.o")):
        path = file.relative_to(folder)
        if path.parent.as_posix() not in rooms:
            continue
        defined, used = symbols(nm, file)
        definers.update(dict.fromkeys(defined, path))
        for name in used:
            users[name].add(path)
    height = {path: rooms.index(path.parent.as_posix()) for paths in [definers.values(), *users.values()] for path in paths}
    return {name: (user, definers[name]) for name in sorted(users.keys() & definers.keys())
            for user in sorted(users[name]) if height[definers[name]] > height[user]}


def main():
    folder = Path(sys.argv[1])
    root = Path(sys.argv[2]) if len(sys.argv) > 2 else Path(__file__).resolve().parent.parent
    text = (root / PLAN).read_text()
    nm = shutil.which(f"llvm-nm-{LLVM}") or shutil.which("llvm-nm", path=f"/usr/lib/llvm-{LLVM}/bin")
    if not nm:
        print(f"skipped: there is no llvm-nm, install the package llvm-{LLVM}")
        return 77
    found = calls_up(nm, folder, read_plan(text)["runtime"])
    if not found:
        fail(f"{folder}: no object files of the runtime with the calls that {PLAN} names, build it first")
    patterns = re.findall(r"`([a-z]\w*(?:\*\w*)?)(?:\(\))?`", SECTION.search(text)[1])
    found = {name.partition("(")[0].removeprefix("tactus::"): places for name, places in found.items()}
    messages = [f"runtime/{user.with_suffix('')}: uses {name} of {definer.with_suffix('')}, which is above, move one of them"
                for name, (user, definer) in found.items() if not any(fnmatch.fnmatch(name, pattern) for pattern in patterns)]
    messages += [f"{PLAN}: nobody below needs {pattern}, take it out" for pattern in patterns
                 if not fnmatch.filter(found, pattern)]
    for message in messages:
        print(f"tactus: error: {message}", file=sys.stderr)
    return 1 if messages else 0


if __name__ == "__main__":
    sys.exit(main())
