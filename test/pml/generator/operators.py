"""Random operations whose results are numbers, strings, characters or truth values."""

from constants import signed
from sml_types import (BOOL, CHAR, INT, INT32, INTINF, REAL, STRING, UNIT, WORD32, WORD8, Type, list_of)

ORDERED = [INT, STRING, CHAR, REAL, INTINF, WORD32, WORD8, INT32]


class Operators:
    """Needs Expressions."""

    def operation(self, type_, depth):
        return {INT: self.int_operation, BOOL: self.bool_operation, STRING: self.string_operation,
                CHAR: self.char_operation, REAL: self.real_operation, UNIT: self.unit_operation,
                INTINF: self.large_operation, WORD32: self.word_operation, WORD8: self.word_operation,
                INT32: self.int32_operation}[type_](type_, depth)

    def pair(self, type_, depth):
        return self.expression(type_, depth), self.expression(type_, depth)

    def int_operation(self, _, depth):
        if self.chance(0.7):
            return f"(norm {self.arithmetic(depth, 1 << 29)})"
        of = lambda wanted: self.expression(wanted, depth)
        return self.rng.choice([
            lambda: f"(length {of(list_of(self.random_type(1)))})", lambda: f"(size {of(STRING)})",
            lambda: f"(ord {of(CHAR)})", lambda: f"(Word8.toInt {of(WORD8)})", lambda: f"(Word8.toIntX {of(WORD8)})",
            lambda: f"(Word32.toInt (Word32.andb ({of(WORD32)}, 0w8191)))",
            lambda: f"(IntInf.toInt (IntInf.mod ({of(INTINF)}, 9973)))", lambda: f"(Real.trunc (clipReal {of(REAL)}))",
            lambda: f"(Real.round (clipReal {of(REAL)}))", lambda: f"(Real.floor (clipReal (~ {of(REAL)})))",
            lambda: f"(Int.sign {of(INT)})", lambda: f"(Int.min {of(Type('tuple', (INT, INT)))})",
            lambda: f"(Vector.length {of(Type('vector', (self.random_type(1),)))})",
            lambda: f"(norm (op + {self.parallel(Type('tuple', (INT, INT)), depth)}))",
            lambda: f"(case Int.compare {of(Type('tuple', (INT, INT)))} of LESS => {of(INT)} | _ => {of(INT)})",
            # One more than the largest int overflows, whatever the size of int is.
            lambda: f"(valOf Int.maxInt - {self.rng.randint(0, 3)} + {of(INT)} mod 5 - valOf Int.maxInt)"])()

    def arithmetic(self, depth, limit):
        """An int whose absolute value is less than the limit, from ints below 2^14 and operators."""
        if depth <= 0 or limit < 1 << 14 or not self.can_afford(5):
            return self.expression(INT, depth - 1) if limit >= 1 << 14 else signed(self.rng.randint(0, min(limit - 1, 99)))
        self.spend(1)
        kind = self.rng.choice(["+", "-", "*", "div", "mod", "quot", "rem", "~", "abs"])
        if kind == "*":
            half = 1 << (limit.bit_length() - 1) // 2
            return f"({self.arithmetic(depth - 1, half)} * {self.arithmetic(depth - 1, half)})"
        left = self.arithmetic(depth - 1, limit // 2)
        if kind in ("~", "abs"):
            return f"({kind} {left})"
        right = self.arithmetic(depth - 1, limit // 2)
        return f"(Int.{kind} ({left}, {right}))" if kind in ("quot", "rem") else f"({left} {kind} {right})"

    def bool_operation(self, _, depth):
        ordered = self.rng.choice(ORDERED)
        left, right = self.pair(ordered, depth)
        of = lambda wanted: self.expression(wanted, depth)
        return self.rng.choice([
            lambda: f"({left} {self.rng.choice(['<', '<=', '>', '>='])} {right})",
            lambda: f"({left} {self.rng.choice(['<', '<=', '>', '>='])} {right})",
            lambda: self.equality(depth), lambda: self.equality(depth),
            lambda: f"({of(BOOL)} andalso {of(BOOL)})", lambda: f"({of(BOOL)} orelse {of(BOOL)})",
            lambda: f"(not {of(BOOL)})", lambda: f"(null {of(list_of(self.random_type(1)))})",
            lambda: f"(Char.{self.rng.choice(['isAlpha', 'isDigit', 'isSpace', 'isPunct', 'isUpper'])} {of(CHAR)})",
            lambda: f"(isSome {of(Type('option', (self.random_type(1),)))})",
            lambda: f"(String.isPrefix {of(STRING)} {of(STRING)})",
            lambda: f"(Real.== ({of(REAL)}, {of(REAL)}))"])()

    def equality(self, depth):
        left, right = self.pair(self.equality_type(2), depth)
        return f"({left} {self.rng.choice(['=', '<>'])} {right})"

    def string_operation(self, _, depth):
        of = lambda wanted: self.expression(wanted, depth)
        shown = self.random_type(1, without=("fn", "ref", "array"))
        choices = [
            lambda: f"(clipText ({of(STRING)} ^ {of(STRING)}))", lambda: f"(clipText (concat {of(list_of(STRING))}))",
            lambda: f"(Int.toString {of(INT)})", lambda: f"(str {of(CHAR)})", lambda: f"(clipText (implode {of(list_of(CHAR))}))",
            lambda: f"(String.map (fn c => if Char.isAlpha c then Char.toUpper c else {of(CHAR)}) {of(STRING)})",
            lambda: f"(String.substring ({of(STRING)}, {self.rng.randint(0, 2)}, {self.rng.randint(0, 3)}))",
            lambda: f"(clipText (String.concatWith {of(STRING)} (String.tokens Char.isAlpha {of(STRING)})))",
            lambda: f"(clipText (String.translate (fn c => str c ^ \"-\") {of(STRING)}))",
            lambda: f"(Substring.string (Substring.triml {self.rng.randint(0, 3)} (Substring.full {of(STRING)})))",
            lambda: f"(Bool.toString {of(BOOL)})", lambda: f"(Word32.fmt StringCvt.OCT {of(WORD32)})",
            lambda: f"(StringCvt.padLeft {of(CHAR)} {self.rng.randint(0, 9)} {of(STRING)})"]
        if not any(self.universe.mentions(shown, {variable.kind}) for variable in self.type_variables) and \
                not self.universe.has_recursion(shown) and not self.universe.mentions(shown, {"fn"}):
            choices.append(lambda: f"(clipText ({self.universe.show(shown)} {of(shown)}))")
        return self.rng.choice(choices)()

    def char_operation(self, _, depth):
        of = lambda wanted: self.expression(wanted, depth)
        return self.rng.choice([
            lambda: f"(chr {of(INT)})", lambda: f"(chr ({of(INT)} mod 256))", lambda: f"(String.sub ({of(STRING)}, {of(INT)}))",
            lambda: f"(Char.toLower {of(CHAR)})", lambda: f"(Char.succ {of(CHAR)})",
            lambda: f"(Byte.byteToChar {of(WORD8)})"])()

    def real_operation(self, _, depth):
        of = lambda wanted: self.expression(wanted, depth)
        left, right = self.pair(REAL, depth)
        return self.rng.choice([
            lambda: f"(clipReal ({left} {self.rng.choice(['+', '-', '*'])} {right}))",
            lambda: f"({left} / {self.rng.choice(['2.0', '4.0', '~1.0'])} |> clipReal)",
            lambda: f"(~ {left})", lambda: f"(abs {left})", lambda: f"(real {of(INT)} |> clipReal)",
            lambda: f"(Real.max ({left}, {right}))", lambda: f"(Real.realFloor {left})",
            lambda: f"(Math.sqrt ({left} * {left}))"])()

    def large_operation(self, _, depth):
        of = lambda wanted: self.expression(wanted, depth)
        left, right = self.pair(INTINF, depth)
        return self.rng.choice([
            lambda: f"(clipLarge ({left} {self.rng.choice(['+', '-', '*', '*'])} {right}))",
            lambda: f"({left} {self.rng.choice(['div', 'mod'])} {right})",
            lambda: f"(IntInf.{self.rng.choice(['quot', 'rem'])} ({left}, {right}))",
            lambda: f"(~ {left})", lambda: f"(IntInf.fromInt {of(INT)})", lambda: f"(IntInf.abs {left})",
            lambda: f"(IntInf.{self.rng.choice(['andb', 'orb', 'xorb'])} ({left}, {right}))",
            lambda: f"(clipLarge (IntInf.<< ({left}, 0w{self.rng.randint(0, 70)})))",
            lambda: f"(IntInf.~>> ({left}, 0w{self.rng.randint(0, 70)}))", lambda: f"(IntInf.notb {left})",
            lambda: f"(clipLarge (IntInf.pow ({left}, {self.rng.randint(0, 3)})))",
            lambda: f"(Word32.toLargeInt {of(WORD32)})"])()

    def word_operation(self, type_, depth):
        structure = type_.kind.split(".")[0]
        left, right = self.pair(type_, depth)
        return self.rng.choice([
            lambda: f"({left} {self.rng.choice(['+', '-', '*', 'div', 'mod'])} {right})",
            lambda: f"({structure}.{self.rng.choice(['andb', 'orb', 'xorb'])} ({left}, {right}))",
            lambda: f"({structure}.notb {left})", lambda: f"({structure}.fromInt {self.expression(INT, depth)})",
            lambda: f"({structure}.{self.rng.choice(['<<', '>>', '~>>'])} ({left}, 0w{self.rng.randint(0, 40)}))"])()

    def int32_operation(self, type_, depth):
        left, right = self.pair(type_, depth)
        return self.rng.choice([
            lambda: f"({left} {self.rng.choice(['+', '-', '*', 'div', 'mod'])} {right})",
            lambda: f"(Int32.{self.rng.choice(['quot', 'rem', 'min', 'max'])} ({left}, {right}))",
            lambda: f"(~ {left})", lambda: f"(abs {left})", lambda: f"(Int32.fromInt {self.expression(INT, depth)})"])()

    def unit_operation(self, _, depth):
        if self.pure_since is None and self.chance(0.7):
            return f"({self.effect(depth)})"
        return f"(ignore {self.expression(self.random_type(1), depth)})"
