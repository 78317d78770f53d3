"""Types of the random programs: what they are, how they are written, and which values of them can be shown or compared.

A type is a kind and its parts. Kinds are the names of Standard ML's types, and "tuple", "record" (with labels), "fn",
"data NAME" for a datatype of the program, "abstract NAME" for a type of a structure, and "variable 'a".
"""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Type:
    kind: str
    parts: tuple = ()
    labels: tuple = ()

    @property
    def name(self):
        return self.kind.split(" ", 1)[1]

    def is_a(self, kind):
        return self.kind.split(" ", 1)[0] == kind


INT, BOOL, STRING, CHAR = Type("int"), Type("bool"), Type("string"), Type("char")
REAL, UNIT, INTINF = Type("real"), Type("unit"), Type("IntInf.int")
WORD32, WORD8, INT32 = Type("Word32.word"), Type("Word8.word"), Type("Int32.int")
BASES = [INT, BOOL, STRING, CHAR, REAL, UNIT, INTINF, WORD32, WORD8, INT32]


def tuple_of(*parts):
    return Type("tuple", parts)


def list_of(part):
    return Type("list", (part,))


def function(parameter, result):
    return Type("fn", (parameter, result))


def variable(name):
    return Type("variable " + name)


@dataclasses.dataclass
class Datatype:
    """`path` stands before its constructors and its show function; constructors are names and types, None without."""
    name: str
    parameters: tuple
    constructors: list
    path: str = ""


def write(type_, inner=False):
    """The type as a program has it; `inner` if it stands where an operator of types would bind otherwise."""
    if type_.is_a("variable") or type_.is_a("abstract"):
        return type_.name
    if type_.kind == "record":
        return "{" + ", ".join(f"{label} : {write(part)}" for label, part in zip(type_.labels, type_.parts)) + "}"
    if type_.kind in ("tuple", "fn"):
        text = (" * " if type_.kind == "tuple" else " -> ").join(write(part, True) for part in type_.parts)
        return f"({text})" if inner else text
    name = type_.name if type_.is_a("data") else type_.kind
    if not type_.parts:
        return name
    if len(type_.parts) == 1:
        return f"{write(type_.parts[0], True)} {name}"
    return f"({', '.join(write(part) for part in type_.parts)}) {name}"


def substitute(type_, mapping):
    """`mapping` goes from types to types: variables to what they stand for, abstract types to others."""
    if type_ in mapping:
        return mapping[type_]
    if not type_.parts:
        return type_
    return dataclasses.replace(type_, parts=tuple(substitute(part, mapping) for part in type_.parts))


def match(pattern, type_, free, found):
    """Whether `pattern` is `type_` if its variables `free` stand for what is put into `found`."""
    if pattern in free:
        return found.setdefault(pattern, type_) == type_
    return (pattern.kind == type_.kind and pattern.labels == type_.labels and len(pattern.parts) == len(type_.parts)
            and all(match(p, t, free, found) for p, t in zip(pattern.parts, type_.parts)))


class Universe:
    """The datatypes and abstract types of a program, and questions about types."""

    def __init__(self):
        self.datatypes = {}
        self.equality_types = set()

    def constructors(self, type_):
        """Of a datatype at its arguments: names with their paths, and argument types."""
        known = self.datatypes[type_.name]
        mapping = dict(zip(known.parameters, type_.parts))
        return [(known.path + name, substitute(argument, mapping) if argument else None)
                for name, argument in known.constructors]

    def mentions(self, type_, kinds, seen=()):
        """Whether a value of the type has a part of one of the kinds."""
        if type_.kind in kinds or any(self.mentions(part, kinds, seen) for part in type_.parts):
            return True
        if not type_.is_a("data") or type_.name in seen:
            return False
        return any(argument and self.mentions(argument, kinds, (*seen, type_.name))
                   for _, argument in self.datatypes[type_.name].constructors)

    def is_recursive(self, type_):
        return type_.is_a("data") and any(
            argument and self.mentions(argument, {type_.kind}) for _, argument in self.datatypes[type_.name].constructors)

    def has_recursion(self, type_, seen=()):
        if self.is_recursive(type_) or any(self.has_recursion(part, seen) for part in type_.parts):
            return True
        if not type_.is_a("data") or type_.name in seen:
            return False
        return any(argument and self.has_recursion(argument, (*seen, type_.name))
                   for _, argument in self.datatypes[type_.name].constructors)

    def is_mutable(self, type_):
        return self.mentions(type_, {"ref", "array"})

    def has_equality(self, type_):
        """Also: comparing takes little time, as nothing that is compared grows with the run."""
        if type_.is_a("abstract"):
            return type_ in self.equality_types
        if type_.kind in ("ref", "array"):
            return True
        if type_.kind in ("real", "fn") or type_.is_a("variable"):
            return False
        if type_.is_a("data"):
            arguments = [argument for _, argument in self.constructors(type_) if argument]
            # The Definition asks it of what the datatype is applied to, also where no constructor has it.
            return not self.has_recursion(type_) and all(map(self.has_equality, [*arguments, *type_.parts]))
        return all(map(self.has_equality, type_.parts))

    def show(self, type_):
        """A function that makes a string of a value."""
        simple = {"int": "showInt", "bool": "showBool", "string": "showString", "char": "showChar", "real": "showReal",
                  "unit": "showUnit", "IntInf.int": "showIntInf", "Word32.word": "showWord32",
                  "Word8.word": "showWord8", "Int32.int": "showInt32", "fn": '(fn _ => "fn")'}
        if type_.kind in simple:
            return simple[type_.kind]
        if type_.is_a("variable"):
            return {"'a": "s0", "'b": "s1"}[type_.name]
        if type_.kind in ("tuple", "record"):
            names = [f"x{number}" for number in range(len(type_.parts))]
            shown = ' ^ "," ^ '.join(f"{self.show(part)} {name}" for name, part in zip(names, type_.parts))
            if type_.kind == "tuple":
                return f'(fn ({", ".join(names)}) => "(" ^ {shown} ^ ")")'
            fields = ", ".join(f"{label} = {name}" for label, name in zip(type_.labels, names))
            return f'(fn {{{fields}}} => "{{" ^ {shown} ^ "}}")'
        if type_.is_a("abstract"):
            path, dot, name = type_.name.rpartition(".")
            return f"{path}.show" if dot else f"show_{name}"
        inner = " ".join(self.show(part) for part in type_.parts)
        if type_.is_a("data"):
            known = self.datatypes[type_.name]
            return f"({known.path}show_{known.name.rsplit('.', 1)[-1]} {inner})" if inner else \
                f"{known.path}show_{known.name.rsplit('.', 1)[-1]}"
        return f"(show_{type_.kind} {inner})"
