#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Counts what the plan of the sources is judged by: scripts/house_figures.py [REVISION...]

For the compiler, the runtime and the houses beside them, as a table for decision 98: lines, files, functions of more
than 60 lines, files of more than 500, and cycles of includes between modules (a header with its source) and folders. Without a revision the
working tree's tracked files are counted; with some, each is a column. Functions are found by their braces, in sources
that clang-format has laid out: with --functions they are listed.
"""
import argparse
import re
import subprocess
import sys
from pathlib import PurePosixPath

HOUSES = ("abi", "compiler", "runtime", "include", "tpal", "splice", "trace", "analyze", "driver", "pml", "kernel")
SOURCES = {".h", ".hpp", ".c", ".cpp", ".def", ".S"}
LONGEST_FUNCTION, LONGEST_FILE = 60, 500
# What may hold quotes and braces that are no code, and directives.
SILENT = re.compile(r'R"(\w*)\((?:.|\n)*?\)\1"|//[^\n]*|/\*(?:.|\n)*?\*/|"(?:\\.|[^"\\\n])*"|'
                    r"(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])*'|^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
# Braces behind these begin no function.
OTHER = re.compile(r"(?:\}?\s*else|if|for|while|switch|do|try|catch|case|default|namespace|extern|enum|struct|class|union)\b")
INCLUDE = re.compile(r'^\s*#\s*include ["<]([^">]+)[">]', re.MULTILINE)


def git(*arguments):
    return subprocess.run(["git", *arguments], check=True, capture_output=True, text=True, errors="replace").stdout


def read_tree(revision):
    """The sources of all houses: path to text."""
    listed = git("ls-tree", "-r", "--name-only", revision) if revision else git("ls-files")
    paths = [path for path in listed.splitlines()
             if path.split("/")[0] in HOUSES and PurePosixPath(path).suffix in SOURCES]
    if not revision:
        return {path: open(path, errors="replace").read() for path in paths}
    return {path: git("show", f"{revision}:{path}") for path in paths}


def blank(match):
    return re.sub(r"[^\n]", " ", match[0])


def long_functions(text):
    """Yields the first line and the number of lines of each function that is too long."""
    text = SILENT.sub(blank, text)
    heads, begin = [], 0
    for index, character in enumerate(text):
        if character == "{":
            heads.append((begin, text[begin:index]))
            begin = index + 1
        elif character == "}" and heads:
            start, head = heads.pop()
            start += len(head) - len(head.lstrip())
            lines = text.count("\n", start, index) + 1
            if lines > LONGEST_FUNCTION and ")" in head and not OTHER.match(head.strip()):
                yield text.count("\n", 0, start) + 1, lines
            begin = index + 1
        elif character == ";" and text.count("(", begin, index) <= text.count(")", begin, index):
            begin = index + 1


def includes_of(files):
    """Which file includes which."""
    edges = {}
    for path, text in files.items():
        top = path.split("/")[0]
        edges[path] = set()
        for name in INCLUDE.findall(text):
            for base in (str(PurePosixPath(path).parent), top, "", "include"):
                target = re.sub(r"[^/]+/\.\./", "", str(PurePosixPath(base) / name))
                if target in files and target != path:
                    edges[path].add(target)
                    break
    return edges


def cycles(edges):
    """Sets of nodes that all reach each other, the largest first; without those of one node."""
    def reached(node):
        seen, pending = set(), [node]
        while pending:
            new = edges.get(pending.pop(), set()) - seen
            seen |= new
            pending += new
        return seen

    reach = {node: reached(node) for node in edges}
    found = {frozenset(other for other in reach[node] if node in reach[other]) for node in edges if node in reach[node]}
    return sorted(found, key=len, reverse=True)


def merged(edges, name):
    """The same between groups of files: `name` says which one a file belongs to."""
    groups = {}
    for path, targets in edges.items():
        groups.setdefault(name(path), set()).update(name(target) for target in targets)
    for group, targets in groups.items():
        targets.discard(group)
    return groups


def module_of(path):
    return str(PurePosixPath(path).with_suffix(""))


def folder_of(path):
    return str(PurePosixPath(path).parent)


def figures(files, names):
    """The rows of one column."""
    def lines_in(*houses):
        return sum(text.count("\n") for path, text in files.items() if path.split("/")[0] in houses)

    def files_in(*houses):
        return sum(path.split("/")[0] in houses for path in files)

    core = ("compiler", "runtime")
    long = {house: 0 for house in HOUSES}
    for path, text in files.items():
        for line, lines in long_functions(text):
            long[path.split("/")[0]] += 1
            if names:
                print(f"{path}:{line}: {lines} lines", file=sys.stderr)
    inside = includes_of({path: text for path, text in files.items() if path.split("/")[0] in core})
    return {
        "lines of compiler/": lines_in("compiler"), "lines of runtime/": lines_in("runtime"),
        "files of both": files_in(*core),
        "mean lines of a file": round(lines_in(*core) / files_in(*core)),
        "lines of all houses": lines_in(*HOUSES),
        f"functions over {LONGEST_FUNCTION} lines, compiler/ and runtime/": sum(long[house] for house in core),
        f"functions over {LONGEST_FUNCTION} lines, other houses": sum(long.values()) - sum(long[house] for house in core),
        f"files over {LONGEST_FILE} lines": sum(text.count("\n") > LONGEST_FILE for text in files.values()),
        "folders of compiler/ and runtime/": len({PurePosixPath(path).parent for path in files if path.split("/")[0] in core}),
        "cycles of includes between these folders": len(cycles(merged(inside, folder_of))),
        "modules in the largest cycle of includes": len((cycles(merged(inside, module_of)) or [()])[0]),
    }


def main():
    parser = argparse.ArgumentParser(description="Counts lines, files, long functions and cycles of includes.")
    parser.add_argument("revisions", nargs="*", metavar="REVISION", help="default: the working tree")
    parser.add_argument("--functions", action="store_true", help="list functions that are too long, on stderr")
    options = parser.parse_args()
    columns = [figures(read_tree(revision), options.functions) for revision in options.revisions or [None]]
    print("| | " + " | ".join(options.revisions or ["today"]) + " |")
    print("| --- |" + " ---: |" * len(columns))
    for row in columns[0]:
        print(f"| {row} | " + " | ".join(f"{column[row]:,}" for column in columns) + " |")


if __name__ == "__main__":
    main()
