# Part of Tactus, under the MIT licence. See LICENSE for details.
"""random_programs.py TACTUS_PREFIX CLANG FOLDER FIRST COUNT: random programs with #pragma splice mean what they mean without it.

Recursive functions over parts of two arrays and over some global variables: steps with and without effects, values that
later code needs, conditions and arguments that data decides, loops, returns and breaks at any place. Effects are right:
each function declares what it and its callees do. The program of a number is always the same.
"""

import random
import sys
from pathlib import Path

from run import Compilers, fail, run

SIZE = 256
GLOBALS = 4


class Program:
    def __init__(self, number):
        self.random = random.Random(number)
        self.lines = ["#include <stdio.h>", "#include <tactus/splice.h>", f"static unsigned a[{SIZE}], b[{SIZE}];",
                      *(f"static unsigned g{index} = {index};" for index in range(GLOBALS))]
        self.depth = 0
        count = self.random.randint(2, 4)
        # Later functions touch fewer global variables, so that earlier ones may call them.
        self.read, self.written = [set(range(GLOBALS))], [set(range(GLOBALS - 1))]
        for _ in range(count - 1):
            self.read.append({name for name in self.read[-1] if self.random.random() < 0.6})
            self.written.append({name for name in self.written[-1] if self.random.random() < 0.5})
        for index in reversed(range(count)):
            self.function(index)
        self.main(count)

    def chance(self, probability):
        return self.random.random() < probability

    def pick(self, choices):
        return self.random.choice(sorted(choices))

    def emit(self, text):
        self.lines.append("  " * self.depth + text)

    def block(self, head, body):
        self.emit(head + " {")
        self.depth += 1
        body()
        self.depth -= 1
        self.emit("}")

    # ===--- Functions ---===#

    def function(self, index):
        self.index = index
        names = lambda some: "".join(f", tactus_range(&g{name}, &g{name} + 1)" for name in sorted(some))
        self.emit(f"#pragma splice func Reads(tactus_range(x, x + n){names(self.read[index])}) "
                  f"Writes(tactus_range(y, y + n){names(self.written[index])})")
        self.block(f"static void f{index}(unsigned *x, unsigned *y, long n, unsigned d)", self.body)

    def body(self):
        self.emit("long i = 0, k = n / 2;")
        self.emit("unsigned v = d, w = 1;")
        self.block(f"if (n <= {self.pick([4, 8, 16])})", self.leaf)
        halves = self.chance(0.5)
        for _ in range(self.random.randint(0, 2) if halves else self.random.randint(2, 5)):
            self.statement(2)
        self.emit("(void)i, (void)k, (void)v, (void)w;")
        if halves:
            self.halves()

    def halves(self):
        """Calls at the end, which may run in parallel where the last function writes no global variables."""
        callee = self.pick({self.index, len(self.read) - 1})
        self.emit(f"f{callee}(x, y, n / 2, d);")
        self.emit(f"f{callee}(x + n / 2, y + n / 2, n - n / 2, d + 1);")

    def leaf(self):
        for _ in range(self.random.randint(1, 3)):
            self.piece()
        self.emit("return;")

    def value(self):
        """Something that the function may read."""
        choices = ["x[0]", "y[n - 1]", "x[n / 2]", "d", "v", "w", "(unsigned)n"]
        choices += [f"g{name}" for name in self.read[self.index] | self.written[self.index]]
        return self.pick(choices)

    def annotation(self):
        if self.chance(0.4):
            names = "".join(f", tactus_range(&g{name}, &g{name} + 1)" for name in sorted(self.read[self.index]))
            written = "".join(f", tactus_range(&g{name}, &g{name} + 1)" for name in sorted(self.written[self.index]))
            self.emit(f"#pragma splice step Reads(tactus_range(x, x + n){names}) Writes(tactus_range(y, y + n){written})")

    def piece(self):
        """Code without calls."""
        if self.chance(0.2):
            return self.parts()
        self.annotation()
        kind = self.random.randrange(7)
        if kind == 0:
            self.emit(f"for (i = 0; i < n; i++) y[i] = y[i] * 3 + x[i] + {self.value()};")
        elif kind == 1:
            self.emit(f"for (long j = 0; j < n; j++) v = v * 31 + x[j] + {self.value()};")
        elif kind == 2:
            self.emit(f"{{ unsigned t = {self.value()}; y[n / 3] ^= t; if (t % 2) y[0] += w; }}")
        elif kind == 3 and self.written[self.index]:
            self.emit(f"g{self.pick(self.written[self.index])} += {self.value()} % 7;")
        elif kind == 4:
            self.emit(f"if ({self.value()} % 3 == 1) {{ y[n - 1] -= {self.value()}; {self.pick(['', 'return;'])} }}")
        elif kind == 5:
            self.emit(f"w = {self.value()} ^ {self.value()};")
        else:
            self.emit(f"while (i < n && y[i] % 5) {{ y[i]--; i++; {self.pick(['', 'if (x[i - 1] % 4 == 3) break;'])} }}")

    def parts(self):
        """A step in parts, whose effects say which elements a part writes."""
        names = "".join(f", tactus_range(&g{name}, &g{name} + 1)" for name in sorted(self.read[self.index] | self.written[self.index]))
        first, grain, offset = self.pick(["0", "n / 4", "i", "k"]), self.pick(["1", "3", "n / 2 + 1"]), self.pick(["0", "v % 5", "-n"])
        self.block("", lambda: (
            self.emit(f"struct tactus_chunks c = {{{first}, n, {grain}, {offset}}};"),
            self.emit(f"#pragma splice step Reads(tactus_range(x, x + n), tactus_range(y, y + n){names}) "
                      f"Writes(tactus_range(y + c.first, y + c.last)) Slice(c)"),
            self.emit(f"for (long j = c.first; j < c.last; j++) y[j] = y[j] * 5 + x[n - 1 - j] + {self.value()};")))

    def call(self, length="n / 2"):
        """A call whose effects lie within the function's own."""
        callee = self.random.randint(self.index, len(self.read) - 1)
        start = self.pick(["", " + k", " + n / 4", " + (n - n / 2)"])
        source = self.pick(["x", "y"]) + self.pick(["", " + k", " + n / 3"])
        return f"f{callee}({source}, y{start}, {length}, {self.pick([self.value(), 'd + 1', 'v', 'w * 2'])});"

    def statement(self, levels):
        kind = self.random.randrange(9)
        if kind < 4 or levels == 0:
            self.emit(self.call())
        elif kind < 6:
            self.piece()
        elif kind == 6:
            self.annotation()
            self.block(f"if ({self.value()} % 2)", lambda: self.statement(levels - 1))
            if self.chance(0.5):
                self.block("else", lambda: self.statement(levels - 1))
        elif kind == 7:
            self.block(f"for (long r = 0; r < 2 + ({self.value()} & 1); r++)", lambda: self.loop_body(levels))
        else:
            self.emit(f"k = ({self.value()} % 2) ? n / 2 : n / 4;")

    def loop_body(self, levels):
        self.emit("k = r * (n / 4);" if self.chance(0.5) else "v += r;")
        self.emit(self.call("n / 4"))
        if self.chance(0.3):
            self.emit(f"if ({self.value()} % 6 == 5) {self.pick(['break;', 'continue;', 'return;'])}")
        self.statement(levels - 1 if self.chance(0.3) else 0)

    def main(self, count):
        def body():
            self.emit(f"for (int i = 0; i < {SIZE}; i++) a[i] = i * 7, b[i] = i * i;")
            self.emit("unsigned total = 0;")
            self.emit(self.pick(["#pragma splice try(3)", "#pragma splice try(5)", "#pragma splice try"]))
            self.block("for (int t = 0; t < 6; t++)", lambda: self.calls(count))
            self.emit(f"for (int i = 0; i < {SIZE}; i++) total = total * 31 + a[i] * 5 + b[i];")
            self.emit('printf("%u %u %u %u %u\\n", total, g0, g1, g2, g3);')
        self.block("int main(void)", body)

    def calls(self, count):
        for _ in range(self.random.randint(1, 3)):
            arrays = self.pick(["a, b", "b, a", "a, a + 64", "b + 32, b", "a + t, b + 64 - t"])
            self.emit(f"f{self.random.randrange(count)}({arrays}, {self.pick([64, 128, 190])}, (unsigned)t);")
            if self.chance(0.2):
                self.emit(self.pick(["total += g1;", "g0 ^= t;", "total += b[t];", "if (a[3] % 5 == 4) break;"]))


def environments(number):
    for calls in 2, 3, 8:
        yield {"TACTUS_SPLICE": calls, "TACTUS_WORKERS": 1, "TACTUS_SPLICE_CHECK": 1}
    for workers in 2, 4:
        yield {"TACTUS_SPLICE": 4, "TACTUS_WORKERS": workers, "TACTUS_CHAOS": number}


def main():
    compilers = Compilers(*sys.argv[1:4])
    driver = str(compilers.prefix / "bin" / "tactus-clang")
    first, count = map(int, sys.argv[4:6])
    sums = {"delayedSteps": 0, "waits": 0, "stolenCalls": 0, "forks": 0}
    for number in range(first, first + count):
        source = Path(compilers.folder) / f"random{number}.c"
        source.write_text("\n".join(Program(number).lines) + "\n")
        flags = ["-O1", "-w"]
        include = f"-I{compilers.prefix / 'include'}"
        expected, _ = run(compilers.build(f"random{number}.clang", [source], str(compilers.clang), *flags, include),
                          compilers.folder)
        program = compilers.build(f"random{number}.tactus", [source], driver, *flags)
        for settings in environments(number):
            text, counts = run(program, compilers.folder, **settings)
            if text != expected:
                fail(f"{source} with {settings} writes {text!r}, not {expected!r}")
            for name in sums:
                sums[name] += counts.get(name, 0)
    print(f"{count} programs: " + ", ".join(f"{value} {name}" for name, value in sums.items()))
    missing = [name for name, value in sums.items() if not value]
    if missing:
        fail(f"nothing tested: no {', no '.join(missing)}")


if __name__ == "__main__":
    main()
