"""Random constants, with the edges of their types."""

from sml_types import BOOL, CHAR, INT, INT32, INTINF, REAL, STRING, UNIT, WORD32, WORD8, write

LETTERS = ["a", "b", "Z", "0", " ", "~", "\\n", "\\t", "\\\\", "\\\"", "\\000", "\\255", "\\^A", "_", "\\127"]


def signed(number):
    return f"~{-number}" if number < 0 else str(number)


def constant(rng, type_, is_pattern=False):
    """Text of a constant of a type that has some; with its type where another one is the default."""
    text = plain_constant(rng, type_, is_pattern)
    return f"({text} : {write(type_)})" if type_ in (WORD32, WORD8, INT32, INTINF) else text


def plain_constant(rng, type_, is_pattern):
    few = [0, 1, 2, 3, 5, -1, -7]
    if type_ == INT:
        return signed(rng.choice([*few, rng.randint(-9999, 9999), rng.randint(0, 9)]))
    if type_ == BOOL:
        return rng.choice(["true", "false"])
    if type_ == STRING:
        return '"' + "".join(rng.choice(LETTERS) for _ in range(rng.choice([0, 1, 1, 2, 3, 5]))) + '"'
    if type_ == CHAR:
        return '#"' + rng.choice(LETTERS) + '"'
    if type_ == REAL:
        return signed(rng.randint(-200, 200)) + rng.choice([".0", ".5", ".25", ".0625"])
    if type_ == UNIT:
        return "()"
    if type_ == WORD32:
        return f"0w{rng.choice([0, 1, 2, 31, 32, 255, 2**31, 2**32 - 1, rng.randrange(2**32)])}"
    if type_ == WORD8:
        return f"0wx{rng.choice([0, 1, 7, 8, 127, 128, 255, rng.randrange(256)]):x}"
    if type_ == INT32:
        return signed(rng.choice([*few, 2**31 - 1, -2**31, 2**30, rng.randrange(-2**31, 2**31)]))
    assert type_ == INTINF
    large = [*few, 2**31, -2**31, 2**63 - 1, -2**63, 2**64, 10**38, rng.randrange(-10**30, 10**30)]
    # SML/NJ's patterns have no large constants.
    return signed(rng.choice(few if is_pattern else large))
