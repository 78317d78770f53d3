"""Calls of the Basis library, as a table: what a call gives, and its text with the types of its arguments in braces.

Type variables stand for any type. {small} is an index, now and then a wrong one. Results are kept small as all values are
(prelude.sml); what the two other compilers are known to do differently is not here (run.py lists it).
"""

import functools
import re

from constants import signed
from scope import LAMBDA
from sml_types import Type, function, match, substitute, tuple_of, variable

CALLS = {
    "int": [
        "(case String.compare ({string}, {string}) of LESS => ~1 | EQUAL => 0 | GREATER => 1)",
        "(case Char.compare ({char}, {char}) of LESS => 1 | EQUAL => 2 | GREATER => 3)",
        "(case String.collate Char.compare ({string}, {string}) of LESS => 0 | EQUAL => 1 | GREATER => 2)",
        "(case List.collate Int.compare ({int list}, {int list}) of LESS => 0 | EQUAL => 1 | GREATER => 2)",
        "(case IntInf.compare ({IntInf.int}, {IntInf.int}) of LESS => 0 | EQUAL => 1 | GREATER => 2)",
        "(case Real.compare ({real}, {real}) of LESS => 0 | EQUAL => 1 | GREATER => 2)",
        "(case Word32.compare ({Word32.word}, {Word32.word}) of LESS => 0 | EQUAL => 1 | GREATER => 2)",
        "(norm (getOpt (Int.fromString (short {string}), 7)))",
        "(norm (getOpt (StringCvt.scanString (Int.scan StringCvt.HEX) (short {string}), 3)))",
        "(norm (getOpt (StringCvt.scanString (Int.scan StringCvt.OCT) (short {string}), 3)))",
        "(List.foldl Int.max 0 {int list})", "(length (List.filter {'a -> bool} {'a list}))",
        "(Vector.foldri (fn (i, x, n) => norm (i + x - n)) 1 {int vector})",
        "(Array.foldli (fn (i, x, n) => norm (i * x + n)) 1 (Array.fromList {int list}))",
        "(VectorSlice.length (VectorSlice.slice ({'a vector}, 0, SOME {small})))",
        "(#2 (valOf (VectorSlice.getItem (VectorSlice.full {'a vector}))) |> VectorSlice.length)",
        "(ArraySlice.foldl (fn (x, n) => norm (x + 2 * n)) 3 (ArraySlice.slice (Array.fromList {int list}, {small}, NONE)))",
        "(Word8Vector.length (Byte.stringToBytes {string}))", "(Word.toInt (Word.andb (Word.fromInt {int}, 0w8191)))",
        "(CharVector.foldl (fn (c, n) => norm (n * 3 + ord c)) 7 {string})",
        "(Substring.size (Substring.dropl Char.isSpace (Substring.full {string})))",
        "(Substring.foldr (fn (c, n) => norm (n * 5 + ord c)) 7 (Substring.extract ({string}, {small}, NONE)))",
        "(getOpt (Option.map {'a -> int} {'a option}, 4))", "(Real.sign {real})", "(Real.ceil (clipReal {real}))",
        "(Real.toInt IEEEReal.TO_NEAREST (clipReal {real}))", "(IntInf.log2 (IntInf.abs {IntInf.int} + 1))",
        "(case Vector.findi (fn (i, x) => i > 0 andalso {'a -> bool} x) {'a vector} of SOME (i, _) => i | NONE => ~1)",
        "(norm (ListPair.foldl (fn (x, y, n) => norm (x * y + n)) 1 ({int list}, {int list})))",
        "(Array.length (Array.tabulate ({small}, {int -> 'a})))",
        "(let val it = Array.tabulate (4, {int -> int * char}) in (Array.update (it, {small}, (5, {char})); Array.modifyi "
        "(fn (i, (n, c)) => (norm (i + n + ord c), Char.toUpper c)) it; Array.foldl (fn ((n, c), s) => norm (n + 3 * s + ord c)) 0 it) end)",
        "(case Array.sub (Array.fromList {(bool * int) list}, {small}) of (isSo, n) => if isSo then norm n else ~1)",
        "(norm (Vector.foldli (fn (i, {{a, b}}, n) => norm (i + a * n + ord b)) 1 (Vector.map (fn (x, y) => {{b = y, a = x}}) "
        "{(int * char) vector})))", "(Char.ord (Char.toLower {char}))",
        "(Array2.foldi Array2.RowMajor (fn (i, j, x, n) => norm (i + 2 * j + 3 * x + n)) 0 "
        "{{base = Array2.tabulate Array2.ColMajor (3, 2, fn (i, j) => i - j + {int}), row = 0, col = {small}, "
        "nrows = NONE, ncols = NONE}})",
    ],
    "bool": [
        "(List.exists {'a -> bool} {'a list})", "(List.all {'a -> bool} {'a list})", "(Vector.exists {'a -> bool} {'a vector})",
        "(ListPair.all {'a * 'b -> bool} ({'a list}, {'b list}))", "(ListPair.exists {'a * 'b -> bool} ({'a list}, {'b list}))",
        "(ListPair.allEq {'a * 'b -> bool} ({'a list}, {'b list}))", "(Array.all {'a -> bool} (Array.fromList {'a list}))",
        "(String.isSubstring {string} {string})", "(String.isSuffix {string} {string})", "(Char.contains {string} {char})",
        "(Char.notContains {string} {char})", "(Char.isAlphaNum {char})", "(Char.isHexDigit {char})", "(Char.isGraph {char})",
        "(Char.isCntrl {char})", "(Char.isPrint {char})", "(Real.isFinite {real})", "(Real.signBit (1.0 + abs {real}))",
        "(Real.!= ({real}, {real}))", "(Real.sameSign (1.0 + abs {real}, {real} - 500.0))",
        "(Substring.isEmpty (Substring.takel Char.isDigit (Substring.full {string})))",
        "(Substring.isPrefix {string} (Substring.full {string}))", "(Option.isSome (List.find {'a -> bool} {'a list}))",
        "(IntInf.sameSign ({IntInf.int}, {IntInf.int}))",
    ],
    "string": [
        "(Int.fmt StringCvt.HEX {int})", "(Int.fmt StringCvt.BIN {int})", "(Int.fmt StringCvt.OCT {int})",
        "(Real.fmt (StringCvt.FIX (SOME 2)) ({real} + 0.0))", "(Word8.fmt StringCvt.BIN {Word8.word})", "(implode (rev (explode {string})))",
        "(CharVector.map {char -> char} {string})", "(CharVector.tabulate ({small}, {int -> char}))",
        "(Substring.string (Substring.trimr 2 (Substring.full {string})))",
        "(Substring.string (#1 (Substring.splitl Char.isAlpha (Substring.full {string}))))",
        "(Substring.string (#2 (Substring.splitr Char.isAlpha (Substring.full {string}))))",
        "(Substring.string (#2 (Substring.position {string} (Substring.full {string}))))",
        "(Substring.string (#1 (Substring.splitAt (Substring.full {string}, {small}))))",
        "(clipText (Substring.concatWith {string} [Substring.full {string}, Substring.full {string}]))",
        "(String.extract ({string}, {small}, NONE))", "(String.extract ({string}, {small}, SOME {small}))",
        "(clipText (String.concatWith {string} (clip (String.fields Char.isSpace {string}))))", "(clipText (String.toString {string}))",
        "(getOpt (String.fromString {string}, \"none\"))", "(clipText (Substring.translate {char -> string} (Substring.full {string})))",
        "(Byte.bytesToString (Word8Vector.fromList {Word8.word list}))", "(StringCvt.padRight {char} 5 {string})",
        "(Word32.fmt StringCvt.DEC {Word32.word})", "(Time.fmt 3 (Time.fromMilliseconds (IntInf.fromInt (abs {int}))))",
        "(getOpt (Option.map Char.toString (Char.fromString {string}), \"none\"))", "(StringCvt.takel {char -> bool} Substring.getc "
        "(Substring.full {string}))", "(CharArray.vector (CharArray.tabulate (3, {int -> char})))",
    ],
    "char": [
        "(Char.pred {char})", "(List.nth (explode {string}, {small}))", "(CharVector.sub ({string}, {small}))",
        "(Substring.sub (Substring.full {string}, {small}))", "(valOf (Char.fromString (Char.toString {char})))",
        "(Char.toUpper {char})", "(chr (Word8.toInt {Word8.word}))", "(#1 (valOf (Substring.getc (Substring.full {string}))))",
    ],
    "real": [
        "(clipReal (Real.fromLargeInt (IntInf.rem ({IntInf.int}, 1000))))", "(Real.min ({real}, {real}))",
        "(Real.copySign (1.0 + abs {real}, {real} - 500.5))", "(#frac (Real.split {real}))", "(clipReal (Real.realRound (Math.pow ({real}, 2.0))))",
        "(Real.realTrunc {real})", "(Real.realCeil {real})", "(clipReal (Real.*+ ({real}, 2.0, {real})))", "(Math.atan 0.0 + {real})",
        "(clipReal (Vector.foldl Real.+ 0.0 {real vector}))", "(Real.rem ({real}, 16.0))",
    ],
    "IntInf.int": [
        "(Word8.toLargeIntX {Word8.word})", "(Int.toLarge {int})", "(valOf (IntInf.fromString (IntInf.toString {IntInf.int})))",
        "(#1 (IntInf.divMod ({IntInf.int}, {IntInf.int})))", "(#2 (IntInf.quotRem ({IntInf.int}, {IntInf.int})))",
        "(IntInf.min ({IntInf.int}, {IntInf.int}))", "(Int32.toLarge {Int32.int})", "(Word32.toLargeIntX {Word32.word})",
        "(Real.toLargeInt IEEEReal.TO_ZERO (clipReal {real}))", "(clipLarge (foldl IntInf.+ 0 {IntInf.int list}))",
    ],
    "Word8.word": [
        "(Word8Vector.sub (Word8Vector.fromList {Word8.word list}, {small}))", "(Byte.charToByte {char})",
        "(Word8Vector.foldl Word8.xorb 0w0 (Byte.stringToBytes {string}))", "(Word8.~ {Word8.word})",
        "(Word8.min ({Word8.word}, {Word8.word}))", "(Word8.fromLarge (Word32.toLarge {Word32.word}))",
        "(Word8Array.sub (Word8Array.tabulate (4, {int -> Word8.word}), {small}))",
        "(Word8VectorSlice.foldl Word8.+ 0w1 (Word8VectorSlice.slice (Byte.stringToBytes {string}, {small}, NONE)))",
    ],
    "Word32.word": [
        "(Word32.fromLargeInt {IntInf.int})", "(Word32.fromLarge (Word8.toLarge {Word8.word}))", "(Word32.~ {Word32.word})",
        "(Word32.fromLarge (Word8.toLargeX {Word8.word}))", "(Word32.max ({Word32.word}, {Word32.word}))",
    ],
    "Int32.int": [
        "(Int32.fromLarge (IntInf.rem ({IntInf.int}, 100000)))", "(valOf (Int32.fromString (Int32.toString {Int32.int})))",
        "(Int32.fromLarge {IntInf.int})",
    ],
    "unit": ["(List.app {'a -> unit} {'a list})", "(Vector.appi {int * 'a -> unit} {'a vector})"],
    "string list": ["(clip (String.tokens {char -> bool} {string}))", "(clip (String.fields (fn c => c = {char}) {string}))"],
    "char list": ["(clip (CharVector.foldr (op ::) [] {string}))"],
    "Word8.word list": ["(clip (Word8Vector.foldr (op ::) [] (Byte.stringToBytes {string})))"],
    "'a list": [
        "(#1 (List.partition {'a -> bool} {'a list}))", "(#2 (List.partition {'a -> bool} {'a list}))", "(List.drop ({'a list}, {small}))",
        "(clip (List.revAppend ({'a list}, {'a list})))", "(clip (List.concat {'a list list}))", "(clip (Vector.foldr (op ::) [] {'a vector}))",
        "(Array.foldr (op ::) [] (Array.tabulate ({small}, {int -> 'a})))", "(#1 (ListPair.unzip {('a * 'b) list}))",
        "(ListPair.map {'b * 'c -> 'a} ({'b list}, {'c list}))", "(ListPair.mapEq {'b * 'c -> 'a} ({'b list}, {'c list}))",
        "(clip (VectorSlice.foldr (op ::) [] (VectorSlice.slice ({'a vector}, 0, SOME {small}))))",
        "(clip (ArraySlice.foldl (op ::) [] (ArraySlice.full (Array.fromList {'a list}))))", "(clip (foldl (op ::) {'a list} {'a list}))",
        "(#2 (valOf (List.getItem {'a list})))", "(map {'b -> 'a} {'b list})",
        "(clip (Vector.foldr (fn ((x, _), l) => x :: l) [] {('a * int) vector}))",
    ],
    "'a option": [
        "(List.find {'a -> bool} {'a list})", "(Option.mapPartial {'b -> 'a option} {'b option})", "(Option.filter {'a -> bool} {'a})",
        "(Option.join {'a option option})", "(Option.compose ({'b -> 'a}, {'c -> 'b option}) {'c})", "(Vector.find {'a -> bool} {'a vector})",
        "(Option.map #1 (List.getItem {'a list}))", "(Option.map {'b -> 'a} {'b option})",
    ],
    "'a vector": [
        "(Vector.map (fn (x, isSo) => if isSo then x else {'a}) {('a * bool) vector})", "(Vector.map (fn (x, y) => if y > 0.0 then x else {'a}) {('a * real) vector})",
        "(Vector.fromList (clip (Vector.foldr (op ::) [] (Vector.concat [{'a vector}, {'a vector}]))))",
        "(Vector.mapi {int * 'b -> 'a} {'b vector})", "(Array.vector (Array.fromList {'a list}))",
        "(VectorSlice.vector (VectorSlice.slice ({'a vector}, 0, SOME {small})))",
        "(ArraySlice.vector (ArraySlice.slice (Array.fromList {'a list}, {small}, NONE)))",
        "(let val it = Array.fromList {'a list} in (Array.modify {'a -> 'a} it; Array.vector it) end)",
        "(let val it = Array.array (4, {'a}) in (Array.copyVec {{src = {'a vector}, dst = it, di = {small}}}; Array.vector it) end)",
        "(let val it = Array.fromList {'a list} in (ArraySlice.copy {{src = ArraySlice.slice (it, 1, NONE), dst = it, di = {small}}}; "
        "Array.vector it) end)",
    ],
    "'a -> 'b": ["({'c -> 'b} o {'a -> 'c})"],
    "'a * 'a list": ["(valOf (List.getItem {'a list}))"],
    "'a": ["(Vector.foldr {'b * 'a -> 'a} {'a} {'b vector})", "(List.foldl {'b * 'a -> 'a} {'a} {'b list})",
           "(Option.getOpt ({'a option}, {'a}))", "(#1 ({'a}, {'b}))"],
}


@functools.lru_cache(maxsize=None)
def parse(text):
    """A type as the table has it."""
    tokens = re.findall(r"->|[*()]|[\w.']+", text)

    def atom():
        token = tokens.pop(0)
        if token == "(":
            type_ = arrow()
            tokens.pop(0)
        else:
            type_ = variable("library " + token) if token.startswith("'") else Type(token)
        while tokens and tokens[0] in ("list", "option", "vector"):
            type_ = Type(tokens.pop(0), (type_,))
        return type_

    def product():
        parts = [atom()]
        while tokens and tokens[0] == "*":
            tokens.pop(0)
            parts.append(atom())
        return parts[0] if len(parts) == 1 else tuple_of(*parts)

    def arrow():
        left = product()
        if tokens and tokens[0] == "->":
            tokens.pop(0)
            return function(left, arrow())
        return left

    return arrow()


VARIABLES = tuple(variable(f"library '{letter}") for letter in "abc")


class Library:
    """Needs Expressions."""

    def library_call(self, type_, depth):
        calls = []
        for result, texts in CALLS.items():
            if match(parse(result), type_, VARIABLES, {}):
                calls += [(result, text) for text in texts]
        result, text = self.rng.choice(calls)
        # A function among the arguments may be called once for each element.
        calls = 9 * text.count("->")
        if not self.can_afford((2 + calls) * LAMBDA):
            return None
        self.spend(calls * LAMBDA)
        mapping = {}
        match(parse(result), type_, VARIABLES, mapping)
        return self.filled(text, mapping, depth)

    def filled(self, text, mapping, depth):
        def argument(found):
            if found.group(0) in ("{{", "}}"):
                return found.group(0)[0]
            if found.group(1) == "small":
                return signed(self.rng.randint(-1, 4))
            wanted = parse(found.group(1))
            for free in VARIABLES:
                if self.universe.mentions(wanted, {free.kind}):
                    without = ("ref", "array") if self.pure_since is not None else ()
                    mapping.setdefault(free, self.random_type(1, without))
            return self.expression(substitute(wanted, mapping), depth)

        return re.sub(r"\{\{|\}\}|\{([^{}]*)\}", argument, text)
