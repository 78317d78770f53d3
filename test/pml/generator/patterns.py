"""Random patterns: nested, with layers, flexible records and constants."""

from constants import constant
from sml_types import BOOL, CHAR, INT, INT32, INTINF, STRING, UNIT, WORD32, WORD8, write

CONSTANTS = {INT, BOOL, STRING, CHAR, INTINF, WORD32, WORD8, INT32}


class Patterns:
    """Needs Scope."""

    def pattern(self, type_, depth, bound, refutable=True):
        """The pattern's text. `bound` gets the names and types that it binds."""
        rng = self.rng
        if depth <= 0 or self.chance(0.25):
            return self.simple_pattern(type_, bound)
        part = lambda t: self.pattern(t, depth - 1, bound, refutable)
        if self.chance(0.08):
            name = self.name_for_pattern(bound)
            bound.append((name, type_))
            inner = self.pattern(type_, depth - 1, bound, refutable)
            return f"({name} as {inner})"
        if type_.kind == "tuple":
            return f"({', '.join(map(part, type_.parts))})"
        if type_ == UNIT:
            return "()"
        if type_.kind == "record":
            return self.record_pattern(type_, part)
        if type_.kind == "ref" and self.pure_since is None:
            return f"(ref {part(type_.parts[0])})"
        if refutable and type_ in CONSTANTS and self.chance(0.6):
            return constant(rng, type_, is_pattern=True)
        if refutable and type_.kind == "list":
            items = [part(type_.parts[0]) for _ in range(rng.randint(0, 2))]
            if self.chance(0.5):
                return f"[{', '.join(items)}]"
            return f"({' :: '.join([*items, part(type_)])})"
        if refutable and type_.kind == "option":
            return "NONE" if self.chance(0.4) else f"(SOME {part(type_.parts[0])})"
        if type_.is_a("data"):
            constructors = self.universe.constructors(type_)
            if refutable or len(constructors) == 1:
                name, argument = rng.choice(constructors)
                return f"({name} {part(argument)})" if argument else name
        return self.simple_pattern(type_, bound)

    def name_for_pattern(self, bound):
        return self.name_for_value([name for name, _ in bound]) if self.chance(0.7) else self.fresh("v")

    def simple_pattern(self, type_, bound):
        if self.chance(0.25):
            return "_"
        name = self.fresh("v")
        bound.append((name, type_))
        return f"({name} : {write(type_)})" if self.chance(0.15) else name

    def record_pattern(self, type_, part):
        fields = list(zip(type_.labels, type_.parts))
        self.rng.shuffle(fields)
        is_flexible = len(fields) > 1 and self.chance(0.3)
        if is_flexible:
            fields = fields[1:]
        texts = [f"{label} = {part(field)}" for label, field in fields] + ["..."] * is_flexible
        text = "{" + ", ".join(texts) + "}"
        # A flexible record's type has to be known.
        return f"({text} : {write(type_)})" if is_flexible else text

    def bind_all(self, bound):
        for name, type_ in bound:
            self.bind(name, type_, cost=self.cost_of(type_))

    @staticmethod
    def cost_of(type_):
        return 30 if type_.kind == "fn" else 0

    def rules(self, from_type, make, count, total=0.8):
        """`count` rules from patterns of one type; the last one matches everything, most of the time."""
        made, seen = [], set()
        for number in range(count):
            bound = []
            is_last = number == count - 1 and self.chance(total)
            text = "_" if is_last and self.chance(0.3) else self.pattern(from_type, 2, bound, not is_last)
            skeleton = text
            for name, _ in bound:
                skeleton = skeleton.replace(name, "_")
            if skeleton in seen:
                continue
            seen.add(skeleton)
            with self.inner():
                self.bind_all(bound)
                made.append(f"{text} => {make()}")
            if skeleton == "_":
                break
        return "\n | ".join(made)
