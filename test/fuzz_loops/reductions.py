"""Reductions of tasks at any nesting beside any construct: task_reduction, in_reduction and taskloop's.

The values are known: each statement comes with what it adds to which accumulator, as often as it is executed. All end in the
global accumulators, whatever copies lie between, so the program compares those with the sums that the generator has made.

  * An accumulator is updated by a task that has it in a clause of its own (`own`), or by an atomic statement.
  * `reduced` are the accumulators that a group around reduces: tasks, here and in functions of either file, may name them.
  * Statements of a team are executed by all of its threads; what only one thread executes holds no construct of the team.

Not here: reduction(task, …), with which libomp 19 overruns its memory or fails an assertion in some of these programs.
"""

import dataclasses
import random

import cases

HEAD = """
#include <stdlib.h>
#ifdef __cplusplus
struct Pair {
  long x, y;
  Pair(long x = 0, long y = 0) : x(x), y(y) { __atomic_fetch_add(&alive, 1, __ATOMIC_RELAXED); }
  Pair(const Pair &other) : Pair(other.x, other.y) {}
  Pair &operator=(const Pair &) = default;
  ~Pair() { __atomic_fetch_sub(&alive, 1, __ATOMIC_RELAXED); }
  static long alive;
};
typedef Pair pair;
#pragma omp declare reduction(add : pair : omp_out.x += omp_in.x, omp_out.y += omp_in.y) initializer(omp_priv = pair(0, 0))
#else
typedef struct { long x, y; } pair;
#pragma omp declare reduction(add : pair : omp_out.x += omp_in.x, omp_out.y += omp_in.y) initializer(omp_priv = (pair){0, 0})
#endif
#define NOINLINE __attribute__((noinline))
extern long sum, bits, most, rows[ROWS], counted;
extern pair both;
extern volatile int zero;
static inline long work(long value, int rounds) {
  volatile int left = rounds;
  while (left > 0)
    left--;
  return value;
}
static NOINLINE void put(long *place, long value) { *place += value; }
"""
MAIN = """
#include <stdio.h>
#include "reductions.h"
#ifdef __cplusplus
long Pair::alive;
#endif
long sum, bits, most = -1, rows[ROWS], counted;
pair both;
volatile int zero;
static long *section = rows;
static int length = ROWS;
static long threads_own = 1;
#pragma omp threadprivate(threads_own)
"""
CHECK = """
static int differs(const char *name, long is, long expected) {
  if (is != expected)
    printf("%s is %ld, not %ld\\n", name, is, expected);
  return is != expected;
}
"""

Lines = list[str]
# What is added to which accumulator: (name, value), as often as it is added.
Effects = list[tuple[str, int]]
LARGEST = 3000
# clang 19 crashes where one is reduced again in a taskloop.
SECTIONS = ("rows", "section", "length")


@dataclasses.dataclass
class Part:
    lines: Lines
    effects: Effects

    def __add__(self, other: "Part") -> "Part":
        return Part(self.lines + other.lines, self.effects + other.effects)


NOTHING = Part([], [])


def block(head: Lines, inner: Part, times: int = 1) -> Part:
    return Part([*head, "{", *inner.lines, "}"], inner.effects * times)


@dataclasses.dataclass(frozen=True)
class Context:
    """Accumulators that the code may update, those that a group around reduces, and how often the code is executed."""

    own: frozenset = frozenset()
    reduced: frozenset = frozenset()
    times: int = 1
    index: str = "0"
    in_task: bool = False
    # The global accumulators that a group reduces itself, and not a copy of them: functions may name those.
    globals: frozenset = frozenset()
    # Copies of a worksharing construct's. What clang makes of a group over one asks libomp for something else.
    copies: frozenset = frozenset()


class Generator:
    def __init__(self, seed: int):
        self.choose = random.Random(seed)
        self.names = 0
        self.is_cxx = self.choose.random() < 0.4
        self.has_scans = False
        self.rows = self.choose.choice([2, 4, 7, 8, 8, 24, 100])
        self.threads = self.choose.choice([1, 2, 3, 4])
        self.here: Lines = []
        self.elsewhere: Lines = []
        self.is_elsewhere = False
        self.accumulators = ["sum", "bits", "most", "both", self.choose.choice(["rows", "section", "length"])]

    def small(self) -> int:
        return self.choose.randrange(1, 8)

    def name(self, stem: str = "i") -> str:
        self.names += 1
        return f"{stem}{self.names}"

    def pick(self, *weighted):
        weights, makers = zip(*weighted)
        return self.choose.choices(makers, weights)[0]

    def some(self, accumulators) -> list[str]:
        names = sorted(accumulators)
        return self.choose.sample(names, self.choose.randrange(1, len(names) + 1)) if names else []

    # --- Clauses and updates

    def item(self, name: str) -> str:
        return {"sum": "+ : sum", "bits": "^ : bits", "most": "max : most", "both": "add : both", "rows": "+ : rows",
                "section": f"+ : section[0 : {self.rows}]", "length": "+ : section[0 : length]"}.get(name, f"+ : {name}")

    def clauses(self, word: str, names: list[str]) -> str:
        plus = [name for name in names if self.item(name).startswith("+ : ")]
        if len(plus) > 1 and self.choose.random() < 0.5:
            others = [name for name in names if name not in plus]
            joined = ", ".join(self.item(name)[4:] for name in plus)
            return "".join(f" {word}({self.item(name)})" for name in others) + f" {word}(+ : {joined})"
        return "".join(f" {word}({self.item(name)})" for name in names)

    def update(self, context: Context) -> Part:
        if not context.own:
            return NOTHING
        name, value = self.choose.choice(sorted(context.own)), self.choose.randrange(1, 100)
        rounds = self.choose.choice([0, 0, 0, 20, 500])
        amount = f"work({value}, {rounds})" if rounds else str(value)
        if name == "most":
            return Part([f"if (most < {amount}) most = {value};"], [("most", value)] * context.times)
        if name == "bits":
            return Part([f"bits ^= {amount};"], [("bits", value)] * context.times)
        if name == "both":
            return Part([f"both.x += {amount}; both.y += 1;"], [("both.x", value), ("both.y", 1)] * context.times)
        if name in ("rows", "section", "length"):
            at = self.choose.choice([0, self.rows - 1, self.choose.randrange(self.rows)])
            place = f"{'rows' if name == 'rows' else 'section'}[{at}]"
            return Part([f"{place} += {amount};"], [(f"rows[{at}]", value)] * context.times)
        line = self.choose.choice([f"{name} += {amount};", f"put(&{name}, {amount});"])
        return Part([line], [(name, value)] * context.times)

    def count(self, context: Context) -> Part:
        value = self.small()
        return Part(["#pragma omp atomic", f"counted += {value};"], [("counted", value)] * context.times)

    def task_clause(self) -> str:
        return self.choose.choice([""] * 5 + [" untied", " mergeable", " if(zero)", " if(1)", " final(zero)", " final(1)", " priority(2)"])

    # --- What a thread or a task executes alone

    def passed_on(self, context: Context, own: list[str]) -> tuple[str, frozenset]:
        """Clause and accumulators of the tasks inside of a task. What a task does not name is firstprivate by default: clang takes
        what a group reduces for private."""
        others = sorted(context.reduced - set(own))
        if not others or self.choose.random() < 0.5:
            return "", frozenset(own)
        return f" shared({', '.join('section' if name == 'length' else name for name in others)})", context.reduced

    def task(self, context: Context, depth: int) -> Part:
        names = self.some(context.reduced)
        if not names:
            return self.count(context)
        shared, reduced = self.passed_on(context, names)
        inner = dataclasses.replace(context, own=frozenset(names), reduced=reduced, in_task=True)
        body = self.statements(inner, depth - 1)
        return Part([f"#pragma omp task{self.clauses('in_reduction', names)}{shared}{self.task_clause()}", "{", *self.cancel(), *body.lines,
                     "}"], body.effects)

    def cancel(self) -> Lines:
        return [self.choose.choice(["#pragma omp cancellation point taskgroup", "#pragma omp cancel taskgroup if(zero)"])] \
            if self.choose.random() < 0.06 else []

    def plain_task(self, context: Context, depth: int) -> Part:
        """A task that takes no part itself."""
        shared, reduced = self.passed_on(context, [])
        inner = dataclasses.replace(context, own=frozenset(), reduced=reduced, in_task=True)
        return block([f"#pragma omp task{shared}{self.task_clause()}"], self.count(inner) + self.statements(inner, depth - 1))

    def loop(self, context: Context, depth: int) -> Part:
        i, count = self.name(), self.choose.randrange(5)
        return block([f"for (int {i} = 0; {i} < {count}; {i}++)"],
                     self.statements(dataclasses.replace(context, times=context.times * count, index=i), depth - 1))

    def branch(self, context: Context, depth: int) -> Part:
        return block([f"if (zero < {self.small()})"], self.statements(context, depth - 1))

    def group(self, context: Context, depth: int) -> Part:
        """Of what the code owns, or of a variable of its own."""
        if context.own and self.choose.random() < 0.5:
            names = [name for name in self.some(context.own) if name not in SECTIONS and name not in context.copies]
        else:
            names = []
        local = self.name("l") if not names or self.choose.random() < 0.3 else None
        inner = dataclasses.replace(context, own=frozenset(), reduced=context.reduced - set(names) | set(names) | ({local} if local else set()))
        listed = [*names, *([local] if local else [])]
        body = self.statements(inner, depth - 1)
        result = block([f"#pragma omp taskgroup{self.clauses('task_reduction', listed)}"], body)
        return self.with_local(local, result, context) if local else result

    def with_local(self, local: str, part: Part, context: Context) -> Part:
        """The variable goes into an accumulator behind the part."""
        effects = [("counted" if name == local else name, value) for name, value in part.effects]
        return Part(["{", f"long {local} = 0;", *part.lines, "#pragma omp atomic", f"counted += {local};", "}"], effects)

    def taskloop(self, context: Context, depth: int) -> Part:
        i, count = self.name(), self.choose.choice([1, 2, 5, 12])
        clause = self.choose.choice(["", f" grainsize({self.small()})", f" num_tasks({self.small()})", " untied", " if(zero)"])
        takes = self.some(context.reduced) if self.choose.random() < 0.5 else []
        begins = [name for name in self.some(context.own) if name not in takes and name not in SECTIONS and name not in context.copies] if self.choose.random() < 0.4 else []
        local = self.name("l") if not takes + begins else None
        listed = begins + ([local] if local else [])
        shared, reduced = self.passed_on(context, takes + listed)
        inner = dataclasses.replace(context, own=frozenset(takes + listed), reduced=reduced | set(listed), in_task=True,
                                    times=context.times * count, index=i, globals=context.globals | self.globals_of(context, begins))
        body = self.update(inner) + self.statements(inner, depth - 1)
        head = f"#pragma omp taskloop{self.clauses('reduction', listed)}{self.clauses('in_reduction', takes)}{shared}{clause}"
        result = Part([head, f"for (int {i} = 0; {i} < {count}; {i}++)", "{", *body.lines, "}"], body.effects)
        return self.with_local(local, result, context) if local else result

    def wait(self, context: Context, depth: int) -> Part:
        return Part(["#pragma omp taskwait"], [])

    def region_inside(self, context: Context, depth: int) -> Part:
        """Of an accumulator that the code owns, or of none."""
        i, local = self.name(), self.name("l")
        count, value = self.choose.choice([3, 40]), self.small()
        clause = self.choose.choice(["", " num_threads(2)", " if(zero)"])
        lines = ["{", f"long {local} = 0;", f"#pragma omp parallel for reduction(+ : {local}){clause}",
                 f"for (int {i} = 0; {i} < {count}; {i}++) {local} += {value};", "#pragma omp atomic", f"counted += {local};", "}"]
        return Part(lines, [("counted", count * value)] * context.times)

    def call(self, context: Context, depth: int) -> Part:
        """A function, here or in the other file, whose tasks name global accumulators."""
        names = context.globals
        if not names or depth <= 0:
            return self.update(context)
        function, outer = self.name("f"), self.is_elsewhere
        other = self.is_elsewhere = outer or self.choose.random() < 0.5
        inner = dataclasses.replace(context, own=frozenset(), reduced=names, in_task=False)
        body = self.statements(inner, depth - 1)
        self.is_elsewhere = outer
        linkage = "" if other else self.choose.choice(["static ", "static NOINLINE "])
        text = [f"{linkage}void {function}(void) {{", *body.lines, "}"]
        if other:
            self.here.append(f'void {function}(void);')
            self.elsewhere += text
        else:
            self.here += text
        return Part([f"{function}();"], body.effects)

    def statements(self, context: Context, depth: int) -> Part:
        result = self.update(context)
        if depth <= 0:
            return result + (self.task(context, 0) if context.reduced and self.choose.random() < 0.3 else self.count(context))
        for _ in range(self.choose.randrange(1, 3)):
            kinds = [(2, self.loop), (1, self.branch), (2, self.group), (2, self.taskloop), (1, self.wait), (1, self.plain_task),
                     (1, self.region_inside)]
            if context.reduced:
                kinds += [(6, self.task), (2, self.call)]
            part = self.pick(*kinds)(context, depth)
            if len(part.effects) < LARGEST:
                result += part
            result += self.update(context) if self.choose.random() < 0.5 else NOTHING
        return result

    # --- What a team executes

    @staticmethod
    def globals_of(context: Context, names: list[str]) -> frozenset:
        return frozenset() if context.in_task else frozenset(names) & {"sum", "bits", "most", "both", "rows"}

    def one(self, depth: int) -> Part:
        """What one thread executes: it owns the accumulators."""
        context = Context(own=frozenset(self.accumulators))
        part = self.group_of_globals(context, depth) if self.choose.random() < 0.8 else self.taskloop(context, depth)
        return part

    def group_of_globals(self, context: Context, depth: int) -> Part:
        names = self.some(context.own)
        inner = dataclasses.replace(context, own=frozenset(), reduced=frozenset(names), globals=self.globals_of(context, names))
        return block([f"#pragma omp taskgroup{self.clauses('task_reduction', names)}"], self.task(inner, depth) + self.statements(inner, depth))

    def role(self, depth: int) -> Part:
        head, ends = self.choose.choice([("#pragma omp single", True), ("#pragma omp single nowait", False), ("#pragma omp master", False),
                                         ("#pragma omp masked", False)])
        part = block([head], self.one(depth))
        return part if ends else Part([*part.lines, "#pragma omp barrier"], part.effects)

    def by_all(self, depth: int) -> Part:
        """Each thread has a group of its own."""
        return self.group(Context(times=self.threads), depth)

    @staticmethod
    def in_construct(context: Context, names: list[str]) -> Context:
        """Inside of a construct that reduces."""
        return dataclasses.replace(context, own=frozenset(names), reduced=frozenset(), in_task=True, copies=frozenset(names))

    def worksharing(self, depth: int) -> Part:
        i, count = self.name(), self.choose.choice([1, 3, 8])
        schedule = self.choose.choice(["", " schedule(static, 2)", " schedule(dynamic)", " schedule(guided)"])
        context = Context(times=count, index=i)
        form = self.choose.random()
        if form < 0.4:
            return block([f"#pragma omp for{schedule}", f"for (int {i} = 0; {i} < {count}; {i}++)"], self.group(context, depth - 1))
        names = self.some(self.accumulators[:4])
        inner = self.in_construct(context, names)
        return block([f"#pragma omp for{schedule}{self.clauses('reduction', names)}",
                      f"for (int {i} = 0; {i} < {count}; {i}++)"], self.statements(inner, depth - 2))

    def sections(self, depth: int) -> Part:
        names = self.some(self.accumulators[:4])
        inner = self.in_construct(Context(), names)
        first = block(["#pragma omp section"], self.group(Context(), depth - 1))
        second = block(["#pragma omp section"], self.statements(inner, depth - 2))
        return block([f"#pragma omp sections{self.clauses('reduction', names)}"], first + second)

    def scan_loop(self) -> tuple[list[str], list[str], str, str, int]:
        """The loop behind its directive, what sums up all that it leaves, what sets its variable before, its clause, the sum. Clang
        with libomp has other values, and may crash: so there is no reference."""
        self.has_scans = True
        i, count, value, local = self.name(), self.choose.choice([0, 1, 2, 9, 50]), self.small(), self.name("scan")
        form, op = self.choose.choice(["inclusive", "exclusive"]), self.choose.choice(["+", "^", "max", "min"])
        apply = {"+": int.__add__, "^": int.__xor__, "max": max, "min": min}[op]
        start = self.choose.randrange(40)
        added = f"({i} * 7 + {value}) % 32"
        update = f"{local} {op}= {added};" if op in "+^" else f"if ({added} {'>' if op == 'max' else '<'} {local}) {local} = {added};"
        use = f"{local}_all[{i}] = {local};"
        body = [update, f"#pragma omp scan inclusive({local})", use] if form == "inclusive" else \
            [use, f"#pragma omp scan exclusive({local})", update]
        prefix, total = start, 0
        for step in range(count):
            after = apply(prefix, (step * 7 + value) % 32)
            total += prefix if form == "exclusive" else after
            prefix = after
        self.here.append(f"static long {local}, {local}_all[{max(count, 1)}];")
        loop = [f"for (int {i} = 0; {i} < {count}; {i}++)", "{", *body, "}"]
        sum_up = ["{", f"long all = {local};", f"for (int k = 0; k < {count}; k++) all += {local}_all[k];", "#pragma omp atomic",
                  "counted += all;", "}"]
        return loop, sum_up, f"{local} = {start};", f"reduction(inscan, {op} : {local})", total + prefix

    def scan(self) -> Part:
        loop, sum_up, before, clause, total = self.scan_loop()
        simd = self.choose.choice(["", " simd"])
        return Part([before, f"#pragma omp parallel for{simd} num_threads({self.threads}) {clause}", *loop, *sum_up], [("counted", total)])

    def team_scan(self, depth: int) -> Part:
        loop, sum_up, before, clause, total = self.scan_loop()
        simd = self.choose.choice(["", " simd"])
        schedule = self.choose.choice(["", " schedule(dynamic)"])
        return Part(["#pragma omp single", before, f"#pragma omp for{simd}{schedule} {clause}", *loop, "#pragma omp single",
                     *sum_up], [("counted", total)])

    def linear(self, depth: int) -> Part:
        i, count, step, local = self.name(), self.choose.choice([1, 9, 40]), self.small(), self.name("linear")
        schedule = self.choose.choice(["", " schedule(static, 2)", " schedule(guided)"])
        total = sum(5 + step * k for k in range(count)) + 5 + step * count
        self.here.append(f"static long {local};")
        return Part(["#pragma omp single", f"{local} = 5;", f"#pragma omp for linear({local} : {step}){schedule}",
                     f"for (int {i} = 0; {i} < {count}; {i}++)", "{", "#pragma omp atomic", f"counted += {local};", f"{local} += {step};",
                     "}", "#pragma omp single", "{", "#pragma omp atomic", f"counted += {local};", "}"], [("counted", total)])

    def plain_loop(self) -> Part:
        name = self.name("looped")
        self.here.append(f"static long {name};")
        return Part(["#pragma omp single", f"{name} = 0;", f"#pragma omp for reduction(+ : {name})",
                     f"for (int k = 0; k < 20; k++) {name} += 2;", "#pragma omp single", "{", "#pragma omp atomic", f"counted += {name};",
                     "}"], [("counted", 40)])

    def own_value(self, depth: int) -> Part:
        return Part(["{", "#pragma omp atomic", "counted += threads_own;", "threads_own++;", "}"], [("counted", self.own)] * self.threads)

    def team_statement(self, depth: int) -> Part:
        kind = self.pick((5, self.role), (3, self.by_all), (3, self.worksharing), (2, self.sections), (1, self.linear), (1, self.team_scan))
        return kind(depth)

    def team(self, depth: int) -> Part:
        result = NOTHING
        for _ in range(self.choose.randrange(1, 4)):
            part = self.team_statement(depth)
            if len(part.effects) < LARGEST:
                result += part
            barrier = self.choose.random()
            result += Part(["#pragma omp barrier"] if barrier < 0.2 else [], [])
            result += self.plain_loop() if barrier > 0.8 else NOTHING
        return result

    def region(self) -> Part:
        form = self.choose.random()
        if form < 0.1:
            return self.scan()
        if form < 0.25:
            return self.parallel_loop()
        if form < 0.4:
            return self.one(3)
        copyin = self.choose.random() < 0.2
        self.own = self.choose.randrange(100)
        head = [f"threads_own = {self.own};"] if copyin else []
        body = self.team(3)
        if copyin:
            body = self.own_value(0) + body
        result = block([f"#pragma omp parallel num_threads({self.threads}){' copyin(threads_own)' if copyin else ''}"], body)
        return Part(head + result.lines, result.effects)

    def parallel_loop(self) -> Part:
        i, count = self.name(), self.choose.choice([1, 5, 20])
        names = self.some(self.accumulators[:4])
        inner = self.in_construct(Context(times=count, index=i), names)
        schedule = self.choose.choice(["", " schedule(static, 2)", " schedule(dynamic)"])
        teams = self.choose.choice(["", "", "", "teams distribute "])
        threads = "" if teams else f" num_threads({self.threads})"
        return block([f"#pragma omp {teams}parallel for{threads}{schedule}{self.clauses('reduction', names)}",
                      f"for (int {i} = 0; {i} < {count}; {i}++)"], self.group(inner, 2) + self.statements(inner, 1))

    def program(self) -> tuple[dict[str, str], str]:
        regions = [self.region() for _ in range(self.choose.randrange(1, 4))]
        effects = [effect for region in regions for effect in region.effects]
        expected = {"sum": 0, "bits": 0, "most": -1, "both.x": 0, "both.y": 0, "counted": 0,
                    **{f"rows[{k}]": 0 for k in range(self.rows)}}
        for name, value in effects:
            if name == "bits":
                expected[name] ^= value
            elif name == "most":
                expected[name] = max(expected[name], value)
            else:
                expected[name] += value
        head = f"#define ROWS {self.rows}\n" + HEAD
        checks = " | ".join(f'differs("{name}", {name}, {value})' for name, value in expected.items())
        alive = ' | differs("alive", Pair::alive, 1)' if self.is_cxx else ""
        lines = [line for region in regions for line in ["{", *region.lines, "}"]]
        main = MAIN + CHECK + "\n".join(self.here) + "\nint main(void) {\n" + "\n".join(lines) + f"\nreturn {checks}{alive};\n}}\n"
        other = '#include "reductions.h"\n' + "\n".join(self.elsewhere) + "\n"
        suffix = ".cpp" if self.is_cxx else ".c"
        return {"reductions.h": head, f"main{suffix}": main, f"other{suffix}": other}, suffix


def make(seed, tools) -> cases.Case:
    generator = Generator(seed)
    sources, suffix = generator.program()
    choose = random.Random(seed)
    level = choose.choice(["-O0", "-O1", "-O2", "-O3"])
    files = [f"main{suffix}", f"other{suffix}"]
    words = ["-fopenmp", "-w", *(["-std=c++17"] if generator.is_cxx else [])]
    build = [[tools.compiler("tactus", suffix), *words, level, *files, "-lm", "-o", "program"]]
    # clang gives sections of constant length copies of one element, and libomp those a cache line.
    reference = [] if generator.rows > 8 or generator.has_scans else [[tools.compiler("libomp", suffix), *words, "-O1", *files, "-lm", "-o", "program"]]
    return cases.Case(sources=sources, build=build, settings=cases.usual_settings(choose), reference=reference,
                      words=f"reductions of tasks, {generator.threads} threads, {level}")
