# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Reads what the C++ headers offer: each public declaration with the comment in front of it.

No compiler is asked: the headers are formatted by clang-format, and what is public stands in namespace tactus, outside of
namespaces called detail. That nothing is overlooked is for a test, which does ask one (test/documents/test_reference.py).

A comment is text, and then fields:

    /// Calls body(i) for each i of [begin, end).
    /// Complexity: end - begin calls.
    /// Exceptions: that of the first iteration in order.
    /// Threads: any, at any time.
    /// Example:
    ///     std::cout << 1; // prints 1

What a file says of exceptions and threads in the comment at its top holds for all its functions and classes that say
nothing."""

import dataclasses
import re

FIELDS = ("Complexity", "Exceptions", "Threads", "Example")
DEFAULTS = ("Exceptions", "Threads")
OPENING = re.compile(r"(?:inline )?namespace ([\w:]+) \{$|extern \"C\" \{$")
NAME = re.compile(r"(?:concept|enum class|class|struct|enum|using) (\w+)|"
                  r"(?:inline constexpr|inline const|static constexpr)[^={(]*?(\w+)\s*(?:[={]|$)")


class Wrong(Exception):
    """What is wrong with a header, and where."""


@dataclasses.dataclass
class Declaration:
    """Without its body. A class has members, which are declarations as well; those without a comment have no text."""

    path: str
    line: int
    scope: str
    text: str
    prose: str
    fields: dict
    members: list = dataclasses.field(default_factory=list)

    @property
    def kind(self):
        plain = without_template(self.text)
        for word in ("concept", "class", "struct", "enum", "using"):
            if plain.startswith(word + " "):
                return word
        if re.match(r"\w+\(.*\) -> ", plain):
            return "guide"
        return "function" if "(" in plain.split("=")[0].split("{")[0] else "variable"

    @property
    def name(self):
        plain = without_template(self.text)
        if self.kind not in ("function", "guide"):
            named = NAME.search(plain)
            if not named:
                raise Wrong(f"{self.path}:{self.line}: no name is found in '{self.text}'")
            return named[1] or named[2]
        before = re.sub(r"\(.*", "", re.sub(r"\[\[.*?\]\]", "", plain), flags=re.S)
        return re.search(r"(operator\S+|~?\w+)\s*$", before)[1]

    @property
    def place(self):
        return f"{self.path}:{self.line}"


def balanced(text, start, opening, closing):
    """Where the bracket ends that begins there."""
    depth = 0
    for index in range(start, len(text)):
        if text[index] == opening:
            depth += 1
        elif text[index] == closing and text[index - 1] != "-":
            depth -= 1
            if depth == 0:
                return index + 1
    return len(text)


def without_template(text):
    """The declaration behind `template <...>`, `requires` and attributes."""
    text = text.strip()
    while True:
        if text.startswith("template <"):
            text = text[balanced(text, text.index("<"), "<", ">"):].strip()
        elif text.startswith("requires"):
            text = skip_constraint(text)
        elif text.startswith("[["):
            text = text[text.index("]]") + 2:].strip()
        elif re.match(r"(constexpr|inline|explicit|static|const) ", text) and not text.startswith("inline const"):
            text = text.split(" ", 1)[1]
        else:
            return text


def skip_constraint(text):
    """clang-format puts a constraint on lines of its own, which end in an operator or inside of brackets."""
    lines = text.split("\n")
    for number in range(1, len(lines) + 1):
        head = "\n".join(lines[:number])
        if not head.rstrip().endswith(("&&", "||", ",")) and all(
                head.count(a) == head.count(b) for a, b in ("()", "{}")):
            return "\n".join(lines[number:]).strip()
    return ""


def is_in_constraint(before):
    """Is a brace that follows part of a concept, and no body?"""
    return re.search(r"\bconcept \w+ =[^;]*$", before) is not None


def split_comment(lines, place):
    """The text in front of the fields, and the fields."""
    fields, current, prose = {}, None, []
    for line in lines:
        begins = re.match(rf"({'|'.join(FIELDS)}):\s*(.*)", line)
        if begins:
            current = begins[1]
            if current in fields:
                raise Wrong(f"{place}: '{current}:' is there twice")
            fields[current] = [begins[2]] if begins[2] else []
        elif current:
            fields[current].append(line)
        else:
            prose.append(line)
    example = fields.pop("Example", None)
    joined = {name: " ".join(part.strip() for part in text).strip() for name, text in fields.items()}
    if example is not None:
        joined["Example"] = "\n".join(line.removeprefix("    ") for line in example).rstrip() + "\n"
    return "\n".join(prose).strip("\n"), joined


class Header:
    """One file: its comment, what it says for all its functions, and its public declarations."""

    def __init__(self, path, shown):
        self.path, self.lines = shown, path.read_text().splitlines()
        self.prose, self.defaults = self.read_top()
        self.declarations = self.read_scope(0, "")[0]
        for one in self.declarations:
            if one.kind in ("function", "class"):
                for name, text in self.defaults.items():
                    one.fields.setdefault(name, text)

    def read_top(self):
        comment = []
        for line in self.lines[1:]:
            if not line.startswith("//") or line.startswith("//==="):
                break
            comment.append(line.removeprefix("//").removeprefix(" "))
        start = next((i for i, line in enumerate(comment) if "MIT licence" in line), -1) + 1
        prose, fields = split_comment(comment[start:], f"{self.path}:1")
        return prose, {name: text for name, text in fields.items() if name in DEFAULTS}

    def read_scope(self, index, scope, is_class=False, public=True):
        """Declarations up to the end of a namespace or class, and the line behind it."""
        found, comment = [], []
        while index < len(self.lines):
            line = self.lines[index].strip()
            if line.startswith("///"):
                comment.append(line.removeprefix("///").removeprefix(" "))
            elif line.startswith(("#", "//")) or not line:
                comment = []
            elif line.startswith("}"):
                return found, index + 1
            elif opening := OPENING.match(line):
                inner = f"{scope}::{opening[1]}" if scope else opening[1] or ""
                inside, index = self.read_scope(index + 1, inner)
                found += [] if "detail" in inner.split("::") else inside
                comment = []
                continue
            elif is_class and (access := re.match(r"(public|private|protected):$", line)):
                public = access[1] == "public"
                comment = []
            else:
                one, index = self.read_declaration(index, scope, comment)
                comment = []
                if public and one is not None and (is_class or scope.split("::")[0] == "tactus"):
                    found.append(one)
                continue
            index += 1
        return found, index

    def read_declaration(self, index, scope, comment):
        """Up to its `;` or its body, and what is in a class. None: not for users."""
        start, text, depth = index, "", 0
        while index < len(self.lines):
            line = re.sub(r"\s*//.*", "", self.lines[index])
            for place, letter in enumerate(line):
                # A brace in a constraint is part of it, and no body.
                braces = depth > 0 or letter != "{" or is_in_constraint(text + line[:place])
                depth += (letter in "([") - (letter in ")]") + (braces and letter == "{") - (letter == "}")
                if depth == 0 and letter in ";{":
                    text += line[:place]
                    return self.finish(start, index, scope, comment, text.strip(), is_body=letter == "{")
            text += line + "\n"
            index += 1
        raise Wrong(f"{self.path}:{start + 1}: this declaration has no end")

    def finish(self, start, index, scope, comment, text, is_body):
        place = f"{self.path}:{start + 1}"
        prose, fields = split_comment(comment, place)
        one = Declaration(self.path, start + 1, scope, text, prose, fields)
        is_class = re.match(r"(class|struct) \w+(?! *<)", without_template(text)) is not None
        if is_body and is_class and "detail" not in scope.split("::"):
            one.members, index = self.read_members(index, scope, one)
        elif is_body:
            index = self.skip_body(index)
        else:
            index += 1
        is_forward = is_class and not is_body
        is_for_users = (not is_forward and not re.match(r"(using namespace|static_assert|friend)\b", text) and "detail" not in scope.split("::")
                        and not re.search(r"\bdetail::\w+\(", text) and not prose.startswith("Refuses "))
        return (one if is_for_users else None), index

    def read_members(self, index, scope, one):
        if re.search(r"\{\s*\};?$", self.lines[index]):
            return [], index + 1
        return self.read_scope(index + 1, f"{scope}::{one.name}", is_class=True, public=one.kind == "struct")

    def skip_body(self, index):
        depth = 0
        while index < len(self.lines):
            line = re.sub(r"\s*//.*|\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)'", "", self.lines[index])
            depth += line.count("{") - line.count("}")
            index += 1
            if depth <= 0 and "}" in line:
                return index
        return index


class CHeader:
    """A header for C: its comment, and what has a comment of the form that documents (/** ... */)."""

    COMMENT = re.compile(r"^/\*\*\s*(.*?)\s*\*/\n", re.M | re.S)

    def __init__(self, path, shown):
        self.path, text = shown, path.read_text()
        top = re.search(r"MIT licence.*?\n(.*?)\\\*===", text, re.S)
        self.prose = "\n".join(re.sub(r"^\|\* ?", "", line) for line in top[1].split("\n")).strip("\n")
        self.declarations = [self.read(text, found) for found in self.COMMENT.finditer(text)]

    def read(self, text, comment):
        """From the end of its comment to the end of the declaration."""
        place = f"{self.path}:{text.count(chr(10), 0, comment.end()) + 1}"
        rest = re.sub(r"^#if.*\n", "", text[comment.end():])
        if rest.startswith("#define"):
            declared = re.match(r"#define (\w+(?:\([^)]*\))?)", rest)[1]
            name = declared.split("(")[0]
        else:
            is_type = re.match(r"(typedef )?(struct|union|enum)\b[^;(]*\{", rest)
            body = balanced(rest, rest.index("{"), "{", "}") if is_type else 0
            end = re.compile(r"[;{]").search(rest, body).start()
            declared = re.sub(r"\s*(__attribute__\(\(.*?\)\)\)?|TACTUS_REDUCER_ENTRY)|^static inline |^extern ", "", rest[:end], flags=re.M | re.S).strip()
            names = re.findall(r"\(\*(\w+)\)|(\w+)\s*(?=\(|$|\[)", declared if not is_type else rest[body:end] or declared.split("{")[0])
            named = [one or other for one, other in names] or re.findall(r"struct (\w+)", declared)
            if not named:
                raise Wrong(f"{place}: no name is found in '{declared}'")
            pointer = not is_type and re.match(r"typedef [^(]*\(\*(\w+)\)", declared)
            name = pointer[1] if pointer else named[0] if "(" in declared and not is_type else named[-1]
            declared += "" if declared.endswith(";") else ";"
        prose = re.sub(r"^ \* ?", "", comment[1], flags=re.M)
        return Declaration(self.path, int(place.rsplit(":", 1)[1]), "", declared, prose, {}), name
