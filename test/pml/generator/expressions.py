"""Random expressions of a given type."""

import sml_types
from constants import constant, signed
from library import Library
from operators import Operators
from patterns import Patterns
from scope import LAMBDA, Scope
from sml_types import BASES, BOOL, INT, STRING, Type, function, list_of, match, substitute, tuple_of, write


class Expressions(Operators, Library, Patterns, Scope):
    """`wrong_at`: this leaf, by number, gets a type of its own choice, so that the program is likely to have none."""

    def __init__(self, rng, wrong_at=0):
        super().__init__(rng)
        self.leaves, self.wrong_at = 0, wrong_at

    def expression(self, type_, depth):
        self.spend(1)
        if depth <= 0 or not self.can_afford(10):
            return self.leaf(type_)
        forms = [(3, self.leaf), (6, self.own_form), (4, self.application), (1.2, self.conditional), (1.2, self.case),
                 (1.2, self.let), (0.6, self.handled), (0.7, self.selection), (0.4, self.sequence), (0.5, self.taken),
                 (0.3, self.immediate), (0.4, self.folded), (0.15, self.raised), (2.5, self.library_call)]
        if len(type_.parts) == 2 and type_.kind == "tuple":
            forms.append((5, self.parallel))
        # A form that has nothing to say here gives None.
        for _ in range(4):
            weights = [weight * self.taste(form.__name__) for weight, form in forms]
            form = self.rng.choices([form for _, form in forms], weights)[0]
            if text := form(type_, depth - 1):
                return text
        return self.leaf(type_)

    def leaf(self, type_, _depth=0):
        self.leaves += 1
        if self.leaves == self.wrong_at:
            return constant(self.rng, self.rng.choice([base for base in BASES if base != type_]))
        known = [value for value in self.visible() if value.type == type_ and self.is_plain(value)]
        if known and (self.chance(0.6) or type_.is_a("abstract") or type_.is_a("variable")):
            return self.rng.choice(known[-12:]).name
        if type_ in BASES:
            return constant(self.rng, type_)
        inner = lambda part: self.leaf(part)
        if type_.kind in ("tuple", "record"):
            return self.own_form(type_, 0)
        if type_.kind == "fn":
            return self.function_value(type_, 0)
        if type_.kind in ("list", "option"):
            return {"list": self.rng.choice(["[]", "nil"]), "option": "NONE"}[type_.kind]
        if type_.kind == "ref":
            return f"(ref {inner(type_.parts[0])})"
        if type_.kind in ("array", "vector"):
            return f"({type_.kind.capitalize()}.fromList [{inner(type_.parts[0])}])"
        if type_.is_a("data"):
            return self.smallest(type_)
        return self.maker(type_) or self.raised(type_, 0)

    def maker(self, type_):
        """A call that makes a value of an abstract type from an int."""
        makers = [value for value in self.visible() if value.type == function(INT, type_) and self.can_afford(value.cost)
                  and not value.fuel and value.calls_left < 0]
        if not makers:
            return None
        self.spend(makers[0].cost)
        return f"({makers[0].name} {self.leaf(INT)})"

    @staticmethod
    def is_plain(value):
        """Whether its name stands for a value of its type; as a function, for one that others may call freely."""
        return (not value.parameters and value.calls_left < 0 and not value.fuel
                and (value.type.kind != "fn" or (value.pure and value.cost <= LAMBDA)))

    def smallest(self, type_):
        """A constructor that leads to an end: one that the declaration makes without the datatype itself."""
        declared = self.universe.datatypes[type_.name].constructors
        choices = [made for made, (_, argument) in zip(self.universe.constructors(type_), declared)
                   if not argument or not self.universe.mentions(argument, {type_.kind})]
        name, argument = self.rng.choice(choices)
        return f"({name} {self.leaf(argument)})" if argument else name

    def own_form(self, type_, depth):
        """What is special to the type."""
        if type_ in BASES:
            return self.operation(type_, depth)
        inner = lambda part: self.expression(part, depth)
        part = type_.parts[0] if type_.parts else None
        if type_.kind == "tuple":
            return "(" + ", ".join(map(inner, type_.parts)) + ")"
        if type_.kind == "record":
            fields = [f"{label} = {inner(field)}" for label, field in zip(type_.labels, type_.parts)]
            return "{" + ", ".join(fields) + "}"
        if type_.kind == "fn":
            return self.function_value(type_, depth)
        if type_.kind == "list":
            return self.list_operation(type_, depth)
        if type_.kind == "option":
            return f"(SOME {inner(part)})"
        if type_.kind == "ref":
            return f"(ref {inner(part)})"
        if type_.kind in ("array", "vector"):
            return self.sequence_operation(type_, depth)
        if type_.is_a("data"):
            name, argument = self.rng.choice(self.universe.constructors(type_))
            return f"({name} {inner(argument)})" if argument else name
        return None

    def function_value(self, type_, depth):
        parameter, result = type_.parts
        with self.as_value():
            count = self.rng.choice([1, 1, 1, 2, 3])
            return f"(fn {self.rules(parameter, lambda: self.expression(result, depth), count)})"

    def candidates(self, type_):
        """Values that give the type when they are called, with how many arguments, and the types of these."""
        found = []
        for value in self.visible():
            if value.calls_left == 0 or (value.calls_left > 0 and self.weight != value.weight):
                continue
            arguments, result = [], value.type
            while result.kind == "fn":
                arguments.append(result.parts[0])
                result = result.parts[1]
                mapping = {}
                if match(result, type_, value.parameters, mapping) and self.can_afford(value.cost):
                    found.append((value, list(arguments), mapping))
        return found

    def application(self, type_, depth):
        found = self.candidates(type_)
        if not found:
            return None
        own = [candidate for candidate in found if candidate[0].calls_left > 0]
        value, arguments, mapping = self.rng.choice(own if own and self.chance(0.7) else found)
        for parameter in value.parameters:
            mapping.setdefault(parameter, self.random_type(1))
        if value.calls_left > 0:
            value.calls_left -= 1
        self.spend(value.cost)
        self.had_effect |= not value.pure
        if value.name.startswith("op ") and len(arguments) == 1 and self.chance(0.7):
            left, right = (self.expression(part, depth) for part in substitute(arguments[0], mapping).parts)
            return f"({left} {value.name[3:]} {right})"
        texts = [self.expression(substitute(argument, mapping), depth) for argument in arguments]
        if value.fuel:
            fuel = value.fuel if value.calls_left >= 0 else str(self.rng.randint(0, 4))
            texts[0] = f"({fuel}, {texts[0]})"
        elif len(texts) == 1 and value.name[0] == "v" and self.chance(0.1):
            return f"({texts[0]} |> {value.name})"
        return f"({value.name} {' '.join(texts)})"

    def conditional(self, type_, depth):
        return (f"(if {self.expression(BOOL, depth)} then {self.expression(type_, depth)} "
                f"else {self.expression(type_, depth)})")

    def case(self, type_, depth):
        scrutinee = self.random_type(2, without=("fn", "ref", "array") if self.pure_since else ("fn",))
        text = self.expression(scrutinee, depth)
        rules = self.rules(scrutinee, lambda: self.expression(type_, depth), self.rng.randint(1, 4))
        return f"(case {text} of {rules})"

    def let(self, type_, depth):
        with self.inner():
            outside, known = list(self.values), len(self.exceptions)
            first, before, exceptions = self.local_declaration(depth), list(self.values), len(self.exceptions)
            if self.chance(0.7):
                return f"let {first} in {self.expression(type_, depth)} end"
            second = self.local_declaration(depth)
            if self.chance(0.5):
                return f"let {first} {second} in {self.expression(type_, depth)} end"
            # What the first one declares is hidden from the body, and so is what it has itself hidden.
            self.values = [value for value in self.values if value in outside or value not in before]
            self.exceptions[known:exceptions] = []
            return f"let local {first} in {second} end in {self.expression(type_, depth)} end"

    def handled(self, type_, depth):
        text = self.expression(type_, depth)
        rules = []
        for name, argument in self.rng.sample(self.exceptions, min(len(self.exceptions), self.rng.randint(1, 3))):
            with self.inner():
                bound = []
                pattern = f"{name} {self.pattern(argument, 1, bound)}" if argument else name
                self.bind_all(bound)
                rules.append(f"{pattern} => {self.expression(type_, depth)}")
        if self.chance(0.3):
            rules.append(f"_ => {self.expression(type_, depth)}")
        return f"({text} handle {' | '.join(rules)})"

    def raised(self, type_, depth):
        name, argument = self.rng.choice([known for known in self.exceptions if known[0] not in self.aliases])
        return f"(raise {name} {self.expression(argument, depth)})" if argument else f"(raise {name})"

    def selection(self, type_, depth):
        others = [self.random_type(1) for _ in range(self.rng.randint(1, 2))]
        place = self.rng.randint(0, len(others))
        others.insert(place, type_)
        if self.chance(0.5):
            return f"(#{place + 1} ({self.expression(tuple_of(*others), depth)} : {write(tuple_of(*others))}))"
        labels = tuple(sorted(self.rng.sample(["a", "b", "c", "left", "right"], len(others))))
        record = Type("record", tuple(others), labels)
        return f"(#{labels[place]} ({self.expression(record, depth)} : {write(record)}))"

    def sequence(self, type_, depth):
        first = self.effect(depth) if self.pure_since is None else f"ignore {self.expression(self.random_type(1), depth)}"
        return f"({first}; {self.expression(type_, depth)})"

    def effect(self, depth):
        """An expression of type unit that changes what is in scope."""
        cells = [value for value in self.visible() if value.type.kind in ("ref", "array") and not value.parameters]
        if not cells:
            return f"ignore {self.expression(self.random_type(1), depth)}"
        self.had_effect = True
        cell = self.rng.choice(cells)
        new = self.expression(cell.type.parts[0], depth)
        if cell.type.kind == "ref":
            return f"{cell.name} := {new}"
        return f"Array.update ({cell.name}, {self.rng.randint(0, 2)}, {new})"

    def taken(self, type_, depth):
        """Out of something that holds such values."""
        kinds = ["list", "option", "vector", "getOpt"] + ([] if self.pure_since else ["ref", "array"])
        kind = self.rng.choice(kinds)
        if kind == "getOpt":
            return f"(getOpt ({self.expression(Type('option', (type_,)), depth)}, {self.expression(type_, depth)}))"
        self.had_effect |= kind in ("ref", "array")
        text = self.expression(Type(kind, (type_,)), depth)
        at = signed(self.rng.randint(-1, 3)) if self.chance(0.5) else self.expression(INT, depth)
        return {"list": self.rng.choice([f"(hd {text})", f"(List.nth ({text}, {at}))", f"(List.last {text})"]),
                "option": f"(valOf {text})", "vector": f"(Vector.sub ({text}, {at}))", "ref": f"(!{text})",
                "array": f"(Array.sub ({text}, {at}))"}[kind]

    def immediate(self, type_, depth):
        from_type = self.random_type(1, without=("fn",))
        rules = self.rules(from_type, lambda: self.expression(type_, depth), 1)
        return f"((fn {rules}) {self.expression(from_type, depth)})"

    def folded(self, type_, depth):
        if not self.can_afford(9 * LAMBDA):
            return None
        self.spend(8 * LAMBDA)
        element = self.random_type(1, without=("ref", "array") if self.pure_since else ())
        step = self.expression(function(tuple_of(element, type_), type_), depth)
        start = self.expression(type_, depth)
        kind, call = self.rng.choice([("list", "foldl"), ("list", "List.foldr"), ("vector", "Vector.foldl")])
        over = self.expression(Type(kind, (element,)), depth)
        return f"({call} {step} {start} {over})"

    def parallel(self, type_, depth):
        with self.pure():
            left, right = (self.expression(part, depth) for part in type_.parts)
            return f"(ForkJoin.par (fn () => {left}, fn () => {right}))"

    def list_operation(self, type_, depth):
        inner = lambda wanted: self.expression(wanted, depth)
        part, rng = type_.parts[0], self.rng
        choices = [lambda: "[" + ", ".join(inner(part) for _ in range(rng.randint(0, 4))) + "]",
                   lambda: f"(clip ({inner(part)} :: {inner(type_)}))", lambda: f"({inner(type_)} +++ {inner(type_)})",
                   lambda: f"(rev {inner(type_)})", lambda: f"(tl {inner(type_)})",
                   lambda: f"(List.take ({inner(type_)}, {rng.randint(0, 3)}))"]
        if self.can_afford(9 * LAMBDA):
            source = self.random_type(1, without=("ref", "array") if self.pure_since else ())
            choices += [lambda: f"(map {inner(function(source, part))} {inner(list_of(source))})",
                        lambda: f"(List.filter {inner(function(part, BOOL))} {inner(type_)})",
                        lambda: f"(List.tabulate ({rng.randint(0, 6)}, {inner(function(INT, part))}))",
                        lambda: f"(List.mapPartial {inner(function(source, Type('option', (part,))))} {inner(list_of(source))})"]
            self.spend(4 * LAMBDA)
        if len(part.parts) == 2 and part.kind == "tuple":
            choices.append(lambda: f"(ListPair.zip ({inner(list_of(part.parts[0]))}, {inner(list_of(part.parts[1]))}))")
        if part == sml_types.CHAR:
            choices.append(lambda: f"(clip (explode {inner(STRING)}))")
        return rng.choice(choices)()

    def sequence_operation(self, type_, depth):
        structure, part = type_.kind.capitalize(), type_.parts[0]
        choices = [lambda: f"({structure}.fromList {self.expression(list_of(part), depth)})"]
        if self.can_afford(9 * LAMBDA):
            self.spend(8 * LAMBDA)
            choices.append(lambda: f"({structure}.tabulate ({self.rng.randint(0, 6)}, "
                                   f"{self.expression(function(INT, part), depth)}))")
            if type_.kind == "vector":
                source = self.random_type(1, without=("ref", "array") if self.pure_since else ())
                choices.append(lambda: f"(Vector.map {self.expression(function(source, part), depth)} "
                                       f"{self.expression(Type('vector', (source,)), depth)})")
        return self.rng.choice(choices)()
