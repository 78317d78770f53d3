#!/usr/bin/env python3
"""Builds oneTBB's own tests unchanged against include/tactus/tbb, and prints a table of what passes.

    apt-get source onetbb
    scripts/tbb_conformance.py onetbb-2021.8.0 [TEST ...]

A TEST is a path below the source's test/, without .cpp: conformance/conformance_parallel_for. Without any, those of the
algorithms that are Tactus'. Compilers that are not there are left out. The status is 0 if all passed.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

LLVM = os.environ.get("LLVM", "19")

ROOT = pathlib.Path(__file__).resolve().parent.parent
ALGORITHMS = ["for", "for_each", "invoke", "reduce", "sort"]


def compilers(build):
    """Label and command of each compiler that is there."""
    headers = ["-isystem", str(ROOT / "include/tactus/tbb")]
    known = {"tactus": [str(build / "bin/tactus-clang++"), "-ftactus-tbb", "-ftactus-static-runtime"],
             "clang": [f"clang++-{LLVM}", *headers], "gcc": ["g++", *headers]}
    return {label: command for label, command in known.items() if shutil.which(command[0])}


def attempt(command, limit, log):
    """The exit status, or None after `limit` seconds; the output goes to the file `log`."""
    with log.open("w", errors="replace") as output:
        try:
            return subprocess.run(command, stdout=output, stderr=subprocess.STDOUT, timeout=limit).returncode
        except subprocess.TimeoutExpired:
            return None


def judge(source, test, command, build, folder):
    """One word or two for the table."""
    program, log = folder / "program", folder / "log"
    libraries = [str(build / "lib/libtactus.a"), "-lm", "-pthread", "-ltbb", "-ltbbmalloc", "-ldl"]
    built = attempt([*command, "-std=c++20", "-O1", "-w", f"-I{source}/test", f"-I{source}", f"{source}/test/{test}.cpp",
                     "-o", str(program), *libraries], 600, log)
    if built != 0:
        return "not built"
    status = attempt([str(program)], 300, log)
    cases = re.search(r"test cases: *(\d+) *\| *(\d+) passed", log.read_text(errors="replace"))
    if status is None:
        return "no end"
    return f"{cases[2]} of {cases[1]}" if cases else f"status {status}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=pathlib.Path, help="the unpacked source package of onetbb")
    parser.add_argument("tests", nargs="*", metavar="TEST")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    options = parser.parse_args()
    if not (options.source / "test").is_dir():
        sys.exit(f"tactus: error: {options.source}/test is no folder, give the unpacked source package of onetbb")
    tests = options.tests or [f"conformance/conformance_parallel_{name}" for name in ALGORITHMS]
    found = compilers(options.build)
    print("| test |", " | ".join(found), "|\n|", " | ".join(["---"] * (len(found) + 1)), "|")
    good = True
    for test in tests:
        words = []
        for command in found.values():
            with tempfile.TemporaryDirectory() as folder:
                words.append(judge(options.source, test, command, options.build, pathlib.Path(folder)))
        good &= all(re.fullmatch(r"(\d+) of \1", word) for word in words)
        print(f"| `{test}` |", " | ".join(words), "|", flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
