"""Clauses of random directives, written in another way that means the same: no result may depend on it.

The names of a list are permuted, a list is split into several clauses (`private(a, b)` is `private(b) private(a)`), and the
clauses come in any order.
"""

import random

LISTS = ("private", "firstprivate", "lastprivate", "reduction", "shared", "copyin", "copyprivate")


def split(text: str, separator: str) -> list[str]:
    """The parts between separators outside of brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "([{") - (letter in ")]}")
        if letter == separator and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


def lists_of(clause: str, choose: random.Random) -> list[str]:
    """The clause, as one or several clauses that together name what it names."""
    word, bracket, rest = clause.partition("(")
    if not bracket or word.strip() not in LISTS:
        return [clause]
    inside = rest.strip().removesuffix(")")
    before, colon, names = inside.partition(" : ") if word.strip() == "reduction" else ("", "", inside)
    items = split(names, ",")
    choose.shuffle(items)
    result = []
    while items:
        count = choose.randrange(1, len(items) + 1)
        result.append(f"{word}({before}{colon}{', '.join(items[:count])})")
        del items[:count]
    return result


def vary(clauses: list[str], choose: random.Random) -> list[str]:
    """The same clauses in another way."""
    result = [part for clause in clauses for part in lists_of(clause, choose)]
    choose.shuffle(result)
    return result
