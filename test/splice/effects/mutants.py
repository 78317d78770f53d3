# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Random programs for mutations.py: what those in C and in C++ have in common, and those in C."""

import random

SIZE = 512


class Mutant:
    """A recursive function over two arrays, and a loop that calls it. What the language says is said by subclasses:

    prologue()         what comes before the function
    head()             of the function
    recurse(o, n)      a call of itself on the n elements from element o on
    source(i)          element i of what it reads; target(i) of what it writes
    begin(), end()     the addresses of their first elements
    calls(length)      lines before the loop in time, and in it
    """
    suffix, driver = "c", "tactus-clang"
    # How far an element looks to either side, of which one is chosen.
    reaches = (0, 0, 1, 3)

    def __init__(self, number):
        self.random = random.Random(number)
        self.effects = 0
        self.lines = []
        self.prologue()
        self.reach = self.pick(*self.reaches)
        self.counts = self.random.random() < 0.3
        self.function()
        self.main()

    def emit(self, *lines):
        self.lines += lines

    def pick(self, *choices):
        return self.random.choice(choices)

    def chance(self, probability):
        return self.random.random() < probability

    def smaller(self):
        return self.pick("0", "value / 2", "value - 1")

    def common(self):
        """Declarations of every program."""
        limit, self.less = self.random.randint(2, 9), self.smaller()
        self.emit(f"static unsigned limit = {limit}, total;", "static int mutant;",
                  f"static long part(int number, long value) {{ return number == mutant ? {self.less} : value; }}",
                  "static unsigned *limit_ = &limit;", "static void set_limit(unsigned value) { *limit_ = value; }",
                  "#define RANGE(p, first, last) tactus_range((p) + (first), (p) + (last))")

    def fixed(self, mutant):
        """The lines of one mutant as a program of its own, whose effects the compiler knows."""
        parts = [f"#define part_{number}(value) ((long)({self.less.replace('value', '(value)') if number == mutant else 'value'}))"
                 for number in range(1, self.effects + 1)]
        return ["#define part(number, value) part_##number(value)", *parts,
                *(line for line in self.lines if not line.startswith("static long part("))]

    def size(self, value):
        """The end of a range, or its beginning from the end on."""
        self.effects += 1
        return f"part({self.effects}, {value})"

    def more_reads(self):
        return []

    def clauses(self, first, length):
        begin = f"{self.begin()} + {first}"
        reads = [f"RANGE({begin}, -{self.size(self.reach)}, {self.size(f'{length} + {self.reach}')})" if self.reach
                 else f"RANGE({begin}, 0, {self.size(length)})", *self.more_reads()]
        writes = [f"RANGE({self.end()} + {first}, 0, {self.size(length)})"]
        if self.counts:
            writes.append(f"tactus_range(&total, &total + {self.size('1')})")
        return f"Reads({', '.join(reads)}) Writes({', '.join(writes)})"

    def others(self):
        """What an element is computed from besides."""
        return ["n", "limit", "i"]

    def work(self):
        text = (f"{self.target('i')} = {self.target('i')} * {self.pick(1, 3, 5)} + {self.source(f'i - {self.reach}')} + "
                f"7 * {self.source(f'i + {self.reach}')} + {self.pick(*self.others())};")
        return text + f" total = total * 31 + {self.target('i')};" * self.counts

    def function(self):
        work = self.work()
        leaf = self.pick(16, 32, 64)
        self.emit(f"#pragma splice func {self.clauses('0', 'n')}", f"{self.head()} {{", f"  if (n > {leaf}) {{",
                  "    long half = n / 2;")
        if self.chance(0.3):
            self.emit(f"#pragma splice step {self.clauses('half', '1')}", f"    {{ long i = half; {work} }}")
        if self.chance(0.3):
            self.emit(f"#pragma splice rest {self.clauses('half', '(n - half)')}")
        self.emit(f"    {self.recurse('0', 'half')};", f"    {self.recurse('half', 'n - half')};", "    return;", "  }")
        kind = self.random.randrange(3)
        if kind == 0:
            self.emit("  struct tactus_chunks c = {0, n, 8, 0};",
                      f"#pragma splice step {self.clauses('c.first', '(c.last - c.first)')} Slice(c)",
                      f"  for (long i = c.first; i < c.last; i++) {{ {work} }}")
        else:
            if kind == 1:
                self.emit(f"#pragma splice step {self.clauses('0', 'n')}")
            self.emit(f"  for (long i = 0; i < n; i++) {{ {work} }}")
        self.emit("}")

    def changes(self):
        """What the program does behind a call, of which one is chosen."""
        return ["", "", "limit = t;", "*limit_ += t;", "set_limit(t);"]

    def main(self):
        before, inside = self.calls(SIZE - 2 * self.reach - 4)
        zero, one, two = (self.element(array) for array in range(3))
        self.emit("int main(int count, char **arguments) {", "  mutant = count > 1 ? atoi(arguments[1]) : 0;", *before,
                  f"  for (int i = 0; i < {SIZE}; i++) {zero} = i * 3, {one} = i * i, {two} = 7;",
                  "#pragma splice try(4)", "  for (int t = 0; t < 8; t++) {", *inside, f"    {self.pick(*self.changes())}", "  }",
                  *(f"  for (int i = 0; i < {SIZE}; i++) total = total * 31 + {value};" for value in (zero, one, two)),
                  '  printf("%u\\n", total);', "}")


class CMutant(Mutant):
    """Two pointers, or a struct of two."""

    def prologue(self):
        self.emit("#include <stdio.h>", "#include <stdlib.h>", "#include <tactus/splice.h>",
                  f"static unsigned arrays[3][{SIZE}];")
        self.common()
        self.view = self.chance(0.4)
        if self.view:
            self.emit("struct view { const unsigned *from; unsigned *to; };", "#define x (v->from + o)",
                      "#define y (v->to + o)")

    def head(self):
        return f"static void walk({'struct view *v, long o' if self.view else 'const unsigned *x, unsigned *y'}, long n)"

    def recurse(self, offset, length):
        return f"walk({f'v, o + {offset}' if self.view else f'x + {offset}, y + {offset}'}, {length})"

    def begin(self):
        return "x"

    def end(self):
        return "y"

    def source(self, index):
        return f"x[{index}]"

    def target(self, index):
        return f"y[{index}]"

    def element(self, array):
        return f"arrays[{array}][i]"

    def calls(self, length):
        source = f"arrays[t % 3] + {self.reach} + {self.pick('0', 't % 3')}"
        target = f"arrays[(t + {self.pick(1, 2)}) % 3] + {self.reach}"
        if not self.view:
            return [], [f"    walk({source}, {target}, {length});"]
        before = ["  struct view views[8];", "  for (int t = 0; t < 8; t++)",
                  f"    views[t].from = {source}, views[t].to = {target};"]
        change = self.pick([], [], ["    if (t == 5) views[6] = views[2];"], ["    views[t].from = views[7 - t].from;"])
        return before, [*change, f"    walk(&views[{self.pick('t', 't % 4')}], 0, {length});"]


class CxxMutant(Mutant):
    """Vectors by reference, spans, or member functions of objects with vectors. A number may be a parameter by reference."""
    suffix, driver = "cpp", "tactus-clang++"
    reaches = (0, 3, 9, 17)  # more than a part has

    def prologue(self):
        self.emit(*(f"#include <{name}>" for name in ("cstdio", "cstdlib", "span", "tactus/splice.h", "utility", "vector")),
                  "using Array = std::vector<unsigned>;")
        self.common()
        self.how = self.pick("references", "spans", "members", "both members")
        self.factor = self.chance(0.4)
        if self.how == "members":
            self.emit(f"struct Grid {{ Array now = Array({SIZE});",
                      f"  void walk(Grid &to, long o, long n{self.more('const unsigned &factor')}); }};")
        elif self.how == "both members":
            self.emit(f"struct Grid {{ Array now = Array({SIZE}), next = Array({SIZE});",
                      f"  void walk(long o, long n{self.more('const unsigned &factor')}); void turn() {{ now.swap(next); }} }};")

    def more(self, parameter):
        return f", {parameter}" if self.factor else ""

    def more_reads(self):
        return [f"tactus_range(&factor, &factor + {self.size('1')})"] if self.factor else []

    def others(self):
        return [*super().others(), *["factor"] * 3 * self.factor]

    def head(self):
        factor = self.more("const unsigned &factor")
        return {"references": f"static void walk(const Array &from, Array &to, long o, long n{factor})",
                "spans": f"static void walk(std::span<unsigned> from, std::span<unsigned> to, long o, long n{factor})",
                "members": f"void Grid::walk(Grid &to, long o, long n{factor})",
                "both members": f"void Grid::walk(long o, long n{factor})"}[self.how]

    def arrays(self):
        """The names of what the function reads, and of what it writes."""
        return {"members": ("now", "to.now"), "both members": ("now", "next")}.get(self.how, ("from", "to"))

    def recurse(self, offset, length):
        first = {"both members": "", "members": "to, "}.get(self.how, "from, to, ")
        return f"walk({first}o + {offset}, {length}{self.more('factor')})"

    def begin(self):
        return f"{self.arrays()[0]}.data() + o"

    def end(self):
        return f"{self.arrays()[1]}.data() + o"

    def source(self, index):
        return f"{self.arrays()[0]}[o + {index}]"

    def target(self, index):
        return f"{self.arrays()[1]}[o + {index}]"

    def element(self, array):
        if self.how == "both members":
            return f"grids[{array % 2}].{('now', 'next')[array // 2]}[i]"
        return f"grids[{array}].now[i]" if self.how == "members" else f"arrays[{array}][i]"

    def changes(self):
        swap = {"members": "if (t == 4) std::swap(grids[0].now, grids[1].now);",
                "both members": "grids[t % 2].turn();",
                "references": "if (t == 4) arrays[0].swap(arrays[2]);",
                "spans": "if (t == 4) std::swap(views[0], views[2]);"}[self.how]
        return [*super().changes(), "", "", swap, *["factor += t;"] * 2 * self.factor]

    def calls(self, length):
        before = ["  unsigned factor = 5;"] if self.factor else []
        first = f"{self.reach} + {self.pick('0', 't % 3')}, {length}{self.more('factor')}"
        target = f"(t + {self.pick(1, 2)}) % 3"
        if self.how == "both members":
            return ["  Grid grids[2];", *before], [f"    grids[{self.pick('t', 't / 2')} % 2].walk({first});"]
        if self.how == "members":
            return ["  Grid grids[3];", *before], [f"    grids[t % 3].walk(grids[{target}], {first});"]
        before.insert(0, f"  {self.pick('', 'static ')}Array arrays[3] = {{Array({SIZE}), Array({SIZE}), Array({SIZE})}};")
        if self.how == "spans":
            return [*before, "  std::span<unsigned> views[] = {arrays[0], arrays[1], arrays[2]};"], [
                f"    const std::span<unsigned> from = views[t % 3], to = views[{target}];", f"    walk(from, to, {first});"]
        return before, [f"    walk(arrays[t % 3], arrays[{target}], {first});"]
