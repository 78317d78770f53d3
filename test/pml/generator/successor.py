"""Random programs in the forms of Successor ML: the same program twice.

  forms(text, seed)   the program in Standard ML '97, which the oracles read, and with the forms of Successor ML

Rules whose body is short become two of the same body, or one with alternatives. All other forms are other spellings: vector
literals, record punning, `do`, bars in front, numbers in binary and with `_`, line comments.
"""

import random
import re

TOKEN = re.compile(r"""(?P<comment>\(\*(?:[^*]|\*(?!\)))*\*\)) | (?P<text>\#?"(?:[^"\\]|\\.)*") | (?P<selector>\#[A-Za-z0-9_']+)
                       | (?P<word>0wx?[0-9a-fA-F]+) | (?P<real>~?\d+(?:\.\d+(?:[eE]~?\d+)?|[eE]~?\d+)) | (?P<int>~?(?:0x[0-9a-fA-F]+|\d+))
                       | (?P<name>'?[A-Za-z][\w'.]*) | (?P<space>\s+) | (?P<other>=>|->|\.\.\.|.)""", re.X | re.S)
LONGEST_BODY = 120
OPEN, CLOSE = "([{", ")]}"
# What ends a match that stands in no parentheses of its own; or its last rule has declarations, and is left alone.
ENDS = {",", ";", "val", "fun", "and", "in", "end", "then", "else", "datatype", "exception", "structure", "signature", "functor",
        "local", "type", "open", "infix", "infixr"}


def tokens(text):
    return [(match.lastgroup, match.group()) for match in TOKEN.finditer(text)]


def begins_rules(parts, at, is_case):
    """Whether a `fn`, or the `of` of a `case` and not one of a constructor's type, stands there."""
    token = parts[at][1]
    return token == "fn" or (token == "of" and is_case and parts[max(at - 4, 0)][1] not in ("exception", "=", "|"))


def rules(parts):
    """Where patterns and bodies of rules begin and end: (begin, arrow, end)."""
    found, depth, cases, matches, begun = [], 0, set(), set(), {}

    def close(level, at):
        if level in begun:
            begin, arrow = begun.pop(level)
            if arrow and parts[at][1] in ",|)]}":
                found.append((begin, arrow, at))

    for at, (kind, token) in enumerate(parts):
        if kind in ("space", "comment", "text"):
            continue
        if token in OPEN:
            depth += 1
        elif token in CLOSE or token in ENDS:
            close(depth, at)
            matches.discard(depth)
            if token in CLOSE:
                cases.discard(depth)
                depth -= 1
        elif token == "case":
            cases.add(depth)
        elif begins_rules(parts, at, depth in cases):
            cases.discard(depth)
            matches.add(depth)
            begun[depth] = (at + 1, None)
        elif token == "|" and depth in matches:
            close(depth, at)
            begun[depth] = (at + 1, None)
        elif token == "=>" and depth in begun and begun[depth][1] is None:
            begun[depth] = (begun[depth][0], at)
    return found


def varied(choose, parts):
    """A pattern of the same type that binds the same variables."""
    def other(kind, token):
        if kind == "int":
            return choose.choice(["0", "1", "2", "~1", "~7"])
        if kind == "text":
            return choose.choice(['#"a"', '#"~"', '#"\\n"'] if token[0] == "#" else ['""', '"a"', '"~"'])
        return {"true": "false", "false": "true"}.get(token, token)
    return "".join(other(kind, token) for kind, token in parts)


def alternatives(choose, parts):
    """The program with rules that are there twice, and with alternatives in their place."""
    plain, new = [token for _, token in parts], [token for _, token in parts]
    for begin, arrow, end in rules(parts):
        body = "".join(token for _, token in parts[arrow + 1:end])
        if len(body) > LONGEST_BODY or "=>" in body or choose.random() < 0.5:
            continue
        pattern = "".join(token for _, token in parts[begin:arrow]).strip()
        other = varied(choose, parts[begin:arrow]).strip()
        if other != pattern:
            plain[begin] = f" {other} => {body.strip()} |{plain[begin]}"
        new[begin:arrow] = [f" (({other}) | ({pattern})) "] + [""] * (arrow - begin - 1)
    return "".join(plain), "".join(new)


def number(choose, kind, token):
    if kind == "int" and re.fullmatch(r"~?\d{1,3}", token) and choose.random() < 0.3:
        return f"{'~' if token[0] == '~' else ''}0b{int(token.lstrip('~')):b}"
    if kind == "word" and token[2] != "x" and choose.random() < 0.3:
        return f"0wb{int(token[2:]):b}"
    digits = token.lstrip("~")
    if kind in ("int", "word") and len(digits) > 4 and choose.random() < 0.5:
        at = len(token) - choose.randint(1, len(digits) - 4)
        return f"{token[:at]}{'_' * choose.randint(1, 2)}{token[at:]}"
    return token


def spelled(choose, text):
    parts, out, cases, depth = tokens(text), [], set(), 0

    def following(at, count):
        return [token for kind, token in parts[at + 1:at + 1 + 2 * count] if kind not in ("space", "comment")][:count]

    skipped = 0
    for at, (kind, token) in enumerate(parts):
        depth += (token in OPEN) - (token in CLOSE) if kind == "other" else 0
        if skipped > 0:
            skipped -= 1
        elif kind in ("int", "word") and not (at > 1 and parts[at - 2][1] in ("infix", "infixr")):
            out.append(number(choose, kind, token))
        elif token == "val" and following(at, 3) == ["_", "=", "try"] and choose.random() < 0.7:
            out.append("do")
            skipped = 4
        elif token == "Vector.fromList" and following(at, 1) == ["["] and choose.random() < 0.7:
            out.append("#")
            skipped = 1
        elif kind == "name" and following(at, 3)[:2] == ["=", token] and following(at, 3)[-1] in (",", "}"):
            out.append(token)
            skipped = 4
        elif kind == "name" and token == "case":
            cases.add(depth)
            out.append(token)
        elif begins_rules(parts, at, depth in cases):
            cases.discard(depth)
            out.append(f"{token} |" if choose.random() < 0.2 else token)
        elif kind == "space" and "\n" in token and choose.random() < 0.2:
            out.append(' (*) a note: " (* \'' + token)
        else:
            out.append(token)
    return "".join(out)


def forms(text, seed):
    choose = random.Random(seed)
    plain, new = alternatives(choose, tokens(text))
    return plain, spelled(choose, new)
