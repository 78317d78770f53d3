"""What a random program may say where: the values in scope, what it may still cost, and whether it may have effects.

The programs are deterministic by construction, so every disagreement is a bug of a compiler or a runtime:

  * What a branch of `par` does, and every function that is a value, reads and writes no state from outside.
  * Each call has a cost, loops and recursions multiply it, and nothing is generated beyond the budget.
  * Values stay small: `int`s below 2^14, lists up to 8 elements (prelude.sml).
"""

import contextlib
import dataclasses

import sml_types
from sml_types import Type

# What a call of a function that is a value costs at most, and what a statement and a declared function may.
LAMBDA, STATEMENT, FUNCTION = 30, 4000, 400


@dataclasses.dataclass
class Value:
    name: str
    type: Type
    parameters: tuple = ()  # the type variables that each use chooses
    cost: float = 0
    pure: bool = True
    created: int = 0
    # A call of the function around it, which passes what is left of its fuel: how often, how deep in loops.
    calls_left: int = -1
    weight: float = 1
    # Written as `f (fuel, argument)`: what to write for the fuel.
    fuel: str = ""


class Scope:
    """The state of a generator at one place of the program."""

    def __init__(self, rng):
        self.rng = rng
        self.universe = sml_types.Universe()
        self.values = []
        self.type_variables = []
        self.exceptions = [("Fail", sml_types.STRING), ("Subscript", None), ("Empty", None), ("Div", None),
                           ("Option", None), ("Match", None), ("Size", None), ("Overflow", None)]
        self.aliases = set()
        # Whether new names may be those of other variables.
        self.hides = True
        self.spent, self.budget, self.weight = 0.0, float(STATEMENT), 1.0
        self.clock = 0
        self.pure_since = None
        self.had_effect = False
        self.counter = 0

    def fresh(self, letter):
        self.counter += 1
        return f"{letter}{self.counter}"

    def name_for_value(self, taken=()):
        """A new name, or one that hides another."""
        hidden = [value.name for value in self.values
                  if value.name[0] == "v" and "." not in value.name and value.name not in taken]
        return self.rng.choice(hidden) if hidden and self.hides and self.chance(0.1) else self.fresh("v")

    def chance(self, probability):
        return self.rng.random() < probability

    def bind(self, name, type_, **more):
        self.values = [value for value in self.values if value.name != name]
        self.clock += 1
        self.values.append(Value(name, type_, created=self.clock, **more))
        return self.values[-1]

    def spend(self, cost):
        self.spent += self.weight * cost

    def can_afford(self, cost):
        return self.spent + self.weight * cost <= self.budget

    def is_visible(self, value):
        """A pure place sees no state from outside of it, and nothing that touches such state."""
        if self.pure_since is None:
            return True
        return value.pure and (value.created > self.pure_since or not self.universe.is_mutable(value.type))

    def visible(self):
        return [value for value in self.values if self.is_visible(value)]

    @contextlib.contextmanager
    def inner(self):
        """A scope that ends: what is bound in it is gone behind it."""
        saved = self.values, self.exceptions, self.type_variables
        self.values, self.exceptions = list(self.values), list(self.exceptions)
        yield
        self.values, self.exceptions, self.type_variables = saved

    @contextlib.contextmanager
    def pure(self):
        saved = self.pure_since
        if self.pure_since is None:
            self.pure_since = self.clock
        yield
        self.pure_since = saved

    @contextlib.contextmanager
    def repeated(self, times):
        self.weight *= times
        yield
        self.weight /= times

    @contextlib.contextmanager
    def metered(self, budget):
        """What is generated inside costs for itself: yields a list that has the cost at the end."""
        saved = self.spent, self.budget, self.weight
        self.spent, self.budget, self.weight = 0.0, float(budget), 1.0
        cost = []
        yield cost
        cost.append(self.spent + 1)
        self.spent, self.budget, self.weight = saved

    @contextlib.contextmanager
    def as_value(self):
        """The body of a function that is a value."""
        with self.pure(), self.metered(LAMBDA):
            hidden = [value for value in self.values if value.calls_left >= 0]
            counts = [value.calls_left for value in hidden]
            for value in hidden:
                value.calls_left = 0
            yield
            for value, count in zip(hidden, counts):
                value.calls_left = count

    def random_type(self, depth=2, without=()):
        """A type of values, without variables that are not in scope."""
        rng = self.rng
        simple = [type_ for type_ in sml_types.BASES if type_.kind not in without]
        simple += self.type_variables + [sml_types.INT] * 4
        simple += [value.type for value in self.visible() if value.type.is_a("abstract")]
        if depth <= 0 or self.chance(0.35):
            return rng.choice(simple)
        part = lambda: self.random_type(depth - 1, without)
        shapes = [lambda: sml_types.tuple_of(part(), part()), lambda: sml_types.tuple_of(part(), part(), part()),
                  lambda: self.record_type(depth, without), lambda: sml_types.list_of(part()),
                  lambda: Type("option", (part(),)), lambda: sml_types.function(part(), part())]
        for kind in ("ref", "array", "vector"):
            if kind not in without:
                shapes.append(lambda kind=kind: Type(kind, (self.number_tuple() if kind != "ref" and self.chance(0.3) else part(),)))
        if "fn" in without:
            shapes.pop(5)
        for known in self.universe.datatypes.values():
            shapes.append(lambda known=known: Type("data " + known.name, tuple(part() for _ in known.parameters)))
        chosen = rng.choice(shapes)()
        bad = set(without)
        return sml_types.INT if bad and self.universe.mentions(chosen, bad) else chosen

    def number_tuple(self, depth=1):
        """Arrays and vectors have the parts of such elements in place."""
        numbers = [sml_types.INT, sml_types.REAL, sml_types.CHAR, sml_types.BOOL, sml_types.UNIT, sml_types.WORD8,
                   sml_types.WORD32, sml_types.INT32]
        parts = [self.number_tuple(depth - 1) if depth and self.chance(0.2) else self.rng.choice(numbers)
                 for _ in range(self.rng.randint(2, 4))]
        if self.chance(0.3):
            return Type("record", tuple(parts), ("a", "b", "c", "d")[:len(parts)])
        return sml_types.tuple_of(*parts)

    def record_type(self, depth, without):
        labels = tuple(sorted(self.rng.sample(["a", "b", "c", "size", "left", "op'"], self.rng.randint(1, 3))))
        return Type("record", tuple(self.random_type(depth - 1, without) for _ in labels), labels)

    def equality_type(self, depth=1):
        for _ in range(5):
            type_ = self.random_type(depth, without=("fn", "real"))
            if self.universe.has_equality(type_) and not self.universe.is_mutable(type_):
                return type_
        return sml_types.INT
