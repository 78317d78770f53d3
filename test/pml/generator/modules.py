"""Random declarations of the module language: signatures, structures, functors, their applications, open, local, abstype."""

import dataclasses

from declarations import Declarations
from sml_types import BOOL, INT, STRING, Datatype, Type, function, substitute, tuple_of, write


@dataclasses.dataclass
class Signature:
    """What it specifies besides `type t`, `make`, `get` and `show`: names with their types; exceptions."""
    name: str
    values: list
    exceptions: list
    has_equality: bool


@dataclasses.dataclass
class Component:
    """A structure, or a functor's result: types are as seen from inside of the functor."""
    name: str
    signature: Signature
    abstract: Type


def abstract(path):
    return Type("abstract " + path + "t")


class Modules(Declarations):
    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.signatures, self.structures, self.functors = [], [], []

    def signature_declaration(self):
        """The type t of the signature is `t` in its values' types."""
        name, own = self.fresh("SIG"), abstract("")
        values = []
        for _ in range(self.rng.randint(1, 3)):
            part = lambda: self.rng.choice([own, own, INT, STRING, BOOL, self.closed_type()])
            type_ = self.rng.choice([own, function(own, part()), function(tuple_of(own, part()), part()),
                                     function(own, function(part(), own)), tuple_of(part(), part())])
            values.append((self.fresh("m"), type_))
        exceptions = [(self.fresh("E"), self.rng.choice([None, INT, STRING]))] if self.chance(0.4) else []
        has_equality = self.chance(0.4)
        lines = ["eqtype t" if has_equality else "type t", "val make : int -> t", "val get : t -> int", "val show : t -> string"]
        lines += [f"val {value} : {write(type_)}" for value, type_ in values]
        lines += [f"exception {raised} of {write(type_)}" if type_ else f"exception {raised}" for raised, type_ in exceptions]
        text = f"signature {name} = sig\n  " + "\n  ".join(lines) + "\nend"
        if self.signatures and self.chance(0.25):
            base = self.rng.choice(self.signatures)
            made = Signature(name, [*base.values, *values], [*base.exceptions, *exceptions], base.has_equality)
            text = f"signature {name} = sig\n  include {base.name}\n  " + "\n  ".join(lines[4:]) + "\nend"
        else:
            made = Signature(name, values, exceptions, has_equality)
        self.signatures.append(made)
        return made, text

    def closed_type(self):
        """Without anything that is declared in a structure."""
        type_ = self.random_type(1, without=("ref", "array", "fn"))
        return INT if any(type_.kind.startswith(kind) for kind in ("abstract", "variable", "data")) or type_.parts else type_

    def some_signature(self):
        if self.signatures and self.chance(0.6):
            return self.rng.choice(self.signatures), ""
        made, text = self.signature_declaration()
        return made, text + "\n"

    def representation(self, signature):
        for _ in range(10):
            type_ = self.equality_type(1) if signature.has_equality else self.random_type(1, without=("ref", "array", "fn"))
            if not signature.has_equality or self.universe.has_equality(type_):
                return type_
        return INT

    def structure_body(self, signature):
        """Declarations that make a structure of the signature."""
        type_ = self.representation(signature)
        mapping = {abstract(""): type_}
        lines = [f"type t = {write(type_)}"]
        with self.inner(), self.pure():
            self.spent = 0.0
            for _ in range(self.rng.randint(0, 2)):
                lines.append(self.function_declaration(2))
            for name, argument in signature.exceptions:
                lines.append(f"exception {name} of {write(argument)}" if argument else f"exception {name}")
                self.exceptions.append((name, argument))
            shown = self.universe.show(type_)
            made = self.function_body("make", [INT], type_, 3, may_hide=False)  # for what the handler returns
            lines.append(f"fun make ({made[0][0]} : int) : t = ({made[1]}) handle _ => {self.leaf(type_)}")
            made = self.function_body("get", [type_], INT, 3)
            lines.append(f"fun get ({made[0][0]} : t) : int = {made[1]}")
            lines.append(f"fun show (x : t) = {shown} x")
            self.bind("make", function(INT, type_), cost=400)
            self.bind("get", function(type_, INT), cost=400)
            for name, value_type in signature.values:
                wanted = substitute(value_type, mapping)
                lines.append(self.member(name, wanted))
        return "\n  ".join(lines), type_

    def member(self, name, wanted):
        """A function or a value that is specified."""
        if wanted.kind != "fn":
            text = f"val {name} : {write(wanted)} = ({self.expression(wanted, 2)}) handle _ => {self.leaf(wanted)}"
            self.bind(name, wanted)
            return text
        parameters, result = [wanted.parts[0]], wanted.parts[1]
        if result.kind == "fn":
            parameters, result = [*parameters, result.parts[0]], result.parts[1]
        patterns, text, *_ = self.function_body(name, parameters, result, 3)
        self.bind(name, wanted, cost=400)
        head = " ".join(f"({pattern} : {write(type_)})" for pattern, type_ in zip(patterns, parameters))
        return f"fun {name} {head} : {write(result)} = {text}"

    def bind_structure(self, path, signature, own):
        """What a structure offers, under its path."""
        for name, type_ in [("make", function(INT, abstract(""))), ("get", function(abstract(""), INT)), *signature.values]:
            self.bind(path + name, substitute(type_, {abstract(""): own}), cost=450)
        self.exceptions += [(path + name, argument) for name, argument in signature.exceptions]
        # X.t is another type in each functor.
        (self.universe.equality_types.add if signature.has_equality else self.universe.equality_types.discard)(own)

    def structure_declaration(self):
        signature, text = self.some_signature()
        name = self.fresh("S")
        body, type_ = self.structure_body(signature)
        # Each way to hide the type; where it stays known, the program may use what it is.
        way = self.rng.choice([":>", ":", ":> where", "no signature"])
        own = abstract(name + ".") if way == ":>" else type_
        ascription = {":>": f" :> {signature.name}", ":": f" : {signature.name}", "no signature": "",
                      ":> where": f" :> {signature.name} where type t = {write(type_)}"}[way]
        self.bind_structure(name + ".", signature, own)
        self.structures.append(Component(name, signature, own))
        return f"{text}structure {name}{ascription} =\nstruct\n  {body}\nend"

    def functor_declaration(self):
        """From a structure of one signature, or from two that share their type."""
        text = ""
        signature = None
        if self.structures and self.chance(0.8):
            signature = self.rng.choice(self.structures).signature
        if not signature:
            signature, text = self.some_signature()
        result, more = self.some_signature()
        name, way = self.fresh("F"), self.rng.choice(["X", "X", "open", "sharing"])
        parameter = {"X": f"X : {signature.name}", "open": f"structure X : {signature.name} val seed : int",
                     "sharing": f"structure X : {signature.name} structure Y : {signature.name} sharing type X.t = Y.t"}[way]
        with self.inner():
            self.bind_structure("X.", signature, abstract("X."))
            if way == "sharing":
                self.bind_structure("Y.", signature, abstract("X."))
            if way == "open":
                self.bind("seed", INT)
            body, type_ = self.structure_body(result)
        is_opaque = self.universe.mentions(type_, {"abstract X.t"}) or self.chance(0.5)
        ascription = f" :> {result.name}" if is_opaque else f" : {result.name}"
        self.functors.append((name, way, signature, result, None if is_opaque else type_))
        return f"{text}{more}functor {name} ({parameter}){ascription} =\nstruct\n  {body}\nend"

    def functor_application(self):
        choices = [(made, given) for made in self.functors for given in self.structures if made[2] is given.signature]
        if not choices:
            return self.structure_declaration()
        (functor, way, _, result, type_), given = self.rng.choice(choices)
        name = self.fresh("S")
        argument = {"X": given.name, "open": f"structure X = {given.name} val seed = {self.rng.randint(0, 99)}",
                    "sharing": f"structure X = {given.name} structure Y = {given.name}"}[way]
        own = type_ or abstract(name + ".")
        self.bind_structure(name + ".", result, own)
        self.structures.append(Component(name, result, own))
        return f"structure {name} = {functor} ({argument})"

    def opened(self):
        """The components of a structure without their path, in a declaration of their own."""
        if not self.structures:
            return self.shown()
        given = self.rng.choice(self.structures)
        with self.inner():
            self.bind_structure("", given.signature, given.abstract)
            type_ = self.random_type(1, without=("ref", "array", "fn"))
            text = self.expression(type_, 4)
        name = self.fresh("v")
        if self.chance(0.5):
            declaration = f"val {name} : {write(type_)} = let open {given.name} in {text} end handle _ => "
        else:
            declaration = f"local open {given.name} in val {name} : {write(type_)} = {text} handle _ => "
        declaration += self.leaf(type_) + ("" if " = let open" in declaration else " end")
        self.bind(name, type_)
        return declaration

    def local_declarations(self):
        with self.inner():
            hidden = " ".join(self.local_declaration(2) for _ in range(2))
            text, result = self.expression(INT, 4), self.fresh("v")
        self.bind(result, INT)
        return f"local {hidden} in val {result} : int = {text} handle _ => 0 end"

    def abstract_type(self):
        """abstype: its constructor is hidden, and it admits no equality."""
        name, constructor = self.fresh("t"), self.fresh("C")
        type_ = self.random_type(1, without=("ref", "array", "fn"))
        self.universe.datatypes[name] = Datatype(name, (), [(constructor, type_)])
        shown = self.show_functions([self.universe.datatypes[name]], ())
        with self.inner(), self.pure():
            self.spent = 0.0
            own = Type("data " + name)
            made = self.function_body("make", [INT], own, 3)
            text = f"fun make_{name} ({made[0][0]} : int) : {name} = {made[1]}"
        del self.universe.datatypes[name]
        hidden = Type(f"abstract {name}")
        self.bind(f"make_{name}", function(INT, hidden), cost=400)
        self.bind(f"some_{name}", hidden)
        return (f"abstype {name} = {constructor} of {write(type_)} with {shown}\n{text}\n"
                f"val some_{name} = make_{name} 1 handle _ => {constructor} {self.leaf(type_)} end")
