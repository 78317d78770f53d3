# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Random programs from a seed: small, terminating and free of races.

They terminate because functions call only functions with a higher number. They have no races because each expression is
given the cells that it may use, and a fork divides them among its branches; what neither branch has may be read by both.
Cells that a branch abandoned by an exception may have written are undetermined afterwards, which a reader would have to
know, so cells are written with exceptions about only where nobody reads them: a generated program that is racy after all is
replaced by the next one.
"""

import random

from language import Racy, Sequential, parse

CELLS = 3


class Generator:
    def __init__(self, seed, size):
        self.random = random.Random(seed)
        self.fuel = size

    def program(self):
        count = self.random.randint(1, 3)
        # Made from the last to the first, so that a function knows which ones it may call.
        self.callable = []
        functions = []
        for index in reversed(range(count)):
            name = f"f{index}"
            body = self.expression(["x"], [], range(CELLS) if index == count - 1 else [], 2)
            functions.append(f"(fun {name} (x) {body})")
            self.callable.append(name)
        main = self.fork([], list(range(CELLS)), [], 3)
        if self.random.random() < 0.5:
            main = f"(try {main} (e (+ e 1000)))"
        return f"(store {CELLS})\n" + "\n".join(functions) + f"\n(main {main})"

    def expression(self, variables, writable, readable, depth):
        self.fuel -= 1
        choices = ["atom"]
        if depth > 0 and self.fuel > 0:
            choices = ["operation", "call", "fork", "fork", "let", "if", "try", "raise", "set", "get", "seq"]
        kind = self.random.choice(choices)

        def sub(more=(), by=1):
            return self.expression(variables + list(more), writable, readable, depth - by)

        if kind == "operation":
            return f"({self.random.choice('+-*')} {sub()} {sub()})"
        if kind == "call" and self.callable:
            return f"({self.random.choice(self.callable)} {sub()})"
        if kind == "fork" and self.callable:
            return self.fork(variables, writable, readable, depth)
        if kind == "let":
            return f"(let (v{depth} {sub()}) {sub([f'v{depth}'])})"
        if kind == "if":
            return f"(if (< {sub(by=2)} {sub(by=2)}) {sub()} {sub()})"
        if kind == "try":
            return f"(try {sub()} (e{depth} {sub([f'e{depth}'])}))"
        if kind == "raise" and self.random.random() < 0.6:
            return f"(raise {sub(by=2)})"
        if kind == "set" and writable:
            return f"(set {self.random.choice(list(writable))} {sub()})"
        if kind == "get" and (writable or readable):
            return f"(get {self.random.choice(list(writable) + list(readable))})"
        if kind == "seq":
            return f"(seq {sub()} {sub()})"
        return self.atom(variables)

    def atom(self, variables):
        if variables and self.random.random() < 0.6:
            return self.random.choice(variables)
        return str(self.random.randint(0, 9))

    def fork(self, variables, writable, readable, depth):
        """The first branch is a call, as for pcall; functions write no cells, so that all cells go to the second."""
        argument = self.atom(variables)
        mine = [cell for cell in writable if self.random.random() < 0.7]
        second = self.expression(variables, mine, [cell for cell in range(CELLS) if cell not in writable], depth - 1)
        a, b = f"a{depth}", f"b{depth}"
        body = self.expression(variables + [a, b], writable, readable, depth - 2)
        return f"(par ({a} ({self.random.choice(self.callable)} {argument})) ({b} {second}) {body})"


def generate(seed, size=14):
    """The program of a seed; racy candidates are skipped."""
    for attempt in range(1000):
        program = parse(Generator(seed * 1000 + attempt, size).program())
        try:
            Sequential(program)
        except Racy:
            continue
        return program
    raise ValueError(f"seed {seed} gives only racy programs")
