# Part of Tactus, under the MIT licence. See LICENSE for details.
"""test_wrong_calls.py INCLUDE COMPILER [NAME]: every wrong call of wrong_table.py costs one error, whose line names the
algorithm and the concept, and few lines in all, of which one is the user's; every right one compiles without a warning."""

import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from wrong_table import CALLS, PRELUDE

# The error, its source and its caret; what the compiler adds on the condition; the user's line, its source and its caret;
# what includes what; the count at the end.
MOST_LINES = 9
CALL_IS = "/* the call */"


def program(header, calls):
    lines = "\n".join(f"  {{ {call} }} {CALL_IS}" for call in calls)
    return f"#include <tactus/{header}>\n{PRELUDE}{lines}\n}}\n"


def compile_program(compiler, include, text, folder, name, *options):
    source = Path(folder) / f"{name}.cpp"
    source.write_text(text)
    command = [compiler, "-std=c++20", "-fsyntax-only", "-I", include, *options, source]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                          env={**os.environ, "LC_ALL": "C"})
    return done.returncode, done.stdout, source


def problems_of_right(compiler, include, header, folder):
    calls = [right for _, _, right, _ in CALLS[header] if right]
    unused = [f"-Wno-unused-{what}" for what in ("parameter", "variable", "but-set-variable", "function")]
    status, output, _ = compile_program(compiler, include, program(header, calls), folder, f"right-{header}", "-Wall",
                                        "-Wextra", "-Werror", *unused)
    return [] if status == 0 else [f"{header}: what is right does not compile:\n{output}"]


def problems_of_wrong(compiler, include, header, index, folder):
    name, concept, _, wrong = CALLS[header][index]
    text = program(header, [wrong])
    status, output, source = compile_program(compiler, include, text, folder, f"wrong-{header}-{index}")
    errors = [line for line in output.splitlines() if re.search(r"\berror: ", line)]
    place = f"{source.name}:{text[:text.index(CALL_IS)].count(chr(10)) + 1}:"
    found = []
    if status != 1 or len(errors) != 1:
        found.append(f"{len(errors)} errors, status {status}")
    if not errors or f"tactus::{name}" not in errors[0] or concept not in errors[0]:
        found.append(f"the error does not name tactus::{name} and '{concept}'")
    if place not in output:
        found.append("the user's line is not shown")
    if len(output.splitlines()) > MOST_LINES:
        found.append(f"{len(output.splitlines())} lines")
    return [f"{header}: {wrong}: {'; '.join(found)}\n{output[:3000]}"] if found else []


def main(include, compiler, only=""):
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        tasks = [pool.submit(problems_of_right, compiler, include, header, folder) for header in CALLS if not only]
        tasks += [pool.submit(problems_of_wrong, compiler, include, header, index, folder)
                  for header, calls in CALLS.items() for index, call in enumerate(calls) if only in (*call[:2], "")]
        problems = [problem for task in tasks for problem in task.result()]
    print(*problems, sep="\n")
    print(f"{compiler}: {len(tasks)} compilations, {len(problems)} problems")
    sys.exit(bool(problems) or not tasks)


if __name__ == "__main__":
    main(*sys.argv[1:])
