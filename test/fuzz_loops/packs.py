"""Several random programs of one file as one program: one compilation, one link and one run under each setting for all.

Of each program the names at file scope get its number, by macros, and its main() becomes one of many functions that the pack's
main() calls one after the other. What the programs include is included before the first macro. Names of locals and members
that are the same as one at file scope are renamed with it, which changes nothing.
"""

import re

# What stands at file scope in front of a bracket and is no name.
WORDS = {"alignas", "_Alignas", "sizeof", "static_assert", "_Static_assert", "decltype", "defined", "noexcept", "extern"}
SKIPPED = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|^[ \t]*#(?:[^\n]*\\\n)*[^\n]*', re.S | re.M)
INCLUDE = re.compile(r"^[ \t]*#[ \t]*include\b[^\n]*\n", re.M)
DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.M)


def file_scope_names(text: str) -> set[str]:
    """Variables, functions, types and enumerators. A name at file scope has its initialiser, parameters or end behind it."""
    tokens = re.findall(r"[A-Za-z_]\w*|\S", SKIPPED.sub(" ", text)) + [";"]
    names, depth, is_enumeration = set(), 0, False
    for before, token, behind in zip([";", *tokens], tokens, tokens[1:]):
        is_word = token[0].isalpha() or token[0] == "_"
        if is_word and depth == 0 and behind in "([{=;," and token not in WORDS and not token.startswith("__"):
            names.add(token)
        elif is_word and depth == 1 and is_enumeration and before in "{,":
            names.add(token)
        elif depth == 0 and token in "([{":
            is_enumeration = token == "{" and before == "enum"
        depth += (token in "([{") - (token in ")]}")
    return names - {"enum", "struct", "union", "class"}


def renamed(text: str, number: int) -> str:
    """The program with names of its own, without what it includes."""
    body = INCLUDE.sub("", text).rstrip()
    # The end of main() alone returns 0.
    assert body.endswith("}"), "main() is expected at the end"
    body = body[:-1] + "return 0;\n}\n"
    names = sorted(file_scope_names(text))
    own = set(DEFINE.findall(body))
    return "\n".join([*(f"#define {name} {name}_{number}" for name in names), body,
                      *(f"#undef {name}" for name in [*names, *sorted(own)]), ""])


def combine(programs: list[tuple[int, str]]) -> str:
    """One text for programs of one language, given with their seeds."""
    includes = dict.fromkeys(line for _, text in programs for line in INCLUDE.findall(text))
    calls = [f'  printf("> {seed}\\n"), fflush(stdout), status |= main_{number}();' for number, (seed, _) in enumerate(programs)]
    main = ["int main(void) {", "  int status = 0;", *calls, "  return status;", "}", ""]
    return "".join(["#include <stdio.h>\n", *includes]) + "\n".join([*(renamed(text, number) for number, (_, text) in
                                                                      enumerate(programs)), *main])
