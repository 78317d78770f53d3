#!/usr/bin/env python3
"""Writes a random program of nested OpenMP loops. The same seed gives the same program.

The programs are free of data races, of order dependence and of undefined behaviour by construction, so every
disagreement is a bug of a compiler or a runtime:

  * Ownership. Code works on a region [base, base + size) of the global arrays. A parallel loop of n iterations gives
    iteration t the region [base + t * (size / n), … + size / n) and its body sees only that; this composes over
    nests, calls and recursion.

        f(0, 2048)  ──►  for t < 8   ──►  [256 t, +256)  ──►  for u < 16  ──►  [256 t + 16 u, +16)  ──►  g(…)

  * Locals from outside a parallel loop are only read in it, unless a clause privatises them: then they are written
    at the body's start, before anything reads them.
  * A reduction variable is updated by its operator only and read after the loop.
  * What all iterations share is updated atomically or in a critical section, by commutative operators.
  * Bounds are copied to locals first, and every index type has room for one more step.
  * All arithmetic is unsigned, or exact in a double.

One function of each program does depend on who executes what, where the standard fixes that (carried.py).

Work is bounded: each loop multiplies the estimated cost of what is in it, and nothing is generated beyond the budget.
"""

import argparse
import dataclasses
import random

import carried

ARRAY_SIZE = 2048
COST_BUDGET = 60_000  # statements executed by the whole program, roughly
MAX_LOOP_DEPTH = 4

# Index types: C name, lowest and highest value that a loop may touch.
INDEX_TYPES = [
    ("int", -2**31, 2**31 - 1), ("int", -2**31, 2**31 - 1), ("int", -500, 500),
    ("unsigned", 0, 2**32 - 1), ("long", -2**62, 2**62), ("unsigned long", 0, 2**64 - 1),
    ("long long", -10**12, 10**12), ("short", -32768, 32767), ("unsigned char", 0, 255), ("signed char", -128, 127),
]

# Reductions: operator, C types it is used with, statement that updates variable {v} by the unsigned expression {e}.
REDUCTIONS = [
    ("+", ("u64", "uint32_t", "uint16_t", "uint8_t"), "{v} += ({t})({e});"),
    ("+", ("long", "double", "float"), "{v} += ({t})(({e}) & 15);"),
    ("-", ("u64", "uint32_t"), "{v} -= ({t})({e});"),
    ("*", ("u64", "uint32_t"), "{v} *= ({t})(({e}) | 1);"),
    ("^", ("u64", "uint32_t", "uint8_t"), "{v} ^= ({t})({e});"),
    ("|", ("u64", "uint16_t"), "{v} |= ({t})(({e}) & 0x1001001);"),
    ("&", ("u64", "uint32_t"), "{v} &= ({t})(({e}) | 0xf0f0f0f0f0f0);"),
    ("max", ("u64", "int", "double"), "{{ {t} q = ({t})(({e}) & 0xffffff); if (q > {v}) {v} = q; }}"),
    ("min", ("u64", "short", "float"), "{{ {t} q = ({t})(({e}) & 0x7fff); if (q < {v}) {v} = q; }}"),
    ("&&", ("int",), "{v} = {v} && (({e}) % 5000 != 0);"),
    ("||", ("int",), "{v} = {v} || (({e}) % 700 == 0);"),
    ("pair", ("Pair",), "pair_add(&{v}, {e});"),
]

SCHEDULES = ["static", "static, 1", "static, 3", "dynamic", "dynamic, 2", "guided", "guided, 4", "auto", "runtime",
             "monotonic : dynamic", "nonmonotonic : dynamic, 5", "monotonic : static"]

PRELUDE = """\
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
{includes}
typedef uint64_t u64;
#define NOINLINE __attribute__((noinline))
enum {{ N = {size} }};
static u64 A[N], G[8], K[4], R[64];
static uint32_t B[N];
static double C[N];

static inline u64 mix(u64 x) {{
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u + 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}}
static u64 hash_bytes(const void *data, size_t bytes) {{
  const unsigned char *p = (const unsigned char *)data;
  u64 h = bytes;
  for (size_t i = 0; i < bytes; i++)
    h = (h ^ p[i]) * 0x100000001b3u;
  return mix(h);
}}
"""

PAIR_C = """\
typedef struct { u64 sum, parity; } Pair;
static inline void pair_add(Pair *p, u64 x) { p->sum += x; p->parity ^= mix(x); }
static inline void pair_join(Pair *a, const Pair *b) { a->sum += b->sum; a->parity ^= b->parity; }
#pragma omp declare reduction(pair : Pair : pair_join(&omp_out, &omp_in)) initializer(omp_priv = (Pair){0, 0})
static inline u64 pair_value(Pair p) { return p.sum ^ p.parity; }
"""

# In C++ the same is a class with an allocation, and its live objects are counted.
PAIR_CXX = """\
static std::atomic<long> alive{0};
struct Pair {
  u64 *words;
  Pair() : words(new u64[2]()) { ++alive; }
  Pair(const Pair &o) : words(new u64[2]{o.words[0], o.words[1]}) { ++alive; }
  Pair &operator=(const Pair &o) { words[0] = o.words[0]; words[1] = o.words[1]; return *this; }
  ~Pair() { delete[] words; --alive; }
};
static inline void pair_add(Pair *p, u64 x) { p->words[0] += x; p->words[1] ^= mix(x); }
static inline void pair_join(Pair &a, const Pair &b) { a.words[0] += b.words[0]; a.words[1] ^= b.words[1]; }
#pragma omp declare reduction(pair : Pair : pair_join(omp_out, omp_in))
static inline u64 pair_value(const Pair &p) { return p.words[0] ^ p.words[1]; }
"""


@dataclasses.dataclass
class Scope:
    """What a statement may use."""

    base: str
    size: str
    readable: list[str]  # unsigned expressions without side effects
    writable: list[str]  # u64 variables of the executing iteration
    reductions: list[tuple[str, str, str, str]]  # (operator, name, type, update)
    sections: list[tuple[str, str]]  # arrays under an array-section reduction by +: (name, length)
    loops: int = 0  # parallel loops around this, in this function
    cost: int = 1  # how often this is executed
    plain: bool = False  # inside simd: no OpenMP constructs, calls, VLAs or exceptions

    def child(self, **changes) -> "Scope":
        fresh = {"readable": list(self.readable), "writable": list(self.writable),
                 "reductions": list(self.reductions), "sections": list(self.sections)}
        return dataclasses.replace(self, **(fresh | changes))


@dataclasses.dataclass
class Function:
    name: str
    cost: int
    recursive: bool


class Generator:
    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.cxx = self.random.random() < 0.5
        self.lines: list[str] = []
        self.indent = 0
        self.names = 0
        self.functions: list[Function] = []
        self.executed = 0  # cost of the function under construction, so far

    # ── small helpers ──────────────────────────────────────────────────────────────────────────────────────────

    def emit(self, text: str) -> None:
        self.lines.append("" if text == "" else ("" if text.startswith("#") else "  " * self.indent) + text)

    def open(self, text: str) -> None:
        self.emit(text + " {" if text else "{")
        self.indent += 1

    def close(self, text: str = "}") -> None:
        self.indent -= 1
        self.emit(text)

    def name(self, prefix: str) -> str:
        self.names += 1
        return f"{prefix}{self.names}"

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    # ── expressions: always u64 ────────────────────────────────────────────────────────────────────────────────

    def expression(self, scope: Scope, depth: int = 0) -> str:
        choice = self.random.randrange(10 if depth < 3 else 4)
        if choice <= 1:
            return self.random.choice(scope.readable)
        if choice == 2:
            return f"(u64){self.random.randrange(1, 1 << self.random.choice([3, 8, 30]))}u"
        if choice == 3:
            return self.random.choice([self.cell("A", scope, depth + 1), f"(u64){self.cell('B', scope, depth + 1)}",
                                       f"(u64){self.cell('C', scope, depth + 1)}"])
        if choice == 4:
            return f"R[({self.expression(scope, depth + 1)}) & 63]"
        if choice == 5:
            return f"mix({self.expression(scope, depth + 1)})"
        if choice == 6:
            return f"(({self.expression(scope, depth + 1)}) >> {self.random.randrange(1, 40)})"
        operator = self.random.choice(["+", "-", "*", "^", "&", "|"])
        return f"(({self.expression(scope, depth + 1)}) {operator} ({self.expression(scope, depth + 1)}))"

    def cell(self, array: str, scope: Scope, depth: int = 1) -> str:
        index = self.expression(scope, max(depth, 2)) if depth < 4 else "3u"
        return f"{array}[{scope.base} + ({index}) % {scope.size}]"

    # ── statements ─────────────────────────────────────────────────────────────────────────────────────────────

    def block(self, scope: Scope, statements: int) -> None:
        for _ in range(statements):
            self.statement(scope)

    def statement(self, scope: Scope) -> None:
        self.executed += scope.cost
        kinds = [(self.store, 6), (self.declare, 3), (self.assign, 2), (self.branch, 2), (self.serial_loop, 2)]
        if scope.reductions or scope.sections:
            kinds.append((self.update_reduction, 7))
        if not scope.plain:
            kinds += [(self.shared_update, 2), (self.scratch_array, 1), (self.simd_loop, 1), (self.switch, 1)]
            if self.functions:
                kinds.append((self.call, 4))
            if self.cxx:
                kinds += [(self.exception, 1), (self.lambda_call, 1)]
            if scope.loops < MAX_LOOP_DEPTH:
                kinds.append((self.parallel_loop, 6 if scope.loops == 0 else 4))
        chosen, = self.random.choices([kind for kind, _ in kinds], [weight for _, weight in kinds])
        if scope.cost + self.executed > COST_BUDGET:
            chosen = self.store
        chosen(scope)

    def store(self, scope: Scope) -> None:
        value = self.expression(scope)
        array = self.random.choice("AABC")
        target = self.cell(array, scope)
        if array == "C":
            self.emit(f"{target} = (double)(({value}) & 1023) * 0.5;")
        else:
            cast = "" if array == "A" else "(uint32_t)"
            self.emit(f"{target} {self.random.choice(['=', '+=', '^=', '*='])} {cast}({value});")

    def declare(self, scope: Scope) -> None:
        name = self.name("v")
        self.emit(f"u64 {name} = {self.expression(scope)};")
        scope.readable.append(name)
        scope.writable.append(name)

    def assign(self, scope: Scope) -> None:
        if not scope.writable:
            return self.declare(scope)
        target = self.random.choice(scope.writable)
        self.emit(f"{target} {self.random.choice(['=', '+=', '^='])} {self.expression(scope)};")

    def branch(self, scope: Scope) -> None:
        self.open(f"if (({self.expression(scope)}) % {self.random.randrange(2, 6)} == 0)")
        self.block(scope.child(), self.random.randrange(1, 3))
        if self.chance(0.4):
            self.close("} else {")
            self.indent += 1
            self.block(scope.child(), 1)
        self.close()

    def switch(self, scope: Scope) -> None:
        self.open(f"switch (({self.expression(scope)}) % 4)")
        for label in ("case 0", "case 1", "default"):
            self.open(f"{label}:")
            self.block(scope.child(), 1)
            if self.chance(0.7):
                self.emit("break;")
            self.close()
        self.close()

    def serial_loop(self, scope: Scope) -> None:
        index, trips = self.name("s"), self.random.randrange(1, 6)
        inner = scope.child(cost=scope.cost * trips, readable=scope.readable + [index])
        self.open(f"for (u64 {index} = 0; {index} < {trips}; {index}++)")
        self.block(inner, self.random.randrange(1, 3))
        if not scope.plain and self.chance(0.3):
            self.emit(f"if (({self.expression(inner)}) % 3 == 0) {self.random.choice(['break', 'continue'])};")
        self.close()

    def update_reduction(self, scope: Scope) -> None:
        value = self.expression(scope)
        if scope.sections and (not scope.reductions or self.chance(0.4)):
            array, length = self.random.choice(scope.sections)
            self.emit(f"{array}[({self.expression(scope)}) % {length}] += {value};")
            return
        _, variable, type_name, update = self.random.choice(scope.reductions)
        self.emit(update.format(v=variable, t=type_name, e=value))

    def shared_update(self, scope: Scope) -> None:
        value = self.expression(scope)
        if self.chance(0.6):
            self.emit("#pragma omp atomic")
            self.emit(f"G[{self.random.randrange(4)}] += {value};")
        elif self.chance(0.5):
            self.emit("#pragma omp atomic update")
            self.emit(f"G[{self.random.randrange(4, 8)}] ^= {value};")
        else:
            which, copy = self.random.randrange(4), self.name("k")
            self.open("")
            self.emit(f"u64 {copy} = {value};")
            # Each element of K always has the same lock; the first has the unnamed one.
            self.emit(f"#pragma omp critical{f'(lock{which})' if which else ''}")
            self.emit(f"K[{which}] += mix({copy});")
            self.close()

    def scratch_array(self, scope: Scope) -> None:
        """A local array with a length known at run time, and its fold."""
        array, length, index = self.name("w"), self.name("n"), self.name("s")
        self.emit(f"u64 {length} = 1 + ({self.expression(scope)}) % 13;")
        if self.cxx and self.chance(0.5):
            self.emit(f"std::vector<u64> {array}({length});")
        else:
            self.emit(f"u64 {array}[{length}];")
        self.emit(f"for (u64 {index} = 0; {index} < {length}; {index}++)")
        self.emit(f"  {array}[{index}] = mix({index} + ({self.expression(scope)}));")
        scope.readable += [f"{array}[0]", f"{array}[{length} - 1]", length]

    def simd_loop(self, scope: Scope) -> None:
        index, total = self.name("s"), self.name("v")
        self.emit(f"u64 {total} = {self.expression(scope)};")
        self.emit(f"#pragma omp simd reduction(+ : {total})")
        self.open(f"for (u64 {index} = 0; {index} < {scope.size}; {index}++)")
        self.emit(f"B[{scope.base} + {index}] = B[{scope.base} + {index}] * 3u + (uint32_t){index};")
        self.emit(f"{total} += B[{scope.base} + {index}];")
        self.close()
        self.executed += scope.cost * 8
        scope.readable.append(total)

    def call(self, scope: Scope) -> None:
        affordable = [f for f in self.functions if self.executed + f.cost * scope.cost <= COST_BUDGET]
        if not affordable:
            return self.store(scope)
        function = self.random.choice(affordable)
        depth = self.random.randrange(1, 4) if function.recursive else 0
        result = self.name("v")
        self.emit(f"u64 {result} = {function.name}({scope.base}, {scope.size}, {self.expression(scope)}, {depth});")
        self.executed += function.cost * scope.cost
        scope.readable.append(result)
        scope.writable.append(result)

    def exception(self, scope: Scope) -> None:
        caught = self.name("e")
        self.open("try")
        inner = scope.child()
        self.block(inner, 1)
        self.emit(f"if (({self.expression(inner)}) % 3 == 0) throw (u64)({self.expression(inner)});")
        self.block(inner, 1)
        self.close(f"}} catch (u64 {caught}) {{")
        self.indent += 1
        self.block(scope.child(readable=scope.readable + [caught]), 1)
        self.close()

    def lambda_call(self, scope: Scope) -> None:
        function, argument, result = self.name("l"), self.name("a"), self.name("v")
        self.open(f"auto {function} = [&](u64 {argument}) -> u64")
        self.block(scope.child(readable=scope.readable + [argument]), self.random.randrange(1, 3))
        self.emit(f"return {argument} ^ {self.expression(scope)};")
        self.close("};")
        self.emit(f"u64 {result} = {function}({self.expression(scope)});")
        scope.readable.append(result)

    # ── parallel loops ─────────────────────────────────────────────────────────────────────────────────────────

    def index_loop(self, trips: str, largest: int, variable_stride: bool) -> tuple[str, str]:
        """Returns a canonical loop header of `trips` (at most `largest`) iterations, and the iteration's number."""
        kinds = [kind for kind in INDEX_TYPES if kind[2] - kind[1] > (largest + 1) * 7 + 16]
        type_name, low, high = self.random.choice(kinds)
        step = self.random.choice([1, 1, 1, 2, 3, 7])
        room = (largest + 1) * step + 8  # one step more than needed, so that no index overflows
        up = self.chance(0.65)
        near_edge = self.random.choice([low, high, 0, self.random.randint(low, high)])
        # An inclusive bound of an empty loop lies up to seven before the start: room is needed on both sides.
        first = min(max(near_edge, low + 8), high - room) if up else max(min(near_edge, high - 8), low + room)
        start, index = self.name("b"), self.name("i")
        suffix = "u" if type_name.startswith("unsigned") or first > 2**62 else ""
        literal = f"(-{-first - 1} - 1)" if first < 0 else f"{first}{suffix}"
        self.emit(f"const {type_name} {start} = ({type_name}){literal};")
        stride = str(step)
        if variable_stride:
            stride = self.name("d")
            self.emit(f"const int {stride} = {step} + (int)(R[0] & 0);")
        slack = self.random.randrange(step)
        distance = f"({type_name})({trips} * {step})"
        end = self.name("z")
        relation, change, sign = ("<", "+=", "+") if up else (">", "-=", "-")
        if step == 1 and not variable_stride and self.chance(0.3):
            relation = "!="
        elif self.chance(0.3):
            relation += "="
            slack = -1 if step == 1 else self.random.randrange(1, step) * -1
        # Strict relations may stop anywhere in the last stride; inclusive ones must stop before the next index.
        if relation in ("<", ">", "!="):
            adjust = slack if relation != "!=" else 0
            self.emit(f"const {type_name} {end} = ({type_name})({start} {sign} ({trips} ? {distance} - {adjust} : 0));")
        else:
            self.emit(f"const {type_name} {end} = ({type_name})({start} {sign} ({trips} * {step}) "
                      f"{'-' if up else '+'} {-slack});")
        increment = {("+=", "1"): f"{index}++", ("-=", "1"): f"--{index}"}.get((change, stride),
                                                                              f"{index} {change} {stride}")
        number = f"(u64)({index} - {start})" if up else f"(u64)({start} - {index})"
        return f"for ({type_name} {index} = {start}; {index} {relation} {end}; {increment})", f"({number} / {step})"

    def parallel_loop(self, scope: Scope) -> None:
        self.open("")  # bounds, private variables and reduction variables of this loop are visible here only…
        results = self.parallel_loop_in_block(scope)
        fold = self.expression(scope.child(readable=results)) if results else "1"
        self.emit(f"{self.cell('A', scope)} += {fold};")  # …and what they gave is stored here
        self.close()

    def parallel_loop_in_block(self, scope: Scope) -> list[str]:
        collapse = self.random.choice([1, 1, 1, 1, 2, 3])
        headers, numbers, trip_names, estimate = [], [], [], 1
        left = scope.size
        for _ in range(collapse):
            largest = self.random.choice([1, 2, 4, 7, 12, 20]) if collapse > 1 else self.random.choice([1, 3, 8, 24, 40])
            while largest > 1 and scope.cost * estimate * largest * 4 + self.executed > COST_BUDGET:
                largest //= 2
            trips = self.name("n")
            shrink = f" ? ({self.expression(scope)}) % {largest + 1} : {largest}" if self.chance(0.3) else None
            self.emit(f"u64 {trips} = {f'1{shrink}' if shrink else largest};")
            self.emit(f"if ({trips} > {left}) {trips} = {left};")
            header, number = self.index_loop(trips, largest, self.chance(0.25))
            headers.append(header)
            numbers.append(number)
            trip_names.append(trips)
            estimate *= largest
            left = f"({left} / ({trips} ? {trips} : 1))"
        total, share = self.name("n"), self.name("m")
        self.emit(f"const u64 {total} = {' * '.join(trip_names)}, {share} = {total} ? {scope.size} / {total} : 1;")

        simd = self.chance(0.12)
        on_parallel, on_for, results = [], [], []
        base, size = self.name("base"), self.name("size")
        inner = scope.child(base=base, size=size, writable=[], reductions=[], sections=[], loops=scope.loops + 1,
                            cost=scope.cost * max(estimate, 1), plain=simd)
        # Reductions of the enclosing loop may go on in this one, which then has to name them too.
        for reduction in scope.reductions:
            if self.chance(0.4) and not (simd and reduction[2] == "Pair"):
                inner.reductions.append(reduction)
                on_for.append(f"reduction({reduction[0]} : {reduction[1]})")
        for _ in range(self.random.choice([0, 0, 1, 1, 2, 3])):
            operator, types, update = self.random.choice(REDUCTIONS)
            if simd and operator == "pair":
                continue
            variable, type_name = self.name("r"), self.random.choice(types)
            if operator == "pair":
                self.emit(f"Pair {variable}{'' if self.cxx else ' = {0, 0}'};")
                results.append(f"pair_value({variable})")
            else:
                # A logical reduction yields 0 or 1 even of no iterations at all; starting with one of them makes that exact.
                mask = 1 if operator in ("&&", "||") else 63
                self.emit(f"{type_name} {variable} = ({type_name})(({self.expression(scope)}) & {mask});")
                results.append(f"(u64)(int64_t){variable}")
            inner.reductions.append((operator, variable, type_name, update))
            on_for.append(f"reduction({operator} : {variable})")
        if not simd and self.chance(0.2):
            results.append(self.section_reduction(scope, inner, on_for))

        copied = [name for name in scope.writable if name in scope.readable and self.chance(0.3)]
        if copied:
            self.random.choice([on_parallel, on_for]).append(f"firstprivate({', '.join(copied)})")
        prologue = []
        if self.chance(0.25):
            variable = self.name("p")
            self.emit(f"u64 {variable} = 1;")
            self.random.choice([on_parallel, on_for]).append(f"private({variable})")
            prologue.append(variable)
        if self.chance(0.3):
            variable = self.name("q")
            self.emit(f"u64 {variable} = {self.expression(scope)};")
            on_for.append(f"lastprivate({variable})")
            prologue.append(variable)
            results.append(variable)
        if self.chance(0.6):
            on_for.append(f"schedule({self.random.choice(SCHEDULES)})")
            if any("lastprivate" in clause for clause in on_for):
                # libomp 19 may miss the last iteration where the non-monotonic dynamic schedule steals it.
                on_for[-1] = on_for[-1].replace("(dynamic", "(monotonic : dynamic").replace("nonmonotonic", "monotonic")
        if collapse > 1:
            on_for.append(f"collapse({collapse})")
        if self.chance(0.2):
            modifier = self.random.choice(["", "parallel : ", *(["simd : "] if simd else [])])
            on_parallel.append(f"if ({modifier}({self.expression(scope)}) % 4 != 0)")
        if self.chance(0.2):
            on_parallel.append(f"num_threads({self.random.choice(['1', '2', '7', f'1 + (int)(({self.expression(scope)}) % 4)'])})")
        if self.chance(0.1):
            on_parallel.append(f"proc_bind({self.random.choice(['close', 'spread', 'primary'])})")
        if self.chance(0.1):
            on_parallel.append("default(shared)")

        self.random.shuffle(on_for)
        separate = not simd and self.chance(0.25)
        if separate:
            if self.chance(0.3):
                on_for.append("nowait")
            self.emit(" ".join(["#pragma omp parallel", *on_parallel]))
            self.emit(" ".join(["#pragma omp for", *on_for]))
        else:
            self.emit(" ".join([f"#pragma omp parallel for{' simd' if simd else ''}", *on_parallel, *on_for]))
        for header in headers[:-1]:
            self.emit(header)
        self.open(headers[-1])
        number = numbers[0]
        for trips, next_number in zip(trip_names[1:], numbers[1:]):
            number = f"({number} * {trips} + {next_number})"
        iteration = self.name("t")
        self.emit(f"const u64 {iteration} = {number}, {base} = {scope.base} + {iteration} * {share}, {size} = {share};")
        self.emit(f"(void){base}, (void){size};")
        inner.readable = [iteration, *scope.readable]
        for variable in prologue:
            self.emit(f"{variable} = {self.expression(inner)};")
            inner.readable.append(variable)
            inner.writable.append(variable)
        self.block(inner, self.random.randrange(1, 5))
        if not simd and self.chance(0.2):
            self.emit(f"if (({self.expression(inner)}) % 3 == 0) continue;")
            self.block(inner, 1)
        if inner.reductions or inner.sections:
            self.update_reduction(inner)
        self.close()
        return results

    def section_reduction(self, scope: Scope, inner: Scope, on_for: list[str]) -> str:
        """A sum over an array section: fixed length, or a VLA's, or through a pointer. Returns its fold."""
        array, length = self.name("h"), str(self.random.randrange(1, 24))
        kind = self.random.randrange(3)
        if kind == 0:
            self.emit(f"u64 {array}[{length}] = {{0}};")
            section = self.random.choice([array, f"{array}[0 : {length}]", f"{array}[ : {length}]"])
        elif kind == 1:
            variable = self.name("n")
            self.emit(f"const u64 {variable} = 1 + ({self.expression(scope)}) % {length};")
            self.emit(f"u64 {array}[{variable}];")
            self.emit(f"memset({array}, 1, {variable} * sizeof(u64));")
            length, section = variable, f"{array}[0 : {variable}]"
        else:
            storage = self.name("h")
            self.emit(f"u64 {storage}[{length} + 3] = {{0}};")
            self.emit(f"u64 *{array} = {storage} + 2;")
            section = f"{array}[0 : {length}]"
        inner.sections.append((array, length))
        on_for.append(f"reduction(+ : {section})")
        return f"hash_bytes({array}, {length} * sizeof(u64))"

    # ── functions and the program ──────────────────────────────────────────────────────────────────────────────

    def function(self, number: int, budget_share: int) -> None:
        name = f"f{number}"
        recursive = self.chance(0.3)
        linkage = self.random.choice(["static NOINLINE", "static NOINLINE", "static inline", "static",
                                      "static inline __attribute__((always_inline))"])
        if recursive:
            linkage = "static NOINLINE"
        self.executed = COST_BUDGET - budget_share
        before = self.executed
        self.open(f"{linkage} u64 {name}(u64 base, u64 size, u64 x, int depth)")
        self.emit("u64 result = x + (u64)depth;")
        scope = Scope("base", "size", ["x", "result"], ["result"], [], [])
        self.block(scope, self.random.randrange(2, 5))
        cost = self.executed - before + 2
        if recursive:
            ways = self.random.randrange(2, 4)
            reduction = self.chance(0.5)
            self.open("if (depth > 0)")
            self.emit(f"const u64 ways = size < {ways} ? size : {ways}, share = size / ways;")
            self.emit("#pragma omp parallel for" + (" reduction(+ : result)" if reduction else ""))
            self.open("for (u64 c = 0; c < ways; c++)")
            call = f"{name}(base + c * share, share, mix(x + c), depth - 1)"
            self.emit(f"result += {call};" if reduction else f"A[base + c * share] += {call};")
            self.close()
            self.close()
            cost *= sum(ways**level for level in range(4))
        self.emit(f"return {self.expression(scope)};")
        self.close()
        self.emit("")
        self.functions.append(Function(name, cost, recursive))

    def program(self, seed: int) -> str:
        includes = "#include <atomic>\n#include <vector>\n" if self.cxx else ""
        head = [f"// Seed {seed}."] + PRELUDE.format(includes=includes, size=ARRAY_SIZE).splitlines()
        head += (PAIR_CXX if self.cxx else PAIR_C).splitlines() + [""]
        for number in range(self.random.randrange(1, 5)):
            self.function(number, self.random.choice([40, 200, 1000, 4000]))
        self.executed = 0
        self.open("static NOINLINE u64 body(u64 base, u64 size, u64 x)")
        self.emit("u64 result = x;")
        scope = Scope("base", "size", ["x", "result"], ["result"], [], [])
        self.parallel_loop(scope)
        self.block(scope, self.random.randrange(2, 5))
        self.emit(f"return result ^ {self.expression(scope)};")
        self.close()
        self.emit("")
        self.open("int main(void)")
        self.emit("for (int i = 0; i < 64; i++) R[i] = mix((u64)i);")
        self.emit("for (int i = 0; i < N; i++) A[i] = mix((u64)i + 100), B[i] = (uint32_t)i * 77u, C[i] = i & 31;")
        self.emit('printf("result %016llx\\n", (unsigned long long)body(0, N, R[5]));')
        for array, length in (("A", "N"), ("B", "N"), ("C", "N"), ("G", "8"), ("K", "4")):
            self.emit(f'printf("{array} %016llx\\n", (unsigned long long)hash_bytes({array}, {length} * sizeof {array}[0]));')
        self.emit('printf("carried %d\\n", carried());')
        if self.cxx:
            self.emit('printf("alive %ld\\n", alive.load());')
        self.emit("return 0;")
        self.close()
        return "\n".join(head + carried.function(seed) + self.lines) + "\n"


def generate(seed: int) -> tuple[str, str]:
    """Returns the program's text and its file suffix."""
    generator = Generator(seed)
    text = generator.program(seed)
    return text, ".cpp" if generator.cxx else ".c"


def main() -> None:
    parser = argparse.ArgumentParser(description="Writes a random OpenMP loop program to standard output.")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--suffix", action="store_true", help="print only the language's file suffix")
    args = parser.parse_args()
    text, suffix = generate(args.seed)
    print(suffix if args.suffix else text, end="\n" if args.suffix else "")


if __name__ == "__main__":
    main()
