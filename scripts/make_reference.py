#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""make_reference.py --output FILE.md: writes the reference of the C++ library out of its headers' comments.

Each header has a section, each name a heading with its signatures, what it does, and what it costs, throws and asks of threads.
A function that does not say one of these, or has no example, is an error (docs/decisions/0074-reference-from-headers.md)."""

import argparse
import re
import sys
import textwrap
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from packaging_support import whole_file  # noqa: E402
from reference_reader import FIELDS, CHeader, Header, Wrong, without_template  # noqa: E402

SOURCE = Path(__file__).resolve().parent.parent
INCLUDE = SOURCE / "include/tactus"
# What a user includes, and what of it stands in files that users do not name.
HEADERS = {
    "tactus.hpp": ["detail/par.hpp", "detail/nary.hpp", "detail/loop_kinds.hpp", "detail/algorithms.hpp", "detail/scan.hpp",
                   "detail/sort.hpp", "detail/task_group.hpp"],
    "algorithm.hpp": ["detail/stopping.hpp", "detail/never_stop.hpp", "detail/index_loops.hpp", "detail/stoppable_loops.hpp", "algorithm.hpp",
                      "detail/steps.hpp"],
    "scan.hpp": ["scan.hpp"],
    "search.hpp": ["search.hpp"],
    "sort.hpp": ["sort.hpp"],
    "index_space.hpp": ["index_space.hpp"],
    "combinable.hpp": ["combinable.hpp"],
    "strand_local.hpp": ["strand_local.hpp"],
    "future.hpp": ["future.hpp"],
    "coroutine.hpp": ["coroutine.hpp"],
    "task_graph.hpp": ["task_graph.hpp"],
    "worker_limit.hpp": ["worker_limit.hpp"],
    "scheduler.hpp": ["scheduler.hpp"],
    "reproducible.hpp": ["reproducible.hpp"],
    "pipeline.hpp": ["pipeline.hpp"],
    "execution.hpp": ["execution.hpp"],
}
# Its comments are prose: what steps cost and throw is the same for all of them (docs/splicing.md), and so are examples.
SPLICING = {"splice.hpp": ["splice/region.hpp", "splice/effect.hpp", "splice/regions.hpp", "splice.hpp"]}
C_HEADERS = ["tactus.h", "reducer.h", "splice.h", "tpal.h", "latent.h"]
INTRODUCTION = """# Reference of the headers

Made from the headers by `scripts/make_reference.py`. [The library](library.md) says what there is, with the rules that
all of it keeps; this page has each name. Behind the C++ library come [splicing](splicing.md) and the headers for C. Left out of the signatures are the last argument,
`std::source_location where`, by which reports name your line, and attributes for compilers.
"""


def signature(text):
    """As a reader wants to see it: the template's head as it is, the declaration on as few lines as fit."""
    text = re.sub(r"\[\[gnu::\w+\]\]\s*|\[\[nodiscard\]\]\s*", "", text)
    text = re.sub(r",?\s*std::source_location where = std::source_location::current\(\)", "", text)
    main = without_template(text)
    if not main.startswith(("concept", "class", "struct")):
        head = text[:len(text) - len(main)]
        main = re.sub(r"\)\s*:\s+\w+[({]?.*$", ")", main, flags=re.S)  # a constructor's initialisers
        lines, last = head.rpartition("\n")[::2]
        text = lines + ("\n" if lines else "") + textwrap.fill(last.strip() + " " * bool(last.strip()) + " ".join(main.split()), 112,
                                                             subsequent_indent="    ", break_long_words=False)
    return textwrap.dedent(text)


def indented(text):
    return "".join(f"    {line}\n" if line else "\n" for line in text.split("\n"))


def missing_fields(group):
    """What none of the overloads says."""
    return [name for name in FIELDS if not any(name in one.fields for one in group)]


def check(group):
    """A function without text or fields is no reference."""
    first = group[0]
    if not any(one.prose for one in group):
        raise Wrong(f"{first.place}: {first.name} is public and has no comment; write one, with {', '.join(FIELDS)}")
    absent = missing_fields(group) if first.kind in ("function", "class") else []
    if absent:
        raise Wrong(f"{first.place}: the comment of {first.name} does not say: {', '.join(absent)}; add these fields")
    for one in group:
        if "Example" in one.fields and "// prints" not in one.fields["Example"]:
            raise Wrong(f"{one.place}: the example of {one.name} prints nothing; say by '// prints' what it does")


def field_text(name, value):
    return f"**Example**\n\n```cpp\n{value}```\n\n" if name == "Example" else f"**{name}:** {value}\n\n"


def member_list(one):
    """A class: its members, each with its comment."""
    text = ""
    for member in one.members:
        if "= delete" in member.text or (member.kind == "function" and member.name.startswith("~") and not member.prose):
            continue
        text += indented(signature(member.text)) + "\n" + (paragraphs(member.prose) if member.prose else "")
    return text


def paragraphs(prose):
    """Text as it is written, wrapped by the reader's window; what is indented is code."""
    return prose.strip("\n") + "\n\n"


def entry(group):
    """One name: all its overloads in this header. What holds for all of them stands at the end."""
    check(group)
    said = [one for one in group if one.fields]
    shared = {name: said[0].fields[name] for name in FIELDS
              if said and all(one.fields.get(name) == said[0].fields.get(name) for one in said) and name in said[0].fields}
    text = f"### {group[0].name}\n\n"
    for one in group:
        text += indented(signature(one.text)) + "\n" + (paragraphs(one.prose) if one.prose else "") + member_list(one)
        text += "".join(field_text(name, one.fields[name]) for name in FIELDS if name in one.fields and name not in shared)
    return text + "".join(field_text(name, value) for name, value in shared.items())


def entry_without_fields(group):
    """One name of a header whose comments are prose only."""
    if not any(one.prose for one in group):
        raise Wrong(f"{group[0].place}: {group[0].name} is public and has no comment; write one")
    return f"### {group[0].name}\n\n" + "".join(indented(signature(one.text)) + "\n" + (paragraphs(one.prose) if one.prose else "") +
                                                member_list(one) for one in group)


def grouped(declarations):
    """By name, in the order of the first of each."""
    groups = {}
    for one in declarations:
        groups.setdefault(one.name, []).append(one)
    return list(groups.values())


def section(name, parts, entry_of=entry):
    headers = [Header(INCLUDE / part, f"include/tactus/{part}") for part in parts]
    top = Header(INCLUDE / name, f"include/tactus/{name}")
    declarations = [one for header in headers for one in header.declarations]
    return f"## {name}\n\n    #include <tactus/{name}>\n\n{paragraphs(top.prose)}" + "".join(map(entry_of, grouped(declarations)))


def c_section(name):
    """Names that begin with two underscores are the compiler's."""
    header = CHeader(INCLUDE / name, f"include/tactus/{name}")
    text, said = f"## {name}, for C\n\n    #include <tactus/{name}>\n\n{paragraphs(header.prose)}", set()
    for one, heading in header.declarations:
        if not heading.startswith("__"):
            text += ("" if heading in said else f"### {heading}\n\n") + f"{indented(one.text)}\n{paragraphs(one.prose)}"
            said.add(heading)
    return text


def library():
    return "".join(section(name, parts) for name, parts in HEADERS.items())


def splicing():
    return "".join(section(name, parts, entry_without_fields) for name, parts in SPLICING.items())


def reference():
    return INTRODUCTION + "\n" + (library() + splicing() + "".join(map(c_section, C_HEADERS))).rstrip() + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=Path, required=True, help="the page's file")
    options = parser.parse_args()
    try:
        text = reference()
    except Wrong as wrong:
        sys.exit(f"tactus: error: {wrong}")
    options.output.parent.mkdir(parents=True, exist_ok=True)
    whole_file.write_text(options.output, text)


if __name__ == "__main__":
    main()
