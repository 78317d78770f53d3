"""Parallel loops of random loop programs (generate.py): headers, clauses, what their iterations own."""

import clauses
from loop_statements import Scope, Statements
from loop_words import COST_BUDGET, INDEX_TYPES, REDUCTIONS, SCHEDULES


class ParallelLoops(Statements):
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
                            cost=scope.cost * max(estimate, 1), repeats=max(estimate, 1), plain=simd)
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
            variables = [self.name("p") for _ in range(self.random.randrange(1, 4))]
            self.emit(f"u64 {', '.join(f'{variable} = 1' for variable in variables)};")
            # Where the clause names loop variables as well, those are declared in front of the loop.
            counters = [] if simd else self.declare_counters(headers)
            self.random.choice([on_parallel, on_for]).append(f"private({', '.join(variables)})")
            if counters:
                on_for.append(f"private({', '.join(counters)})")
            prologue += variables
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

        on_parallel, on_for = clauses.vary(on_parallel, self.random), clauses.vary(on_for, self.random)
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

    def declare_counters(self, headers: list[str]) -> list[str]:
        """Takes the declarations out of some of the headers. Returns the variables."""
        names = []
        for i, header in enumerate(headers):
            if self.chance(0.4):
                declaration, condition, step = header.removeprefix("for (").split(";", 2)
                variable, start = declaration.split(" = ")
                type_name, name = variable.rsplit(" ", 1)
                self.emit(f"{type_name} {name};")
                headers[i] = f"for ({name} = {start};{condition};{step}"
                names.append(name)
        return names

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
