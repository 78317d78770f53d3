#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""coverage.py COMPILER DOCUMENT: whether what docs/openmp.md says of directives and clauses is what the compiler does.

Each row begins with a directive in `code` and the word for what becomes of it. A program is made around the directive, the
compiler's remarks are read, and the program's result is checked on two workers that split wherever they can."""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

# The remark that each word stands for; nothing at all is said of what is no construct of its own.
REMARKS = {
    "latent": r"remark: .* converted",
    "strands": r"remark: parallel region runs as strands",
    "phases": r"remark: parallel region runs in phases",
    "libomp": r"remark: .* left to libomp",
}
ROW = re.compile(r"^\| `([^`]+)` \| (\w+) \|", re.M)

PROGRAM = """#include <omp.h>
#include <stdio.h>
enum { Rows = 3000, Columns = 2 };
static int a[Rows][Columns];
static long per_thread;
#pragma omp threadprivate(per_thread)
static void add(int row, int column) {
#pragma omp atomic
  a[row][column] += 1;
}
%(function)s
int main(void) {
  int x = 1, last = 0, two = 2;
  long sum = 0;
  (void)x, (void)last, (void)two, (void)sum;
%(code)s
  long wrong = 0;
  for (int row = 0; row < Rows; row++)
    for (int column = 0; column < Columns; column++)
      wrong += a[row][column] != 1;
  printf("%%ld\\n", wrong%(checks)s);
}
"""
ROWS = "for (int row = 0; row < Rows; row++)"
COLUMNS = "for (int column = 0; column < Columns; column++)"


def statement(directive):
    """What an iteration or a task does besides adding 1 where it belongs, so that the directive's clauses matter."""
    parts = []
    if re.search(r"\b(in_|task_)?reduction\(", directive):
        parts.append("sum += row;")
    if "lastprivate(" in directive:
        parts.append("last = row;")
    if re.search(r"(?<![a-z])private\(x\)", directive):
        parts.append("x = row; per(x);")
    if "firstprivate(x)" in directive:
        parts.append("per(x);")
    return " ".join(parts)


def checks(directive):
    found = ""
    if re.search(r"reduction\(", directive):
        found += " + (sum != (long)Rows * (Rows - 1) / 2)"
    if "lastprivate(" in directive:
        found += " + (last != Rows - 1)"
    return found


def in_region(code, region="parallel\n#pragma omp single"):
    return f"#pragma omp {region}\n  {{\n{code}\n  }}"


def code_around(directive):
    """The construct, so that each element of a is incremented once."""
    extra, pragma = statement(directive), f"#pragma omp {directive}\n"
    each = f"{{ {extra} {COLUMNS} add(row, column); }}"
    words = re.sub(r"\(.*?\)", "", directive).split()
    if "collapse" in directive:
        return f"{pragma}{ROWS} {COLUMNS} add(row, column);"
    if directive.startswith("parallel for +"):
        inner = directive.split("+", 1)[1].strip()
        if inner == "threadprivate":
            body = "per_thread++; "
        elif inner == "omp_get_thread_num()":
            body = 'if (omp_get_thread_num() > 999) puts(""); '
        elif inner.startswith("ordered"):
            return f"#pragma omp parallel for ordered\n{ROWS} {{\n#pragma omp ordered\n{each} }}"
        elif inner.startswith("cancel"):
            return (f"#pragma omp parallel for\n{ROWS} {{\n#pragma omp cancel for if(two == 3)\n{COLUMNS} add(row, column); }}")
        else:
            return f"#pragma omp parallel for\n{ROWS} {{\n#pragma omp {inner}\n{each} }}"
        return f"#pragma omp parallel for\n{ROWS} {{ {body}{each} }}"
    if directive.startswith("parallel +"):
        inner = directive.split("+", 1)[1].strip()
        if inner == "sections":
            parts = [f"#pragma omp section\nfor (int row = {half}; row < Rows; row += 2) {each}" for half in (0, 1)]
            return in_region("#pragma omp sections\n{\n" + "\n".join(parts) + "\n}", "parallel")
        if inner == "barrier":
            loop = f"#pragma omp for\n{ROWS} add(row, 0);\n#pragma omp barrier\n#pragma omp for\n{ROWS} add(row, 1);"
            return in_region(loop, "parallel")
        return in_region(f"#pragma omp {inner}\n{ROWS} {each}", "parallel")
    if words[0] == "parallel" and not {"for", "loop", "taskloop", "sections"} & set(words):
        return f"{pragma}{{ if (omp_get_thread_num() == 0) {ROWS} {each} }}"
    if words[:2] == ["parallel", "sections"]:
        parts = [f"#pragma omp section\nfor (int row = {half}; row < Rows; row += 2) {each}" for half in (0, 1)]
        return pragma + "{\n" + "\n".join(parts) + "\n}"
    if words[0] == "task":
        group = "#pragma omp taskgroup task_reduction(+ : sum)\n" if "in_reduction" in directive else ""
        return in_region(f"{group}{{ {ROWS} {{\n{pragma}{each}\n}}\n#pragma omp taskwait\n}}")
    if words[0] == "taskwait":
        return in_region(f"{ROWS} {{\n#pragma omp task depend(out : a[row])\n{each}\n{pragma}}}")
    if words[0] == "taskgroup":
        return in_region(f"{pragma}{ROWS} {{\n#pragma omp task firstprivate(row)"
                         f"{' in_reduction(+ : sum)' if 'task_reduction' in directive else ''}\n{each}\n}}")
    if words[0] in ("taskloop",):
        return in_region(f"{pragma}{ROWS} {each}")
    return f"{pragma}{ROWS} {each}"


def program(directive):
    code = code_around(directive)
    return PROGRAM % {"function": "static void per(volatile int value) { (void)value; }", "code": code, "checks": checks(directive)}


def run(compiler, directive, folder):
    source, binary = folder / "p.c", folder / "p"
    source.write_text(program(directive))
    command = [compiler, "-O2", "-w", "-fopenmp", "-ftactus-remarks", "-ftactus-remarks-missed", str(source), "-o", str(binary)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        return None, f"does not compile:\n{done.stderr}"
    remarks = "\n".join(line for line in done.stderr.splitlines() if "remark:" in line)
    environment = {**os.environ, "TACTUS_WORKERS": "2", "TACTUS_PROMOTE": "all", "OMP_MAX_ACTIVE_LEVELS": "2"}
    ran = subprocess.run([binary], capture_output=True, text=True, timeout=60, env=environment, check=False)
    if ran.returncode or ran.stdout != "0\n":
        return remarks, f"has a wrong result: {ran.stdout}{ran.stderr}"
    return remarks, None


def kind(remarks):
    """What is said of it: a region left to libomp is so whatever else is converted in it. Nothing is said of serial code."""
    for word in ("libomp", "strands", "phases", "latent"):
        if re.search(REMARKS[word], remarks):
            return word
    return "serial"


def main():
    compiler, document = sys.argv[1], Path(sys.argv[2])
    rows = ROW.findall(document.read_text())
    if not rows:
        sys.exit(f"tactus: error: {document}: no row '| `directive` | word |'; the table has another form")
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for directive, word in rows:
            remarks, problem = run(compiler, directive, Path(folder))
            found = kind(remarks or "")
            if problem or found != word:
                print(f"tactus: error: {document.name}: '{directive}' {problem or f'is {found}, not {word}'}\n{remarks}", file=sys.stderr)
                failures += 1
    print(f"{len(rows)} directives, {failures} not as the document says")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
