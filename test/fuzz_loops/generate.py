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

import carried
from loop_statements import Function, Scope
from loop_words import ARRAY_SIZE, COST_BUDGET, PRELUDE, PAIR_C, PAIR_CXX
from parallel_loops import ParallelLoops


class Generator(ParallelLoops):
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
