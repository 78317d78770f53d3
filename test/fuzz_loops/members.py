"""Writes a random program whose members create tasks between, in and around the constructs of their region.

The region asks for thread numbers and reaches a threadprivate variable, so it runs as strands or in phases, or stays on
libomp. Which thread does what is fixed, or what it does adds up: libomp's results are the right ones.

  * `mine[]` is a member's own, `all[]` is everybody's. Tasks add to both atomically.
  * `sum` and `own` depend on what the member itself does only. They read the arrays between two barriers.
  * Code that only some members execute, or one, holds no construct of the region. What one executes who is not named (single,
    loops, sections) does not look at `me`, `sum` or `own`.
"""

import random

HEAD = """// Seed {seed}.
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#define NOINLINE __attribute__((noinline))
enum {{ T = {threads}, N = 8 }};
static uint64_t own;
#pragma omp threadprivate(own)
static uint64_t cells[T][N], all[N], sums[T], total, order;
static volatile int zero;
static uint64_t work(uint64_t v, int rounds) {{
  for (int i = 0; i < rounds; i++) {{ v ^= v << 13; v ^= v >> 7; v ^= v << 17; }}
  return v % 100;
}}
"""
MAIN = """int main(void) {{
for (int region = 0; region < {regions}; region++) {{
#pragma omp parallel num_threads(T)
{{
int me = omp_get_thread_num();
uint64_t *mine = cells[me], sum = me;
own = me;
{body}
#pragma omp barrier
for (int k = 0; k < N; k++) sum = sum * 3 + mine[k];
sums[me] += own * 11 + sum;
}}
}}
for (int t = 0; t < T; t++) {{
printf("%d %lu", t, sums[t]);
for (int k = 0; k < N; k++) printf(" %lu", cells[t][k]);
}}
for (int k = 0; k < N; k++) printf(" %lu", all[k]);
printf(" %lu %lu\\n", total, order);
}}
"""
Lines = list[str]


class Generator:
    def __init__(self, seed: int):
        self.choose = random.Random(seed)
        self.seed, self.names = seed, 0
        self.functions: list[Lines] = []

    def small(self) -> int:
        return self.choose.randrange(1, 8)

    def name(self) -> str:
        self.names += 1
        return f"i{self.names}"

    def one_of(self, *weighted) -> Lines:
        """Of pairs of a weight and a function."""
        weights, makers = zip(*weighted)
        return self.choose.choices(makers, weights)[0]()

    #===--- What any member may execute alone ---===#

    def add(self, array: str, index: str, value: str) -> Lines:
        rounds = self.choose.choice([1, 20, 300])
        return ["{", "#pragma omp atomic", f"{array}[{index}] += {self.small()} * {value} + work({value}, {rounds});", "}"]

    def clause(self) -> str:
        return self.choose.choice(["", "", "", " untied", " mergeable", " if(0)", " if(1)", " final(0)", " final(1)"])

    def task(self, array: str, depth: int) -> Lines:
        inside = self.add(array, str(self.choose.randrange(8)), str(self.small()))
        if depth > 0 and self.choose.random() < 0.3:
            wait = self.choose.choice([[], ["#pragma omp taskwait"]])
            inside = ["{", *self.task(array, depth - 1), *wait, *inside, "}"]
        return [f"#pragma omp task{self.clause()}", *inside]

    def task_loop(self, array: str) -> Lines:
        i = self.name()
        jump = self.choose.choice(["", f"if ({i} == {self.small()}) break;", f"if ({i} % 3 == 1) continue;"])
        conditions = ["", f"if (({i} + {self.small()}) % 2)"]
        behind = [""]
        if array == "mine":
            conditions.append(f"if ((me + {i}) % 2)")
            behind.append(f"sum = sum * 7 + {i};")
        task = [f"#pragma omp task firstprivate({i}){self.clause()}", *self.add(array, f"({i} + {self.small()}) % N", i)]
        return [f"for (int {i} = 0; {i} < {self.choose.randrange(6)}; {i}++) {{", jump, self.choose.choice(conditions), "{", *task,
                "}", self.choose.choice(behind), "}"]

    def taskloop(self, array: str) -> Lines:
        i = self.name()
        return [f"#pragma omp taskloop grainsize({self.small()})", f"for (int {i} = 0; {i} < {self.choose.randrange(20)}; {i}++)",
                *self.add(array, f"{i} % N", i)]

    def update(self) -> Lines:
        variable = self.choose.choice(["sum"] * 9 + ["own"])
        return [f"{variable} = {variable} * 5 + {self.small()};"]

    def by_number(self, depth: int) -> Lines:
        """Not the same for all members."""
        i = self.name()
        head = self.choose.choice([f"if ((me + {self.small()}) % 2) {{", f"for (int {i} = 0; {i} < me % 3 + 1; {i}++) {{"])
        return [head, *self.alone("mine", depth - 1), "}"]

    def critical(self, array: str) -> Lines:
        more = self.task(array, 0) if self.choose.random() < 0.3 else []
        return ["#pragma omp critical", "{", f"total += {self.small()};", *more, "}"]

    def alone(self, array: str, depth: int) -> Lines:
        own = [] if array == "all" or depth < 0 else [(3, self.update), (3, lambda: self.by_number(depth))]
        nested = [] if depth < 0 else [(2, lambda: ["#pragma omp taskgroup", "{", *self.alone(array, depth - 1), "}"])]
        lines = []
        for _ in range(self.choose.randrange(1, 4)):
            lines += self.one_of((4, lambda: self.task(array, depth)), (4, lambda: self.task_loop(array)), (1, lambda: self.taskloop(array)),
                                 (2, lambda: ["#pragma omp taskwait"]), (2, lambda: self.critical(array)), *own, *nested)
        return lines

    #===--- What all members execute ---===#

    def look(self) -> Lines:
        return ["#pragma omp barrier", f"for (int k = 0; k < N; k++) sum = sum * 3 + cells[(me + {self.small()}) % T][k] + all[k];",
                "#pragma omp barrier"]

    def role(self, depth: int) -> Lines:
        return [self.choose.choice(["#pragma omp single", "#pragma omp single nowait", "#pragma omp master"]), "{",
                *self.alone("all", depth - 1), "}"]

    def worksharing(self, depth: int) -> Lines:
        i = self.name()
        body = self.task("all", depth - 1) if self.choose.random() < 0.6 else self.add("all", f"{i} % N", i)
        clause = self.choose.choice(["", " schedule(static, 2)", " schedule(dynamic)", " schedule(static, 3) nowait", " nowait",
                                     " schedule(guided) nowait"])
        if self.choose.random() < 0.25:
            # No nowait: two loops would take turns in `order`.
            clause = " ordered" + clause.replace(" nowait", "")
            body += ["#pragma omp ordered", f"order = order * 3 + {i};"]
        return [f"#pragma omp for{clause}", f"for (int {i} = 0; {i} < {self.choose.randrange(1, 13)}; {i}++) {{", *body, "}"]

    def sections(self, depth: int) -> Lines:
        return ["#pragma omp sections", "{", "#pragma omp section", "{", *self.alone("all", depth - 1), "}", "#pragma omp section",
                *self.add("all", "1", "2"), "}"]

    def loop(self, depth: int) -> Lines:
        i, form = self.name(), self.choose.random()
        body = self.statements(depth - 1)
        if form < 0.3:
            return [f"int {i} = 0;", f"while ({i} < {self.choose.randrange(1, 4)}) {{", *body, f"{i}++;", "}"]
        if form < 0.5:
            return [f"for (int {i} = 0;; {i}++) {{", *self.statement(depth - 1), f"if ({i} == {self.choose.randrange(3)}) break;", *body, "}"]
        jump = self.choose.choice(["", f"if ({i} == {self.choose.randrange(3)}) continue;", f"if ({i} == {self.choose.randrange(3)}) break;"])
        return [f"for (int {i} = 0; {i} < {self.choose.randrange(1, 4)}; {i}++) {{", *body, jump, *self.statement(depth - 1), "}"]

    def branch(self, depth: int) -> Lines:
        other = ["else {", *self.statements(depth - 1), "}"] if self.choose.random() < 0.4 else []
        return [f"if (({self.small()} + zero) % 2) {{", *self.statements(depth - 1), "}", *other]

    def orphan(self, depth: int) -> Lines:
        name = f"orphan{len(self.functions)}"
        linkage = self.choose.choice(["static", "static NOINLINE"])
        lines = [f"{linkage} void {name}(int me, uint64_t *mine)"]
        self.functions.append(lines)
        lines += ["{", "uint64_t sum = 3;", *self.statements(depth - 1), "sums[me] += sum;", "}"]
        return [f"{name}(me, mine);"]

    def statement(self, depth: int) -> Lines:
        if depth <= 0:
            return self.alone("mine", 0)
        return self.one_of((7, lambda: self.alone("mine", depth)), (2, self.look), (2, lambda: ["#pragma omp barrier"]),
                           (2, lambda: self.role(depth)), (2, lambda: self.worksharing(depth)), (3, lambda: self.loop(depth)),
                           (2, lambda: self.branch(depth)), (1, lambda: self.orphan(depth)), (1, lambda: self.sections(depth)))

    def statements(self, depth: int) -> Lines:
        return [line for _ in range(self.choose.randrange(1, 4)) for line in self.statement(depth)]

    def program(self) -> str:
        body = [line for _ in range(self.choose.randrange(2, 5)) for line in self.statement(3)]
        head = HEAD.format(seed=self.seed, threads=self.choose.choice([1, 2, 3, 4, 5]))
        functions = [f"{function[0]};" for function in self.functions] + [line for function in self.functions for line in function]
        return head + "\n".join([*functions, MAIN.format(regions=self.choose.choice([1, 1, 2]), body="\n".join(body))])


def generate(seed: int) -> tuple[str, str]:
    """Returns the program's text and its file suffix."""
    return Generator(seed).program(), ".cpp" if seed % 3 == 0 else ".c"
