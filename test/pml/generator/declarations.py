"""Random declarations of the core language: values, functions, datatypes, exceptions."""

from expressions import Expressions
from scope import FUNCTION
from sml_types import INT, Datatype, Type, function, list_of, tuple_of, variable, write


class Declarations(Expressions):
    """Each method binds what it declares, and returns the text."""

    def local_declaration(self, depth):
        kinds = [(4, lambda: self.value_declaration(depth)), (3, lambda: self.function_declaration(depth)),
                 (0.5, self.exception_declaration)]
        return self.rng.choices([make for _, make in kinds], [weight for weight, _ in kinds])[0]()

    def value_declaration(self, depth, is_top=False):
        type_ = self.random_type(2, without=("ref", "array") if self.pure_since is not None and self.chance(0.8) else ())
        text, bound = self.expression(type_, depth), []
        if is_top:
            # An exception would be the end of the program.
            text = f"({text}) handle _ => {self.leaf(type_)}"
        pattern = self.pattern(type_, 2, bound, not is_top and self.chance(0.1))
        self.bind_all(bound)
        return f"val {pattern} : {write(type_)} = {text}"

    def exception_declaration(self):
        name = self.fresh("E")
        if self.chance(0.15):
            old, argument = self.rng.choice(self.exceptions)
            self.exceptions.append((name, argument))
            # exnName may give either name: nobody raises by this one.
            self.aliases.add(name)
            return f"exception {name} = {old}"
        argument = None
        if self.chance(0.6):
            argument = self.random_type(1, without=("ref", "array", "fn"))
            if any(self.universe.mentions(argument, {open_.kind}) for open_ in self.type_variables):
                argument = INT
        self.exceptions.append((name, argument))
        return f"exception {name} of {write(argument)}" if argument else f"exception {name}"

    def function_declaration(self, depth):
        make = self.rng.choice([self.plain_function, self.plain_function, self.fuelled_function, self.list_function,
                                self.polymorphic_function, self.mutual_functions, self.operator_function])
        if self.pure_since is None:
            return make(depth)
        with self.pure():
            return make(depth)

    def body(self, type_, depth):
        """An expression, what a call of it costs, and whether it is pure."""
        saved, self.had_effect = self.had_effect, False
        with self.metered(FUNCTION) as cost:
            text = self.expression(type_, depth)
        effect, self.had_effect = self.had_effect, saved
        return text, cost[0], not effect

    def function_body(self, name, parameters, result, depth, recursion=None, may_hide=True):
        """Patterns for the parameters, and a body. `recursion`: what the function is in its own body. `may_hide`: whether
        parameters may have names that are in use."""
        with self.inner():
            bound = []
            # Beside a body that calls itself stands one that was made without the parameters.
            self.hides = may_hide and not recursion
            patterns = [self.pattern(parameter, 2, bound, False) for parameter in parameters]
            self.hides = True
            self.bind_all(bound)
            own = self.bind(name, **recursion) if recursion else None
            text, cost, is_pure = self.body(result, depth)
            used = recursion["calls_left"] - own.calls_left if own else 0
        return patterns, text, cost, is_pure, used

    def plain_function(self, depth):
        """Curried, with an argument or several; sometimes by clauses."""
        name, result = self.fresh("f"), self.random_type(2)
        parameters = [self.random_type(2) for _ in range(self.rng.choice([1, 1, 2, 3]))]
        patterns, text, cost, is_pure, _ = self.function_body(name, parameters, result, depth)
        head = " ".join(f"({pattern} : {write(type_)})" for pattern, type_ in zip(patterns, parameters))
        declaration = f"fun {name} {head} : {write(result)} = {text}"
        if self.chance(0.15):
            functions = " => ".join(f"fn ({pattern} : {write(type_)})" for pattern, type_ in zip(patterns, parameters))
            declaration = f"val {self.rng.choice(['', 'rec '])}{name} = {functions} => ({text} : {write(result)})"
        elif self.chance(0.4):
            tried = self.clause(name, parameters, result, depth)
            if tried:
                first, more, pure = tried
                declaration = f"fun {first}\n  | {declaration[4:]}"
                cost, is_pure = cost + more, is_pure and pure
        type_ = result
        for parameter in reversed(parameters):
            type_ = function(parameter, type_)
        self.bind(name, type_, cost=cost, pure=is_pure)
        return declaration

    def operator_function(self, depth):
        """Declared and called between its arguments."""
        name, parameters, result = self.fresh("o"), [self.random_type(1), self.random_type(1)], self.random_type(2)
        (left, right), text, cost, is_pure, _ = self.function_body(name, parameters, result, depth)
        direction = self.rng.choice(["infix", "infixr"])
        self.bind(f"op {name}", function(tuple_of(*parameters), result), cost=cost, pure=is_pure)
        return (f"{direction} {self.rng.randint(0, 9)} {name}\n"
                f"fun ({left} : {write(parameters[0])}) {name} ({right} : {write(parameters[1])}) : {write(result)} = {text}")

    def clause(self, name, parameters, result, depth):
        """A clause that does not match everything, or nothing."""
        with self.inner():
            bound = []
            patterns = [self.pattern(parameter, 2, bound) for parameter in parameters]
            if all(pattern in [name for name, _ in bound] + ["_", "()"] for pattern in patterns):
                return None
            self.bind_all(bound)
            text, cost, is_pure = self.body(result, depth)
        return f"{name} {' '.join(patterns)} : {write(result)} = {text}", cost, is_pure

    def fuelled_function(self, depth):
        """Calls itself up to twice, with one less each time."""
        name, parameter, result = self.fresh("f"), self.random_type(2), self.random_type(2)
        type_ = function(parameter, result)
        base, base_cost, base_pure = self.body(result, 1)
        patterns, text, cost, is_pure, used = self.function_body(
            name, [parameter], result, depth, {"type_": type_, "calls_left": 2, "fuel": "n - 1"})
        self.bind(name, type_, cost=(cost + base_cost) * [5, 6, 63][used], pure=is_pure and base_pure, fuel="4")
        # The fuel hides a variable of the same name nowhere: others begin with other letters.
        return (f"fun {name} (n, {patterns[0]} : {write(parameter)}) : {write(result)} =\n"
                f"  if n <= 0 orelse n > 5 then {base}\n  else {text}")

    def list_function(self, depth):
        name, element, state, result = self.fresh("f"), self.random_type(1), self.random_type(1), self.random_type(2)
        type_ = function(tuple_of(list_of(element), state), result)
        base, base_cost, base_pure = self.body(result, 1)
        rest = self.fresh("r")
        with self.inner():
            bound = []
            first, second = self.pattern(element, 1, bound, False), self.pattern(state, 1, bound, False)
            self.bind_all(bound)
            self.bind(name, function(state, result), calls_left=1, fuel=rest)
            text, cost, is_pure = self.body(result, depth)
        self.bind(name, type_, cost=(cost + base_cost) * 9, pure=is_pure and base_pure)
        return (f"fun {name} ([] : {write(list_of(element))}, _ : {write(state)}) : {write(result)} = {base}\n"
                f"  | {name} ({first} :: {rest}, {second}) = {text}")

    def polymorphic_function(self, depth):
        """Over type variables, with functions between them among its parameters."""
        name = self.fresh("f")
        free = [variable(f"'{letter}{self.fresh('')}") for letter in ("a", "b")[:self.rng.randint(1, 2)]]
        with self.inner():
            outer, self.type_variables = self.type_variables, free
            parameters = [*free, *(self.random_type(2, without=("ref", "array")) for _ in range(self.rng.randint(0, 2)))]
            if len(free) == 2:
                parameters.append(function(*free))
            result = self.rng.choice([*free, list_of(free[0]), tuple_of(free[-1], INT), self.random_type(1)])
            self.rng.shuffle(parameters)
            type_ = function(tuple_of(*parameters), result) if len(parameters) > 1 else function(parameters[0], result)
            patterns, text, cost, is_pure, _ = self.function_body(name, type_.parts[:1], result, depth)
            self.type_variables = outer
        self.bind(name, type_, parameters=tuple(free), cost=cost, pure=is_pure)
        return f"fun {name} ({patterns[0]} : {write(type_.parts[0])}) : {write(result)} = {text}"

    def mutual_functions(self, depth):
        first, second = self.fresh("f"), self.fresh("f")
        types = [function(self.random_type(2), self.random_type(2)) for _ in range(2)]
        texts, total, all_pure = [], 1, True
        bases = [self.body(type_.parts[1], 0) for type_ in types]
        for own, other, type_, other_type, base in ((first, second, *types, bases[0]), (second, first, *types[::-1], bases[1])):
            recursion = {"type_": other_type, "calls_left": 1, "fuel": "n - 1"}
            patterns, text, cost, is_pure, _ = self.function_body(other, [type_.parts[0]], type_.parts[1], depth, recursion)
            texts.append(f"{own} (n, {patterns[0]} : {write(type_.parts[0])}) : {write(type_.parts[1])} =\n"
                         f"  if n <= 0 orelse n > 5 then {base[0]} else {text}")
            total += cost + base[1]
            all_pure = all_pure and is_pure and base[2]
        for name, type_ in zip((first, second), types):
            self.bind(name, type_, cost=6 * total, pure=all_pure, fuel="4")
        return f"fun {texts[0]}\n\nand {texts[1]}"

    def datatype_declaration(self):
        """One or two datatypes that may mention each other, with functions that show them."""
        names = [self.fresh("t") for _ in range(self.rng.choice([1, 1, 2]))]
        parameters = tuple(variable(f"'{letter}") for letter in "ab"[:self.rng.choice([0, 0, 1, 1, 2])])
        made = [Datatype(name, parameters, [(self.fresh("C"), None)]) for name in names]
        own = [Type("data " + name, parameters) for name in names]
        for known in made:
            for _ in range(self.rng.randint(1, 3)):
                argument = self.constructor_argument([*parameters, *own])
                known.constructors.append((self.fresh("C"), argument))
            if self.chance(0.3):
                known.constructors.pop(0)
                known.constructors[0] = (known.constructors[0][0], self.constructor_argument(list(parameters)))
            self.rng.shuffle(known.constructors)
        self.universe.datatypes.update((known.name, known) for known in made)
        head = "(" + ", ".join(parameter.name for parameter in parameters) + ") " if parameters else ""
        # An argument may be written by an abbreviation, which may mention the datatypes.
        texts, abbreviations = [], []
        for known in made:
            constructors = []
            for name, argument in known.constructors:
                text = write(argument) if argument else ""
                if argument and self.chance(0.1):
                    alias = self.fresh("u")
                    abbreviations.append(f"{head}{alias} = {text}")
                    text = head + alias
                constructors.append(f"{name} of {text}" if argument else name)
            texts.append(f"{head}{known.name} = {' | '.join(constructors)}")
        more = "\nwithtype " + "\nand ".join(abbreviations) if abbreviations else ""
        return "datatype " + "\nand ".join(texts) + more + "\n" + self.show_functions(made, parameters)

    def constructor_argument(self, own):
        part = lambda: self.rng.choice(own) if own and self.chance(0.5) else self.random_type(1, without=("fn", "ref", "array"))
        count = self.rng.choice([1, 1, 2, 3])
        if count == 1:
            return self.rng.choice([part(), Type("option", (part(),)), list_of(part())])
        if self.chance(0.25):
            return Type("record", tuple(part() for _ in range(count)), ("x", "y", "z")[:count])
        return tuple_of(*(part() for _ in range(count)))

    def show_functions(self, made, parameters):
        functions = "".join(f" s{number}" for number in range(len(parameters)))
        # The type variables are shown by the parameters of the show functions.
        clauses = []
        for known in made:
            lines = []
            for name, argument in known.constructors:
                if argument:
                    shown = self.universe.show(argument)
                    lines.append(f'({name} x) = more (fn () => "{name} " ^ {shown} x)')
                else:
                    lines.append(f'{name} = "{name}"')
            clauses.append("\n  | ".join(f"show_{known.name}{functions} {line}" for line in lines))
        return "fun " + "\nand ".join(clauses)
