# Part of Tactus, under the MIT licence. See LICENSE for details.
"""mutations.py TACTUS_PREFIX FOLDER FIRST COUNT: of programs with one wrong effect, each that can change a result is reported.

Random programs whose effects are right; what all calls read besides may change between them, by name, by a pointer or in a
function. Some find their arrays through a pointer to a struct, which the program changes between calls. Each effect goes through `part(number, value)`, which makes it smaller in the program's
mutant with that number. Compiled without checks, a mutant that ends with another result in some setting is wrong in it: there
the same program with -ftactus-check-effects has to end with a report. The program itself is never stopped.
"""

import os
import random
import re
import subprocess
import sys
from pathlib import Path

SIZE = 512
LIMIT = 120


def fail(message):
    sys.exit(f"tactus: error: {message}")


class Program:
    def __init__(self, number):
        self.random = random.Random(number)
        self.effects = 0
        self.lines = ["#include <stdio.h>", "#include <stdlib.h>", "#include <tactus/splice.h>",
                      f"static unsigned arrays[3][{SIZE}], limit = {self.random.randint(2, 9)}, total;",
                      "static int mutant;", f"static long part(int number, long value) {{ return number == mutant ? {self.smaller()} : value; }}",
                      "static unsigned *limit_ = &limit;", "static void set_limit(unsigned value) { *limit_ = value; }",
                      "#define RANGE(p, first, last) tactus_range((p) + (first), (p) + (last))"]
        self.view = self.random.random() < 0.4
        if self.view:
            self.lines += ["struct view { const unsigned *from; unsigned *to; };",
                           "#define x (v->from + o)", "#define y (v->to + o)"]
        self.reach = self.random.choice([0, 0, 1, 3])
        self.counts = self.random.random() < 0.3
        self.function()
        self.main()

    def smaller(self):
        return self.random.choice(["0", "value / 2", "value - 1"])

    def size(self, value):
        """The end of a range, or its beginning from the end on."""
        self.effects += 1
        return f"part({self.effects}, {value})"

    def clauses(self, first, length):
        reads = [f"RANGE(x + {first}, -{self.size(self.reach)}, {self.size(f'{length} + {self.reach}')})" if self.reach
                 else f"RANGE(x + {first}, 0, {self.size(length)})"]
        writes = [f"RANGE(y + {first}, 0, {self.size(length)})"]
        if self.counts:
            writes.append(f"tactus_range(&total, &total + {self.size('1')})")
        return f"Reads({', '.join(reads)}) Writes({', '.join(writes)})"

    def function(self):
        pick = self.random.choice
        work = f"y[i] = y[i] * {pick([1, 3, 5])} + x[i - {self.reach}] + 7 * x[i + {self.reach}] + {pick(['n', 'limit', 'i'])};"
        if self.counts:
            work += " total = total * 31 + y[i];"
        leaf = self.random.choice([16, 32, 64])
        emit = self.lines.append
        emit(f"#pragma splice func {self.clauses('0', 'n')}")
        emit(f"static void walk({'struct view *v, long o' if self.view else 'const unsigned *x, unsigned *y'}, long n) {{")
        emit(f"  if (n > {leaf}) {{")
        emit("    long half = n / 2;")
        if self.random.random() < 0.3:
            emit(f"#pragma splice step {self.clauses('half', '1')}")
            emit(f"    {{ long i = half; {work} }}")
        if self.random.random() < 0.3:
            emit(f"#pragma splice rest {self.clauses('half', '(n - half)')}")
        emit(f"    walk({'v, o' if self.view else 'x, y'}, half);")
        emit(f"    walk({'v, o + half' if self.view else 'x + half, y + half'}, n - half);")
        emit("    return;")
        emit("  }")
        kind = self.random.randrange(3)
        if kind == 0:
            emit("  struct tactus_chunks c = {0, n, 8, 0};")
            emit(f"#pragma splice step {self.clauses('c.first', '(c.last - c.first)')} Slice(c)")
            emit(f"  for (long i = c.first; i < c.last; i++) {{ {work} }}")
        else:
            if kind == 1:
                emit(f"#pragma splice step {self.clauses('0', 'n')}")
            emit(f"  for (long i = 0; i < n; i++) {{ {work} }}")
        emit("}")

    def call(self, length):
        source = f"arrays[t % 3] + {self.reach} + {self.random.choice(['0', 't % 3'])}"
        target = f"arrays[(t + {self.random.choice([1, 2])}) % 3] + {self.reach}"
        if not self.view:
            return [], [f"    walk({source}, {target}, {length});"]
        before = ["  struct view views[8];", "  for (int t = 0; t < 8; t++)", f"    views[t].from = {source}, views[t].to = {target};"]
        change = self.random.choice([[], [], ["    if (t == 5) views[6] = views[2];"], ["    views[t].from = views[7 - t].from;"]])
        return before, [*change, f"    walk(&views[{self.random.choice(['t', 't % 4'])}], 0, {length});"]

    def main(self):
        length = SIZE - 2 * self.reach - 4
        before, inside = self.call(length)
        self.lines += ["int main(int count, char **arguments) {", "  mutant = count > 1 ? atoi(arguments[1]) : 0;",
                       f"  for (int i = 0; i < {SIZE}; i++) arrays[0][i] = i * 3, arrays[1][i] = i * i, arrays[2][i] = 7;",
                       *before, "#pragma splice try(4)", "  for (int t = 0; t < 8; t++) {", *inside,
                       self.random.choice(["", "", "    limit = t;", "    *limit_ += t;", "    set_limit(t);"]), "  }",
                       f"  for (int a = 0; a < 3; a++) for (int i = 0; i < {SIZE}; i++) total = total * 31 + arrays[a][i];",
                       '  printf("%u\\n", total);', "}"]


def build(driver, source, program, *flags):
    command = [driver, "-O1", "-w", *flags, source, "-o", program]
    done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT)
    if done.returncode or done.stderr:
        fail(f"{source}: {done.stderr}")
    return program


def run(program, mutant, **settings):
    environment = {key: value for key, value in os.environ.items() if not key.startswith("TACTUS_")}
    environment |= {key: str(value) for key, value in settings.items()}
    return subprocess.run([program, str(mutant)], env=environment, capture_output=True, text=True, timeout=LIMIT)


SETTINGS = [{"TACTUS_SPLICE": calls, "TACTUS_WORKERS": 1} for calls in (2, 3, 8)]
REPORT = re.compile(r"tactus: error: \S*mutant\d+\.c:\d+: [^\n]*\n")


def check_program(driver, folder, number, sums):
    source = folder / f"mutant{number}.c"
    made = Program(number)
    source.write_text("\n".join(made.lines) + "\n")
    plain = build(driver, source, folder / f"mutant{number}.plain")
    checked = build(driver, source, folder / f"mutant{number}.checked", "-ftactus-check-effects")
    expected = run(plain, 0, TACTUS_SPLICE=1, TACTUS_WORKERS=1).stdout
    for settings in (*SETTINGS, {"TACTUS_SPLICE": 4, "TACTUS_WORKERS": 2, "TACTUS_CHAOS": number}):
        done = run(checked, 0, **settings)
        if done.returncode or done.stderr or done.stdout != expected:
            fail(f"{checked}, whose effects are right, with {settings}: {done.returncode} {done.stdout!r} {done.stderr}")
    for mutant in range(1, made.effects + 1):
        sums["mutants"] += 1
        for settings in SETTINGS:
            done = run(checked, mutant, **settings)
            if done.returncode and not REPORT.fullmatch(done.stderr):
                fail(f"{checked} {mutant} with {settings} ends with {done.returncode}: {done.stderr}")
            isReported = done.returncode != 0
            isWrong = run(plain, mutant, **settings).stdout != expected
            sums["reported"] += isReported
            sums["wrong"] += isWrong
            if isWrong and not isReported:
                fail(f"{plain} {mutant} with {settings} has a wrong result, and {checked} does not report it")


def main():
    prefix, folder = Path(sys.argv[1]), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    first, count = map(int, sys.argv[3:5])
    sums = {"mutants": 0, "reported": 0, "wrong": 0}
    for number in range(first, first + count):
        check_program(prefix / "bin" / "tactus-clang", folder, number, sums)
    print(f"{count} programs: " + ", ".join(f"{value} {name}" for name, value in sums.items()))
    if not sums["wrong"] or not sums["reported"]:
        fail("nothing tested")


if __name__ == "__main__":
    main()
