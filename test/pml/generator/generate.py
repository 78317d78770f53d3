#!/usr/bin/env python3
"""Writes a random program of Standard ML. The same seed gives the same program: generate.py SEED [--wrong-at N]

Each line of its output begins with "> ". Every compiler has to print the same (scope.py says why). With --wrong-at the
leaf of that number has another type than it should, so that the program is likely to have none.
"""

import argparse
import pathlib
import random

from modules import Modules
from sml_types import INT, Type, write

HERE = pathlib.Path(__file__).resolve().parent


class Program(Modules):
    # Whether it has modules, which a function may not declare.
    has_modules = True

    def statement(self):
        self.spent = 0.0
        kinds = [(5, self.shown), (4, lambda: self.value_declaration(4, is_top=True)), (4, lambda: self.function_declaration(4)),
                 (1.2, self.datatype_declaration), (0.8, self.exception_declaration), (1, self.loop), (1, self.cell),
                 (1.5, self.structure_declaration), (1, self.functor_declaration), (1, self.functor_application),
                 (0.5, self.opened), (0.5, self.local_declarations), (0.3, self.abstract_type)]
        if not self.has_modules:
            modules = (self.structure_declaration, self.functor_declaration, self.functor_application, self.opened)
            kinds = [(weight, make) for weight, make in kinds if make not in modules]
        return self.rng.choices([make for _, make in kinds], [weight for weight, _ in kinds])[0]()

    def shown(self):
        type_ = self.random_type(2)
        return f"val _ = try (fn () => showing (fn () => {self.universe.show(type_)} ({self.expression(type_, 5)} : {write(type_)})))"

    def spread_out(self):
        """Many branches, each of which computes the same expression of another number: enough for beats to meet the program in."""
        self.spent = 0.0
        type_, number = self.random_type(2, without=("fn", "ref", "array")), self.fresh("i")
        with self.inner(), self.pure():
            self.bind(number, INT)
            leaf = self.expression(type_, 5)
        show = self.universe.show(type_)
        return f"val _ = try (fn () => digest (fn x => showing (fn () => {show} x)) (spread 9 (fn {number} => ({leaf} : {write(type_)})) 1))"

    def show_values(self):
        """What the variables are at the end."""
        values = [value for value in self.values if not value.parameters and value.type.kind != "fn"]
        return "".join(f"val _ = try (fn () => showing (fn () => {self.universe.show(value.type)} {value.name}))\n"
                       for value in values[-30:])

    def cell(self):
        """State: a reference or an array."""
        name, part = self.fresh("c"), self.random_type(1, without=("fn", "ref", "array"))
        kind = self.rng.choice(["ref", "array"])
        text = f"({self.expression(part, 2)} handle _ => {self.leaf(part)})"
        self.bind(name, Type(kind, (part,)))
        return f"val {name} : {write(part, True)} {kind} = " + (f"ref {text}" if kind == "ref" else f"Array.array (3, {text})")

    def loop(self):
        counter, times = self.fresh("i"), self.rng.randint(1, 5)
        with self.inner(), self.repeated(times):
            effect = self.effect(4)
        return (f"val _ = (let val {counter} = ref 0 in while !{counter} < {times} do "
                f"({counter} := !{counter} + 1; {effect}) end) handle _ => say \"loop\"")


def program(seed, wrong_at=0):
    rng = random.Random(seed)
    made = Program(rng, wrong_at)
    statements = [made.statement() for _ in range(rng.randint(8, 30))]
    return (HERE / "prelude.sml").read_text() + "\n".join(statements) + "\n" + made.show_values(), made.leaves


def spreading_function(seed, name):
    """A program without modules, as a function, and then with many branches. It needs prelude.sml and spread.sml in front of it."""
    made = Program(random.Random(seed))
    made.has_modules = False
    statements = [made.statement() for _ in range(made.rng.randint(3, 9))]
    statements += [made.spread_out() for _ in range(2)]
    return f"fun {name} () = (let\n" + "\n".join(statements) + f"\n{made.show_values()}in () end) handle e => say (exnName e)\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seed", type=int)
    parser.add_argument("--wrong-at", type=int, default=0)
    options = parser.parse_args()
    print(program(options.seed, options.wrong_at)[0], end="")


if __name__ == "__main__":
    main()
