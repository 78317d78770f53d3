"""Reads a module's text, and prints its functions without debug information, and calls without a location in the others.

Not meant are those that no strand runs: registration at start-up, and clang's own for exceptions that nobody may throw.
"""

import re
import sys

OUTSIDE = {"tactus.register", "tactus.unregister", "tactus.name_libomp", "tactus.waits_for_own_tasks", "__clang_call_terminate"}

functions = 0
for found in re.finditer(r'^define [^@]*@"?([\w.$]+)"?\((.*)\n((?:.*\n)*?)^}', sys.stdin.read(), re.MULTILINE):
    name, head, body = found.groups()
    if name in OUTSIDE or name.startswith(("_GLOBAL__", "__cxx_global", "tactus.note_libomp_use.")):
        continue
    functions += 1
    if "!dbg" not in head:
        print(f"{name}: no subprogram")
        continue
    # An invoke goes on in the next line.
    for line in body.replace("\n          to label", " to label").splitlines():
        if re.search(r"\b(call|invoke) ", line) and "@llvm." not in line and " asm " not in line and "!dbg" not in line:
            print(f"{name}: no location: {line.strip()}")
assert functions, "no functions were found"
