# Part of Tactus, under the MIT licence. See LICENSE for details.
"""The PCall IR (MPL Fig. 3) with exceptions, and the lowering of `par` to it (MPL §3.2, Fig. 5).

    statement  ::= x <- constant | x <- op(y, z) | x <- get(y) | x <- set(y, z)
    transfer   ::= goto b(x ...) | if x then b else b | return x | raise x
                 | call f(x ...) > b unwind h
                 | pcall f(x ...) > (seq, sync, spwn) unwind h
                 | getjoin > b unwind h | setjoin x | setjoin-raise x

`unwind h` is where an exception goes that leaves the call, or that the awaited task has thrown; None: to the caller.
`setjoin-raise` says that the part which ran elsewhere threw: an exception is a result like any other until it is joined.

A `par` becomes

    pcall f(...) > (seq, sync, spwn) unwind h
    seq(x):   y <- second branch             goto finish(x, y)
    sync(x):  getjoin > joined unwind h      joined(y): goto finish(x, y)
    spwn():   y <- second branch, in which exceptions go to thrown
              setjoin y                      thrown(v): setjoin-raise v

Temporaries are numbered, so that a value mapping is a tuple.
"""

from collections import namedtuple

from language import OPERATORS

Block = namedtuple("Block", "parameters statements transfer")
Function = namedtuple("Function", "name parameters temporaries blocks")

ENTRY = "entry"


class Lowering:
    """One function. `function` is the result."""

    def __init__(self, name, parameters, body):
        self.blocks = {}
        self.temporaries = 0
        env = {x: self.temporary() for x in parameters}
        self.begin(ENTRY, ())
        result = self.lower(body, env, None)
        self.end(("return", result))
        self.function = Function(name, tuple(env[x] for x in parameters), self.temporaries, self.blocks)

    def temporary(self):
        self.temporaries += 1
        return self.temporaries - 1

    def label(self, name):
        self.labels = getattr(self, "labels", 0) + 1
        return f"{name}{self.labels}"

    def begin(self, label, parameters):
        self.current, self.parameters, self.statements = label, tuple(parameters), []

    def end(self, transfer):
        self.blocks[self.current] = Block(self.parameters, tuple(self.statements), transfer)

    def statement(self, operation, *arguments):
        x = self.temporary()
        self.statements.append((x, operation, arguments))
        return x

    def lower(self, e, env, handler):
        """Appends code that computes `e`; returns the temporary. `handler` is the block that gets exceptions."""
        if isinstance(e, int):
            return self.statement("constant", e)
        if isinstance(e, str):
            return env[e]
        head, *rest = e
        if head in OPERATORS or head in ("get", "set"):
            return self.statement(head, *[self.lower(a, env, handler) for a in rest])
        if head == "seq":
            self.lower(rest[0], env, handler)
            return self.lower(rest[1], env, handler)
        if head == "let":
            value = self.lower(rest[0][1], env, handler)
            return self.lower(rest[1], {**env, rest[0][0]: value}, handler)
        if head == "if":
            return self.conditional(*rest, env, handler)
        if head == "raise":
            value = self.lower(rest[0], env, handler)
            self.end(("goto", handler, (value,)) if handler else ("raise", value))
            self.begin(self.label("unreachable"), ())
            return self.statement("constant", 0)
        if head == "try":
            return self.handled(rest[0], rest[1], env, handler)
        if head == "par":
            return self.par(*rest, env, handler)
        arguments = tuple(self.lower(a, env, handler) for a in rest)
        resume, x = self.label("returned"), self.temporary()
        self.end(("call", head, arguments, resume, handler))
        self.begin(resume, (x,))
        return x

    def conditional(self, condition, yes, no, env, handler):
        chosen = self.lower(condition, env, handler)
        labels = self.label("then"), self.label("else")
        merge, x = self.label("merge"), self.temporary()
        self.end(("if", chosen, *labels))
        for label, e in zip(labels, (yes, no)):
            self.begin(label, ())
            value = self.lower(e, env, handler)
            self.end(("goto", merge, (value,)))
        self.begin(merge, (x,))
        return x

    def handled(self, body, clause, env, outer):
        catch, merge = self.label("catch"), self.label("merge")
        thrown, x = self.temporary(), self.temporary()
        value = self.lower(body, env, catch)
        self.end(("goto", merge, (value,)))
        self.begin(catch, (thrown,))
        value = self.lower(clause[1], {**env, clause[0]: thrown}, outer)
        self.end(("goto", merge, (value,)))
        self.begin(merge, (x,))
        return x

    def par(self, first, second, body, env, handler):
        (x, call), (y, other) = first, second
        arguments = tuple(self.lower(a, env, handler) for a in call[1:])
        seq, sync, spwn = self.label("seq"), self.label("sync"), self.label("spwn")
        joined, thrown, finish = self.label("joined"), self.label("thrown"), self.label("finish")
        self.end(("pcall", call[0], arguments, seq, sync, spwn, handler))

        one = self.temporary()
        self.begin(seq, (one,))
        two = self.lower(other, env, handler)
        self.end(("goto", finish, (one, two)))

        one, two = self.temporary(), self.temporary()
        self.begin(sync, (one,))
        self.end(("getjoin", joined, handler))
        self.begin(joined, (two,))
        self.end(("goto", finish, (one, two)))

        self.begin(spwn, ())
        two = self.lower(other, env, thrown)
        self.end(("setjoin", two))
        exception = self.temporary()
        self.begin(thrown, (exception,))
        self.end(("setjoin-raise", exception))

        one, two = self.temporary(), self.temporary()
        self.begin(finish, (one, two))
        return self.lower(body, {**env, x: one, y: two}, handler)


def lower(program):
    """All functions of the program in the PCall IR, by name."""
    return {name: Lowering(name, *function).function for name, function in program.functions.items()}
