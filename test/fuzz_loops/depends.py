"""Writes a random program whose tasks have dependences, with results that the standard defines.

Tasks read and write cells of global arrays, each of which their clauses name, so the serial program's results are right:

  * `cell[]` with in, out and inout;
  * `sums[]` with mutexinoutset, to which tasks add, in any order;
  * `parts[][]` with inoutset, of which each of those tasks writes an element of its own.

Between tasks there are waits for all and for some, groups, tasks without dependences, undeferred and final ones, loops, branches,
and calls of functions that create such tasks; in tasks, tasks of their own.
"""

import random

HEAD = """// Seed {seed}.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#define NOINLINE __attribute__((noinline))
enum {{ N = {cells}, SLOTS = 64 }};
static uint64_t cell[N], sums[N], parts[N][SLOTS], plain[256], checks;
static volatile int zero;
struct Large {{ uint64_t words[{words}]; }};
#ifdef __cplusplus
struct Knows {{
  uint64_t value, *own;
  explicit Knows(uint64_t v) : value(v), own(&value) {{}}
  Knows(const Knows &other) : value(*other.own), own(&value) {{}}
  ~Knows() {{ own = nullptr; }}
}};
#endif
static uint64_t mix(uint64_t x) {{
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  return (x ^ (x >> 27)) * 0x94d049bb133111ebu;
}}
static uint64_t work(uint64_t x, int rounds) {{
  for (int i = 0; i < rounds; i++) x = mix(x + (uint64_t)i);
  return x;
}}
static uint64_t row(int k) {{
  uint64_t sum = 0;
  for (int s = 0; s < SLOTS; s++) sum = sum * 3 + parts[k][s];
  return sum;
}}
"""
MAIN = """int main(void) {{
  for (int k = 0; k < N; k++) cell[k] = mix((uint64_t)k + 7);
{calls}
  for (int k = 0; k < N; k++)
    printf("%016llx %016llx %016llx\\n", (unsigned long long)cell[k], (unsigned long long)sums[k], (unsigned long long)row(k));
  uint64_t all = checks;
  for (int k = 0; k < 256; k++) all = all * 5 + plain[k];
  printf("%016llx\\n", (unsigned long long)all);
}}
"""
REGIONS = ["parallel\n#pragma omp single", "parallel\n#pragma omp master", "parallel num_threads(3)\n#pragma omp single",
           "parallel\n#pragma omp single nowait", "parallel\n#pragma omp masked"]


class Generator:
    def __init__(self, seed: int):
        self.choose = random.Random(seed)
        self.seed = seed
        self.cells = self.choose.choice([2, 3, 5, 8, 13])
        self.is_cxx = self.choose.random() < 0.35
        self.functions: list[str] = []
        self.names = self.plains = 0
        self.slots = [0] * self.cells
        # In a function that is called in a loop: what is written once only by each place must not stand there.
        self.is_repeated = False

    def name(self, prefix: str) -> str:
        self.names += 1
        return f"{prefix}{self.names}"

    def index(self, loops: list[str]) -> str:
        if loops and self.choose.random() < 0.7:
            loop = self.choose.choice(loops)
            return f"({loop} * {self.choose.randrange(1, 5)} + {self.choose.randrange(self.cells)}) % N"
        return str(self.choose.randrange(self.cells))

    def rounds(self) -> str:
        return str(self.choose.choice([0, 1, 5, 40, 300]))

    def task(self, loops: list[str], depth: int) -> str:
        """One task with dependences. The cells that it names are different ones, or the same in different roles."""
        choose = self.choose
        reads = [self.index(loops) for _ in range(choose.randrange(0, 3))]
        clauses = [f"depend(in : cell[{read}])" for read in reads]
        value = " + ".join([str(choose.randrange(1, 99))] + [f"cell[{read}]" for read in reads] + loops[:1])
        value = f"work((uint64_t)({value}), {self.rounds()})"
        what = choose.random()
        target = self.index(loops)
        if what < 0.62:
            clauses.append(f"depend({choose.choice(['out', 'inout', 'inout'])} : cell[{target}])")
            body = [f"cell[{target}] = mix(cell[{target}] + {value});"]
        elif what < 0.76:
            clauses.append(f"depend({choose.choice(['mutexinoutset', 'mutexinoutset', 'inout'])} : sums[{target}])")
            body = [f"sums[{target}] += {value};"]
        elif what < 0.88:
            number = choose.randrange(self.cells)
            slot = self.slots[number]
            self.slots[number] += 1
            clauses.append(f"depend(inoutset : parts[{number}])")
            # In a loop each iteration would write the same element.
            body = [f"parts[{number}][{slot % 64}] += {value};"] if not loops and not self.is_repeated and slot < 64 else [f"(void){value};"]
        else:
            seen = choose.randrange(self.cells)
            clauses += [f"depend(in : sums[{seen}], parts[{seen}])", f"depend(inout : cell[{target}])"]
            body = [f"cell[{target}] = mix(cell[{target}] + sums[{seen}] * 3 + row({seen}));"]
        if choose.random() < 0.03:
            clauses, body = ["depend(inout : omp_all_memory)"], [f"checks = mix(checks + {value} + sums[0] + row(0));"]
        extra, before = self.extras(loops)
        if depth > 0 and choose.random() < 0.15:
            body.append(self.inner())
        private = [f"firstprivate({', '.join(loops)})"] if loops and choose.random() < 0.8 else []
        choose.shuffle(clauses)
        for added, used in extra:
            private.append(added)
            body.insert(0, used)
        return (before + f"#pragma omp task {' '.join(clauses + private)}{self.modifier(loops)}\n{{ " + " ".join(body) + " }\n")

    def modifier(self, loops: list[str]) -> str:
        condition = f"{loops[0]} % 3 == 1" if loops else self.choose.choice(["zero", "!zero"])
        return self.choose.choice([""] * 12 + [f" if ({condition})", f" final({condition})", " untied", " priority(2)", " mergeable"])

    def extras(self, loops: list[str]):
        """Firstprivate objects: what is declared before the task, and how it is used."""
        value = loops[0] if loops else "3"
        what = self.choose.random()
        name = self.name("o")
        if what < 0.12:
            return ([(f"firstprivate({name})", f"if ({name}.words[0] != (uint64_t){value} || {name}.words[1] != 5) checks = 1;")],
                    f"struct Large {name}; memset(&{name}, 0, sizeof {name}); {name}.words[0] = (uint64_t){value}; "
                    f"{name}.words[1] = 5;\n")
        if what < 0.24 and self.is_cxx:
            return ([(f"firstprivate({name})", f"if (*{name}.own != (uint64_t){value}) checks = 2;")],
                    f"Knows {name}((uint64_t){value});\n")
        return [], ""

    def inner(self) -> str:
        """Tasks of a task's own, on variables of its own."""
        a, b, k = self.name("a"), self.name("b"), self.name("k")
        wait = self.choose.choice(["#pragma omp taskwait\n", f"#pragma omp taskwait depend(in : {a}, {b})\n"])
        return (f"uint64_t {a} = 1, {b} = 2;\nfor (int {k} = 0; {k} < {self.choose.randrange(1, 9)}; {k}++) {{\n"
                f"#pragma omp task depend(inout : {a}) shared({a}) firstprivate({k})\n"
                f"{a} = work({a} + (uint64_t){k}, {self.rounds()});\n"
                f"#pragma omp task depend(in : {a}) depend(inout : {b}) shared({a}, {b})\n{b} = mix({b} + {a});\n}}\n"
                f"{wait}if ({a} + {b} == 0) checks = 3;\n#pragma omp taskwait\n")

    def statement(self, loops: list[str], depth: int) -> str:
        choose = self.choose
        what = choose.random()
        if what < 0.6 or depth == 0:
            return self.task(loops, depth)
        if what < 0.72 and len(loops) < 2:
            loop = self.name("i")
            return (f"for (int {loop} = 0; {loop} < {choose.choice([2, 3, 5, 9, 30])}; {loop}++) {{\n"
                    f"{self.block(loops + [loop], depth - 1)}}}\n")
        if what < 0.78:
            return f"if ({'(' + loops[0] + ' & 1)' if loops else '!zero'}) {{\n{self.block(loops, depth - 1)}}}\n"
        if what < 0.84:
            return f"#pragma omp taskgroup\n{{\n{self.block(loops, depth - 1)}}}\n"
        if what < 0.88:
            return f"#pragma omp taskwait\nchecks = mix(checks + cell[{self.index(loops)}] + sums[0] + row(0));\n"
        if what < 0.93:
            read = self.index(loops)
            return f"#pragma omp taskwait depend(in : cell[{read}])\nplain[{self.next_plain()}] += cell[{read}];\n"
        if what < 0.97 and not loops and not self.is_repeated:
            place = self.next_plain()
            return f"#pragma omp task\nplain[{place}] += work({place}, {self.rounds()});\n"
        return self.call(depth, bool(loops))

    def next_plain(self) -> int:
        self.plains += 1
        return self.plains % 256

    def call(self, depth: int, in_loop: bool = False) -> str:
        name = self.name("f")
        outer, self.is_repeated = self.is_repeated, self.is_repeated or in_loop
        end = self.choose.choice(["", "#pragma omp taskwait\n"])
        body = self.block([], min(depth - 1, 1))
        self.is_repeated = outer
        self.functions.append(f"static NOINLINE void {name}(void) {{\n{body}{end}}}\n")
        return f"{name}();\n"

    def block(self, loops: list[str], depth: int) -> str:
        return "".join(self.statement(loops, depth) for _ in range(self.choose.randrange(1, 5)))

    def program(self) -> str:
        calls = []
        for _ in range(self.choose.randrange(1, 4)):
            body = "".join(self.statement([], 3) for _ in range(self.choose.randrange(2, 7)))
            region = f"#pragma omp {self.choose.choice(REGIONS)}\n{{\n{body}}}\n"
            calls.append(region)
        if self.choose.random() < 0.3:
            calls.append(self.call(2))
        text = HEAD.format(seed=self.seed, cells=self.cells, words=self.choose.choice([2, 9, 40]))
        return text + "".join(self.functions) + MAIN.format(calls="".join(calls))


def generate(seed: int) -> tuple[str, str]:
    generator = Generator(seed)
    return generator.program(), ".cpp" if generator.is_cxx else ".c"
