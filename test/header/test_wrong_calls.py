#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""test_wrong_calls.py INCLUDE COMPILER [NAME]: every wrong call of wrong_table.py costs one error, whose line names the
algorithm and the concept, and few lines in all, of which one is the user's; every right one compiles without a warning.

The wrong calls of a header are compiled together, and what is said is told apart by the user's lines. The first of each
header is compiled alone as well, for what compilers say once: what includes what, and how many errors there are."""

import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from wrong_table import CALLS, PRELUDE

CALL_IS = "/* the call */"
# Lines of a message, and of all that is said of a program with one wrong call. Clang: the error and what points to it, each
# with source and caret; the count. Others: in what, required by whom (from gcc 14 on with source and caret), the error, the
# condition; what includes what.
MOST_LINES = {"clang": (6, 7), "g++": (6, 8)}
# Classes and members, which have assertions of their own: the source and its caret in the header, or the way to a template.
MOST_LINES_OF_ASSERTIONS = 8
HAVE_ASSERTIONS = {"task_group", "combinable", "index_space"}
# What a function that finds mistakes has for others than the one that asks; of spaces that are wrong the class has spoken.
NEVER_MADE = {"mistakeInStandardReduce": {"body"}, "mistakeInStandardExtremes": {"bits", "place"},
              "mistakeInSpace": {"first"}, "mistakeInSpaceReduction": {"first"}}
# What overload.def has words for in each row.
ALWAYS_TOLD = {"none", "range", "identity", "combine", "stop", "output", "bits", "place"}


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
                                        "-Wextra", "-Wpedantic", "-Werror", *unused)
    return [] if status == 0 else [f"{header}: what is right does not compile:\n{output}"]


def messages(output):
    """What is said, without what includes what and the count: a message begins with its error, or where it leads to it."""
    found, leads = [], []
    for line in output.splitlines():
        if re.match(r"(In file included from|\s+from) |\d+ errors? generated", line):
            continue
        if re.search(r": In |:   required from", line):
            leads.append(line)
        elif re.search(r"\berror: ", line):
            found.append([*leads, line])
            leads = []
        else:
            (found[-1] if found and not leads else leads).append(line)
    return found


def problems_of_message(call, said, most):
    name, concept, _, wrong = call
    found = []
    if len(said) != 1:
        found.append(f"{len(said)} errors")
    for message in said:
        error = next(line for line in message if re.search(r"\berror: ", line))
        if f"tactus::{name}" not in error or concept not in error:
            found.append(f"the error does not name tactus::{name} and '{concept}'")
        if len(message) > most:
            found.append(f"{len(message)} lines")
    return [f"{wrong}: {'; '.join(found)}\n" + "\n".join(line for message in said for line in message)] if found else []


def kind_of(compiler):
    return "clang" if "clang" in Path(compiler).name else "g++"


def problems_of_wrong(compiler, include, header, calls, folder):
    """All in one program: every error has to lead to the line of its call, and every call to have one."""
    text = program(header, [wrong for _, _, _, wrong in calls])
    everything = ["-ferror-limit=0"] if kind_of(compiler) == "clang" else []
    status, output, source = compile_program(compiler, include, text, folder, f"wrong-{header}", *everything)
    lines = [number for number, line in enumerate(text.splitlines(), 1) if CALL_IS in line]
    said, found = {line: [] for line in lines}, []
    for message in messages(output):
        places = {int(line) for line in re.findall(rf"{re.escape(source.name)}:(\d+):", "\n".join(message))} & set(lines)
        if len(places) != 1:
            found.append(f"{header}: an error leads to {len(places)} calls:\n" + "\n".join(message))
        for place in places:
            said[place].append(message)
    if status != 1:
        found.append(f"{header}: status {status}")
    for call, line in zip(calls, lines):
        most = MOST_LINES_OF_ASSERTIONS if call[0] in HAVE_ASSERTIONS else MOST_LINES[kind_of(compiler)][0]
        found += [f"{header}: {problem}" for problem in problems_of_message(call, said[line], most)]
    return found


def problems_alone(compiler, include, header, folder):
    """How long what is said of one call is altogether."""
    call = next((call for call in CALLS[header] if call[0] not in HAVE_ASSERTIONS), None)
    if call is None:
        return []
    status, output, _ = compile_program(compiler, include, program(header, [call[3]]), folder, f"alone-{header}")
    count, most = len(output.splitlines()), MOST_LINES[kind_of(compiler)][1]
    return [] if status == 1 and count <= most else [f"{header}: {call[3]}: status {status}, {count} lines\n{output}"]


def missing_messages(folder):
    """Mistakes that can be made and have no message: such a call would be refused by the linker at best."""
    texts = {path: path.read_text() for path in sorted(folder.glob("*.hpp"))}
    bodies = {}
    for text in texts.values():
        for name, body in re.findall(r"constexpr Mistake (\w+)\(.*?\{\n(.*?)\n\}", text, re.S):
            bodies[name] = bodies.get(name, "") + body

    def makes(name, seen):
        if name in seen or name not in bodies:
            return set()
        seen.add(name)
        inner = (makes(other, seen) for other in re.findall(r"\b(mistakeIn\w*)", bodies[name]))
        return set(re.findall(r"(?:Mistake::|TACTUS_DETAIL_NEEDS\()(\w+)", bodies[name])).union(*inner)

    found, rows = [], 0
    for path, text in texts.items():
        row = {}
        for line in text.splitlines():
            if match := re.match(r"#define TACTUS_DETAIL_(\w+)\s*(?:detail::)?(\w*)", line):
                row[match[1]] = match[2]
            elif line == '#include "overload.def"':
                told = {name.lower() for name in row} | ALWAYS_TOLD | ({"first", "end"} if "TAKES_POLICY" in row else set())
                for mistake in sorted(makes(row["MADE"], set()) - told - NEVER_MADE.get(row["MADE"], set())):
                    found.append(f"{path.name}: {row['NAME']}: {row['MADE']} finds {mistake}, and nothing says so")
                rows += 1
                if "ANOTHER_FOLLOWS" in row:
                    del row["ANOTHER_FOLLOWS"]
                else:
                    row = {name: value for name, value in row.items() if name == "TAKES_POLICY"}
    if not rows:
        found.append(f"{folder}: there is no row of refused calls")
    return found


def main(include, compiler, only=""):
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        tasks = []
        for header, calls in CALLS.items():
            chosen = [call for call in calls if only in (*call[:2], "")]
            if chosen:
                tasks.append(pool.submit(problems_of_wrong, compiler, include, header, chosen, folder))
            if not only:
                tasks.append(pool.submit(problems_of_right, compiler, include, header, folder))
                tasks.append(pool.submit(problems_alone, compiler, include, header, folder))
        problems = [problem for task in tasks for problem in task.result()]
    problems += missing_messages(Path(include) / "tactus/detail/refused")
    print(*problems, sep="\n")
    print(f"{compiler}: {len(tasks)} compilations, {len(problems)} problems")
    sys.exit(bool(problems) or not tasks)


if __name__ == "__main__":
    main(*sys.argv[1:])
