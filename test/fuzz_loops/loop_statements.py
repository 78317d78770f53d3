"""Statements and expressions of random loop programs (generate.py). Expressions are always u64."""

import dataclasses
import random

from loop_words import COST_BUDGET, MAX_LOOP_DEPTH


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
    repeats: int = 1  # the same, since the innermost function or parallel loop began: alloca()'s memory adds up
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


class Statements:
    """Writes the program line by line. Parallel loops are another class's (parallel_loops.py)."""

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
            kinds += [(self.shared_update, 2), (self.scratch_array, 1), (self.simd_loop, 1), (self.switch, 1),
                      (self.jump, 2), (self.jump_back, 1)]
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
        inner = scope.child(cost=scope.cost * trips, repeats=scope.repeats * trips, readable=scope.readable + [index])
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
        """A local array with a length known at run time, and its fold. Frames of loops that follow differ in size."""
        array, length, index = self.name("w"), self.name("n"), self.name("s")
        self.emit(f"u64 {length} = 1 + ({self.expression(scope)}) % {self.random.choice([2, 13, 60])};")
        kind = self.random.choice(["vector", "array"] if self.cxx else ["array"])
        if scope.repeats <= 64 and self.chance(0.4):
            kind = "alloca"
        if kind == "vector":
            self.emit(f"std::vector<u64> {array}({length});")
        elif kind == "alloca":
            self.emit(f"u64 *{array} = (u64 *)alloca({length} * sizeof(u64));")
        else:
            self.emit(f"u64 {array}[{length}];")
        self.emit(f"for (u64 {index} = 0; {index} < {length}; {index}++)")
        self.emit(f"  {array}[{index}] = mix({index} + ({self.expression(scope)}));")
        scope.readable += [f"{array}[0]", f"{array}[{length} - 1]", length]

    def jump(self, scope: Scope) -> None:
        """Over a block, or out of a serial loop inside of another."""
        label = self.name("over")
        self.open("")
        if self.chance(0.6):
            self.emit(f"if (({self.expression(scope)}) % 3 == 0) goto {label};")
            self.open("")
            self.block(scope.child(), self.random.randrange(1, 3))
            self.close()
        else:
            outer, inner, trips = self.name("s"), self.name("s"), self.random.randrange(1, 4)
            body = scope.child(cost=scope.cost * trips * 2, repeats=scope.repeats * trips * 2,
                               readable=scope.readable + [outer, inner])
            self.emit(f"for (u64 {outer} = 0; {outer} < {trips}; {outer}++)")
            self.open(f"  for (u64 {inner} = 0; {inner} < 2; {inner}++)")
            self.block(body, 1)
            self.emit(f"if (({self.expression(body)}) % 4 == 0) goto {label};")
            self.close()
        self.emit(f"{label}:;")
        self.close()

    def jump_back(self, scope: Scope) -> None:
        label, count, trips = self.name("again"), self.name("s"), self.random.randrange(2, 5)
        self.open("")
        self.emit(f"u64 {count} = 0;")
        self.emit(f"{label}:;")
        inner = scope.child(cost=scope.cost * trips, repeats=scope.repeats * trips, readable=scope.readable + [count])
        self.open("")
        self.block(inner, self.random.randrange(1, 3))
        self.close()
        self.emit(f"if (++{count} < {trips}) goto {label};")
        self.close()

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
