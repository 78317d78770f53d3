# Part of Tactus, under the MIT licence. See LICENSE for details.
"""The source language of the model, and what its programs mean sequentially.

    program    ::= (store N)? (fun f (x ...) e)* (main e)
    e          ::= N | x | (op e e) | (if e e e) | (let (x e) e) | (seq e e) | (f e ...)
                 | (par (x (f e ...)) (y e) e)      both branches, then the body with their values
                 | (raise e) | (try e (x e))        the handler binds the exception
                 | (get e) | (set e e)              cells of the shared store

The meaning of `par` is its sequential elision: first branch, second branch, body. If the first branch throws, the second
is not run; that is what "first in program order wins" says.

A program may be run in parallel only if it has no races. `Sequential` finds them while it runs: it knows what each branch
has read and written, and also runs the second branch that an exception abandons, in a copy of the store, because a
parallel run may have begun it. What such a branch writes is not part of the result: the cells are *undetermined* until they
are written again, and reading one is a race.
"""

import operator
import re


class Racy(Exception):
    """The program's result depends on the schedule; it says nothing about the rules."""


class Thrown(Exception):
    """An exception of the program."""

    def __init__(self, value):
        super().__init__(value)
        self.value = value


OPERATORS = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "<": lambda a, b: int(a < b),
    "=": lambda a, b: int(a == b),
}


class Program:
    """Functions by name as (parameters, body); `main` is one without parameters."""

    def __init__(self, functions, cells, text):
        self.functions = functions
        self.cells = cells
        self.text = text


def parse(text):
    """The program that `text` says. Raises ValueError if it is not one."""
    tokens = re.findall(r"[()]|[^\s()]+", re.sub(r";.*", "", text))
    position = 0

    def expression():
        nonlocal position
        if position == len(tokens):
            raise ValueError("a parenthesis is not closed")
        token = tokens[position]
        position += 1
        if token == "(":
            items = []
            while position < len(tokens) and tokens[position] != ")":
                items.append(expression())
            if position == len(tokens):
                raise ValueError("a parenthesis is not closed")
            position += 1
            return tuple(items)
        return int(token) if re.fullmatch(r"-?\d+", token) else token

    functions, cells = {}, 0
    while position < len(tokens):
        item = expression()
        if item[0] == "store":
            cells = item[1]
        elif item[0] == "fun":
            functions[item[1]] = (item[2], item[3])
        elif item[0] == "main":
            functions["main"] = ((), item[1])
        else:
            raise ValueError(f"neither a function nor main: {item}")
    if "main" not in functions:
        raise ValueError("there is no main")
    return Program(functions, cells, text)


class Sequential:
    """Runs a program sequentially. `outcome` is ("result", v) or ("exception", v), `store` the cells' contents at the end,
    `undetermined` the cells that a parallel run may leave different. Raises Racy."""

    def __init__(self, program):
        self.program = program
        self.store = [0] * program.cells
        self.reads, self.writes, self.undetermined = set(), set(), set()
        try:
            self.outcome = ("result", self.evaluate(program.functions["main"][1], {}))
        except Thrown as thrown:
            self.outcome = ("exception", thrown.value)

    def evaluate(self, e, env):
        if isinstance(e, int):
            return e
        if isinstance(e, str):
            return env[e]
        head, *rest = e
        if head in OPERATORS:
            left = self.evaluate(rest[0], env)
            return OPERATORS[head](left, self.evaluate(rest[1], env))
        if head == "if":
            return self.evaluate(rest[1] if self.evaluate(rest[0], env) else rest[2], env)
        if head == "let":
            return self.evaluate(rest[1], {**env, rest[0][0]: self.evaluate(rest[0][1], env)})
        if head == "seq":
            self.evaluate(rest[0], env)
            return self.evaluate(rest[1], env)
        if head == "raise":
            raise Thrown(self.evaluate(rest[0], env))
        if head == "try":
            try:
                return self.evaluate(rest[0], env)
            except Thrown as thrown:
                return self.evaluate(rest[1][1], {**env, rest[1][0]: thrown.value})
        if head == "get":
            cell = self.evaluate(rest[0], env)
            if cell in self.undetermined:
                raise Racy(f"cell {cell} is read, which an abandoned branch may have written")
            self.reads.add(cell)
            return self.store[cell]
        if head == "set":
            cell = self.evaluate(rest[0], env)
            value = self.evaluate(rest[1], env)
            self.writes.add(cell)
            self.undetermined.discard(cell)
            self.store[cell] = value
            return value
        if head == "par":
            return self.par(*rest, env)
        parameters, body = self.program.functions[head]
        return self.evaluate(body, dict(zip(parameters, [self.evaluate(a, env) for a in rest])))

    def par(self, first, second, body, env):
        (x, call), (y, other) = first, second
        # The arguments of the first branch are evaluated before the fork.
        arguments = tuple(self.evaluate(a, env) for a in call[1:])
        before = self.reads, self.writes
        one, one_reads, one_writes = self.branch((call[0], *arguments), env)
        if one[0] == "exception":
            saved = list(self.store)
            _, two_reads, two_writes = self.branch(other, env)
            self.store = saved
            self.undetermined |= two_writes
            two = one
        else:
            two, two_reads, two_writes = self.branch(other, env)
        races = (one_writes & (two_reads | two_writes)) | (one_reads & two_writes)
        if races:
            raise Racy(f"both branches use cells {sorted(races)}")
        self.reads = before[0] | one_reads | two_reads
        self.writes = before[1] | one_writes | two_writes
        for outcome in (one, two):
            if outcome[0] == "exception":
                raise Thrown(outcome[1])
        return self.evaluate(body, {**env, x: one[1], y: two[1]})

    def branch(self, e, env):
        self.reads, self.writes = set(), set()
        try:
            outcome = ("result", self.evaluate(e, env))
        except Thrown as thrown:
            outcome = ("exception", thrown.value)
        return outcome, self.reads, self.writes
