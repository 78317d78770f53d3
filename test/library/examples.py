#!/usr/bin/env python3
"""Compiles the examples of docs/library.md, or of the reference, all in one program, runs them, and compares what they print.

    examples.py DOCUMENT WORK -- COMPILER FLAGS... [LIBRARIES...]

A block of C++ is the body of a function; `// prints` says what it prints. Where they use containers of oneTBB's, that is linked.
"""
import pathlib
import re
import subprocess
import sys

HEADERS = ["algorithm", "combinable", "coroutine", "execution", "future", "index_space", "pipeline", "reproducible", "scan", "scheduler",
           "search", "sort", "strand_local", "tactus", "task_graph", "worker_limit"]
TBB = ["concurrent_hash_map", "concurrent_vector"]
STANDARD = ["atomic", "cstring", "functional", "iostream", "list", "map", "numeric", "optional", "stop_token", "string", "vector"]


def uses_tbb(blocks):
    return any("tbb::" in block for block in blocks)


def program(blocks):
    # In front of <execution>, which other headers may bring.
    text = "#include <tactus/execution>\n" if any("std::execution::" in block for block in blocks) else ""
    text += "".join(f"#include <tactus/{name}.hpp>\n" for name in HEADERS)
    text += "".join(f"#include <{name}>\n" for name in STANDARD)
    if uses_tbb(blocks):
        text += "".join(f"#include <tbb/{name}.h>\n" for name in TBB)
    for number, block in enumerate(blocks):
        text += f"static void example{number}() {{\n{block}}}\n"
    calls = "".join(f"  example{number}();\n  std::cout << '\\n';\n" for number in range(len(blocks)))
    return f"{text}int main() {{\n{calls}}}\n"


def main():
    split = sys.argv.index("--")
    document, work = map(pathlib.Path, sys.argv[1:split])
    compiler = sys.argv[split + 1:]
    blocks = re.findall(r"^```cpp\n(.*?)^```$", document.read_text(), re.M | re.S)
    expected = [" ".join(re.findall(r"// prints (.*)", block)) for block in blocks]
    if not blocks or not all(expected):
        sys.exit(f"tactus: error: {document}: an example without '// prints', or none at all; add what it prints")
    work.mkdir(parents=True, exist_ok=True)
    source = work / "examples.cpp"
    source.write_text(program(blocks))
    binary = work / "examples"
    libraries = ["-ltbb"] if uses_tbb(blocks) else []
    subprocess.run([compiler[0], "-std=c++20", "-O1", str(source), "-o", str(binary), *compiler[1:], *libraries], check=True)
    printed = subprocess.run([binary], check=True, capture_output=True, text=True, timeout=60).stdout.splitlines()
    wrong = [(block, line.strip(), wanted) for block, line, wanted in zip(blocks, printed, expected) if line.strip() != wanted]
    for block, line, wanted in wrong:
        print(f"{block}prints {line!r} instead of {wanted!r}\n", file=sys.stderr)
    sys.exit(1 if wrong or len(printed) != len(blocks) else 0)


main()
