#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""random_sweeps.py TACTUS_PREFIX CLANG FOLDER FIRST COUNT: loops with `#pragma splice` and no clause mean what they mean without.

Time loops around sweeps over arrays of one to three dimensions, in C and C++: stencils of random reach, in place, between two
arrays and through pointers that are swapped, some of them parallel loops of OpenMP; backwards, with strides, in triangles, with conditions and scratch arrays; sums,
code and calls between sweeps that look at single elements, and changes of variables that sweeps use. Results are compared bit
by bit, and with -ftactus-check-effects each access is compared with what has been derived. The program of a number is always
the same.
"""

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "pragmas"))
from run import Compilers, fail, run  # noqa: E402

ARRAYS = 4


class Program:
    def __init__(self, number):
        self.random = random.Random(number)
        self.cxx = self.chance(0.4)
        self.dimensions = self.pick([1, 1, 2, 2, 3])
        self.size = {1: self.random.randint(40, 900), 2: self.random.randint(12, 40), 3: self.random.randint(8, 12)}[self.dimensions]
        self.element = self.pick(["double", "double", "float", "int", "unsigned char"])
        self.index = self.pick(["long", "long", "int", "unsigned", "size_t"])
        self.lines, self.depth, self.names = [], 0, 0
        self.openmp, self.independent = self.chance(0.35), False
        self.write()

    def chance(self, probability):
        return self.random.random() < probability

    def pick(self, choices):
        return self.random.choice(choices)

    def emit(self, text):
        self.lines.append("  " * self.depth + text)

    def name(self):
        self.names += 1
        return f"v{self.names}"

    def write(self):
        total = self.size ** self.dimensions
        self.how = self.pick(["global", "global", "pointers", "restrict", "vector", "span", "members"] if self.cxx else
                             ["global", "global", "pointers", "restrict", "struct", "rows"])
        if self.how == "rows" and self.dimensions != 2:
            self.how = "struct"
        self.emit("#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>")
        if self.cxx:
            self.emit("#include <vector>\n#include <algorithm>\n#include <cmath>")
        else:
            self.emit("#include <math.h>")
        self.emit(f"enum {{ N = {self.size}, Total = {total} }};\ntypedef {self.element} T;")
        self.emit("static long weight = 3, other = 1;\nstatic double sum;")
        self.emit("#define HASH(x) ((x) * 2654435761u % 251)")
        self.emit("__attribute__((noinline)) static long opaque(long x) { static long calls; return x + (calls++ & 1); }")
        for array in range(ARRAYS):
            self.emit(f"static T storage{array}[Total + 64];")
        if self.how == "struct":
            self.emit(f"struct grid {{ T *{', *'.join(f'x{array}' for array in range(ARRAYS))}; long n; }};")
        if self.how == "span":  # as C++20's, without its header's version
            self.emit("template <class E> struct Span { E *first; size_t count; E &operator[](size_t i) const { return first[i]; } "
                      "size_t size() const { return count; } E *data() const { return first; } };")
        if self.how == "members":
            self.emit(f"struct Grid {{\n  std::vector<T> data[{ARRAYS}]; long n;\n  T &at(int a, size_t i) {{ return data[a][i]; }}\n"
                      f"  void go(long steps);\n}};")
        if self.chance(0.5):
            self.emit("static T mix(const T *p, long d) { return p[0] + p[d]; }")
            self.mix = True
        else:
            self.mix = False
        self.function()
        self.main()

    # ===--- The function with the time loop ---===#

    def parameters(self):
        if self.how in ("pointers", "restrict"):
            word = {"pointers": "", "restrict": "__restrict "}[self.how]
            return ", ".join(f"T *{word}x{array}" for array in range(ARRAYS)) + ", long n"
        if self.how == "vector":
            return ", ".join(f"std::vector<T> &x{array}" for array in range(ARRAYS)) + ", long n"
        if self.how == "span":
            return ", ".join(f"Span<T> x{array}" for array in range(ARRAYS)) + ", long n"
        if self.how == "struct":
            return "struct grid *g, long n"
        if self.how == "rows":
            return ", ".join(f"T **x{array}" for array in range(ARRAYS)) + ", long n"
        return "long n"

    def element_of(self, array, indices):
        if self.how == "rows":
            return f"x{array}[{indices[0]}][{indices[1]}]"
        if self.how == "global" and self.dimensions > 1:
            return f"x{array}" + "".join(f"[{index}]" for index in indices)
        flat = indices[0]
        for index in indices[1:]:
            flat = f"({flat}) * {self.pick(['N', 'n']) if self.index != 'unsigned' else 'N'} + {index}"
        if self.how == "struct":
            return f"g->x{array}[{flat}]"
        if self.how == "members":
            return f"{self.pick(['at', 'at']) }({array}, {flat})"
        return f"x{array}[{flat}]"

    def function(self):
        if self.how == "global":
            for array in range(ARRAYS):
                self.emit(f"static T x{array}" + (f"[{self.size}]" * self.dimensions if self.dimensions > 1 else "[Total + 64]") + ";")
        head = "void Grid::go(long steps)" if self.how == "members" else f"__attribute__((noinline)) void go({self.parameters()}, long steps)"
        self.emit(head + " {")
        self.depth += 1
        self.swaps = self.how in ("pointers", "vector", "rows", "struct", "span")
        if self.chance(0.7):
            self.emit("#pragma splice")
        else:
            self.inner = True
        marked = self.lines[-1].strip() == "#pragma splice"
        self.emit("for (long step = 0; step < steps; step++) {")
        self.depth += 1
        sweeps = self.random.randint(1, 3)
        for number in range(sweeps):
            if self.chance(0.25):
                self.between()
            if not marked and number == 0:
                self.emit("#pragma splice")
            self.sweep()
        if self.chance(0.25):
            self.between()
        if self.swaps and self.chance(0.6):
            a, b = self.random.sample(range(ARRAYS), 2)
            prefix = "g->" if self.how == "struct" else ""
            if self.how == "vector":
                self.emit(f"x{a}.swap(x{b});")
            else:
                kind = {"rows": "T **", "span": "Span<T> "}.get(self.how, "T *")
                self.emit(f"{kind}swapped = {prefix}x{a}; {prefix}x{a} = {prefix}x{b}; {prefix}x{b} = swapped;")
        self.depth -= 1
        self.emit("}")
        self.depth -= 1
        self.emit("}")

    def between(self):
        array = self.random.randrange(ARRAYS)
        place = ["1"] * self.dimensions
        element = self.element_of(array, place)
        self.emit(self.pick([
            f"{element} = (T)step;",
            f"sum += (double){element};",
            "weight = 1 + (weight + step) % 5;",
            f"if (step % 3 == 1) {element} += 1;",
            "other = opaque(step);",
            f"if ({element} > 100) {element} = 7;",
            f"if (step == steps - 2 && {element} == 99) break;",
        ]))

    def loop(self, margin, outer):
        """A loop head and its variable."""
        variable = self.name()
        kind = self.index if not outer or self.chance(0.8) else "long"
        self.emit(f"for ({kind} {variable} = {margin}; {variable} < {self.pick(['N', f'({kind})n'])} - {margin}; {variable}{self.pick(['++', '++', ' += 1'])}) {{")
        return variable

    def sweep(self):
        margin = self.random.randint(1, 2)
        opened = 0
        variables = []
        # Its iterations are independent: they read other arrays than they write.
        self.independent = self.openmp and self.chance(0.8)
        self.target = self.random.randrange(ARRAYS)
        if self.independent:
            self.emit("#pragma omp parallel for")
        backward = self.index in ("long", "int") and self.chance(0.15)
        for dimension in range(self.dimensions):
            if backward and dimension == 0:
                variable = self.name()
                self.emit(f"for ({self.index} {variable} = ({self.index})n - 1 - {margin}; {variable} >= {margin}; {variable}--) {{")
            elif dimension == 1 and self.index == "long" and self.chance(0.12):
                variable = self.name()
                self.emit(f"for (long {variable} = {margin}; {variable} {self.pick(['<', '<='])} {variables[0]}{self.pick(['', ' - 1'])}; {variable}++) {{")
            elif dimension == 0 and self.chance(0.1):
                variable = self.name()
                self.emit(f"for (long {variable} = {margin} + step % 2; {variable} < n - {margin}; {variable} += 2) {{")
            else:
                variable = self.loop(margin, dimension == 0)
            variables.append(variable)
            opened += 1
            self.depth += 1
        self.body(variables, margin)
        for _ in range(opened):
            self.depth -= 1
            self.emit("}")

    def source(self):
        return self.pick([array for array in range(ARRAYS) if array != self.target or not self.independent])

    def body(self, variables, margin):
        order = list(variables)
        if self.dimensions == 2 and self.chance(0.1):
            order.reverse()  # columns
        terms = []
        for _ in range(self.random.randint(1, 4)):
            reach = [self.random.randint(-margin, margin) if self.chance(0.7) else 0 for _ in order]
            indices = [variable + (f" {'+' if offset > 0 else '-'} {abs(offset)}" if offset else "")
                       for variable, offset in zip(order, reach)]
            terms.append(self.element_of(self.source(), indices))
        value = f" {self.pick(['+', '-'])} ".join(terms)
        scale = self.pick(["", "", " * weight", " + step", " * other"])
        value = f"({value}){scale}"
        if self.element in ("double", "float"):
            value = f"{value} * 0.25"
        if self.element == "double" and self.chance(0.2):
            value = f"{self.pick(['sqrt(fabs', 'sin((double)'])}({value}))"
        if self.mix and self.how in ("pointers", "restrict") and self.chance(0.5):
            value += f" + mix(&{self.element_of(self.source(), order)}, {self.pick([-1, 1])})"
        if self.chance(0.12):
            scratch = self.name()
            self.emit(f"T {scratch}[3] = {{(T)1, (T)({value}), (T)2}};")
            self.emit(f"for (int k = 1; k < 3; k++) {scratch}[k] += {scratch}[k - 1];")
            value = f"{scratch}[{self.pick([1, 2])}]"
        assignment = f"{self.element_of(self.target, order)} {self.pick(['=', '=', '=', '+='])} (T)({value});"
        if self.chance(0.2):
            condition = self.pick([f"{order[0]} % 3 == 0", f"{self.element_of(self.source(), order)} > 3",
                                   "step % 2 == 0"])
            assignment = f"if ({condition}) {assignment}"
        self.emit(assignment)
        if not self.independent and self.chance(0.06):
            self.emit(f"if ({order[0]} == 9999) break;")
        if not self.independent and self.chance(0.05):
            self.emit("sum += 1;")

    # ===--- Start and end ---===#

    def main(self):
        self.emit("int main(void) {")
        self.emit("  long total = Total;")
        if self.how in ("global",):
            pointer = lambda array: f"(T *)x{array}"
        else:
            pointer = lambda array: f"storage{array}"
        fill = lambda target, array: f"  for (long i = 0; i < total; i++) ({target})[i] = (T)HASH(i * {array + 3} + {array});"
        if self.how in ("vector", "members"):
            if self.how == "members":
                self.emit("  static Grid grid; grid.n = N;")
            for array in range(ARRAYS):
                if self.how == "vector":
                    self.emit(f"  std::vector<T> x{array}(Total + 64);")
                else:
                    self.emit(f"  grid.data[{array}].resize(Total + 64);")
                self.emit(fill(f"x{array}.data()" if self.how == "vector" else f"grid.data[{array}].data()", array))
        else:
            for array in range(ARRAYS):
                self.emit(fill(pointer(array), array))
        steps = self.random.randint(3, 11)
        names = [f"storage{array}" for array in range(ARRAYS)]
        if self.how == "pointers" and not self.openmp and self.chance(0.15):
            names[1] = "storage0 + 7"  # they overlap
        call = {"global": f"go(N, {steps})", "pointers": f"go({', '.join(names)}, N, {steps})",
                "restrict": f"go({', '.join(names)}, N, {steps})",
                "vector": f"go(x0, x1, x2, x3, N, {steps})", "members": f"grid.go({steps})",
                "span": f"go({', '.join(f'Span<T>{{storage{a}, Total}}' for a in range(ARRAYS))}, N, {steps})",
                "struct": f"go(&grid, N, {steps})", "rows": f"go(rows0, rows1, rows2, rows3, N, {steps})"}[self.how]
        if self.how == "struct":
            self.emit(f"  struct grid grid = {{{', '.join(names)}, N}};")
        if self.how == "rows":
            for array in range(ARRAYS):
                self.emit(f"  static T *rows{array}[N]; for (long i = 0; i < N; i++) rows{array}[i] = storage{array} + i * N;")
        self.emit(f"  {call};")
        for array in range(ARRAYS):
            source = {"vector": f"x{array}.data()", "members": f"grid.data[{array}].data()"}.get(self.how, pointer(array))
            self.emit(f"  for (long i = 0; i < total; i++) printf(\"%.9g \", (double)({source})[i]);")
        self.emit('  printf("%.9g %ld %ld\\n", sum, weight, other);')
        self.emit("  return 0;\n}")


def environments(number):
    for calls in 2, 5, 16:
        yield {"TACTUS_SPLICE": calls, "TACTUS_WORKERS": 1, "TACTUS_SPLICE_CHECK": 1}
    yield {"TACTUS_WORKERS": 1}
    for workers in 2, 4:
        yield {"TACTUS_SPLICE": 3 + number % 7, "TACTUS_WORKERS": workers, "TACTUS_CHAOS": number + 1}


def main():
    prefix, clang, folder = sys.argv[1:4]
    compilers = Compilers(prefix, clang, folder)
    calls = delayed = forks = 0
    for number in range(int(sys.argv[4]), int(sys.argv[4]) + int(sys.argv[5])):
        program = Program(number)
        source = compilers.folder / f"sweeps{number}.{'cpp' if program.cxx else 'c'}"
        source.write_text("\n".join(program.lines) + "\n")
        flags = ["-w", "-ffp-contract=off", *(["-g"] if number % 2 else []), *([] if program.cxx else ["-lm"])]
        driver = str(Path(prefix) / "bin" / ("tactus-clang++" if program.cxx else "tactus-clang"))
        expected, _ = run(compilers.build(f"sweeps{number}.clang", [source], clang, "-O1", *flags), compilers.folder)
        levels = [f"-O{1 + number % 3}", "-O0", f"-O{1 + (number + 1) % 3}"][: 1 + (number % 4 == 0) + (number % 3 == 0)]
        for level in levels:
            for extra in [[]] + ([["-ftactus-check-effects"]] if level != "-O0" else []):
                openmp = ["-ftactus-verify", *(["-fopenmp"] if program.openmp else [])]
                built = compilers.build(f"sweeps{number}{level}{len(extra)}", [source], driver, level, *flags, *openmp, *extra)
                for settings in environments(number):
                    result, counts = run(built, compilers.folder, **settings)
                    if result != expected:
                        fail(f"{source}: another result with {level} {extra} {settings}")
                    calls += counts.get("threads", 0)
                    delayed += counts.get("delayedSteps", 0)
                    forks += counts.get("forks", 0)
                built.unlink()
        (compilers.folder / f"sweeps{number}.clang").unlink()
    print(f"0 wrong. {calls} calls, {delayed} delayed steps, {forks} forks")


if __name__ == "__main__":
    main()
