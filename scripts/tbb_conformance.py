#!/usr/bin/env python3
"""Builds oneTBB's own tests unchanged against include/tactus/tbb and libtactus_tbb, and prints a table of what passes.

    apt-get source onetbb
    scripts/tbb_conformance.py onetbb-2021.8.0 [TEST ...]
    scripts/tbb_conformance.py --examples onetbb-2021.8.0

A TEST is a path below the source's test/, without .cpp: conformance/conformance_parallel_for. Without any, the conformance
tests of all that runs on Tactus; with --unit, oneTBB's unit tests of it as well. Compilers that are not there are left out, and
--compiler names one. --examples builds and runs the examples that need no window. The status is 0 if all passed.
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
ALGORITHMS = ["for", "for_each", "invoke", "pipeline", "reduce", "scan", "sort"]
GRAPH_NODES = ["async", "broadcast", "buffer", "composite", "continue", "function", "indexer", "input", "join", "limiter",
               "multifunction", "overwrite", "priority_queue", "queue", "sequencer", "split", "write_once"]
SHARED = [*(f"parallel_{name}" for name in ALGORITHMS), "collaborative_call_once", "global_control", "resumable_tasks", "task_arena",
          "task_group", *(f"{name}_node" for name in GRAPH_NODES)]
CONFORMANCE = [f"conformance/conformance_{name}" for name in [*SHARED, "graph", "task_group_context"]]
UNIT = [f"tbb/test_{name}" for name in [*SHARED, "arena_priorities", "eh_algorithms", "eh_flow_graph", "flow_graph",
                                        "flow_graph_priorities", "task"]]


def compilers(build, only):
    """Label and command of each compiler that is there."""
    headers = ["-isystem", str(ROOT / "include/tactus/tbb")]
    known = {"tactus": [str(build / "bin/tactus-clang++"), "-ftactus-tbb", "-ftactus-static-runtime"],
             "clang": [f"clang++-{LLVM}", *headers], "gcc": ["g++", *headers]}
    return {label: command for label, command in known.items() if shutil.which(command[0]) and only in (None, label)}


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
    libraries = [f"-Wl,-rpath,{build}/lib", str(build / "lib/libtactus_tbb.so"), str(build / "lib/libtactus.a"), "-lm", "-pthread",
                 "-ltbb", "-ltbbmalloc", "-ldl"]
    built = attempt([*command, "-std=c++20", "-O1", "-w", f"-I{source}/test", f"-I{source}", f"{source}/test/{test}.cpp",
                     "-o", str(program), *libraries], 600, log)
    if built != 0:
        return "not built"
    status = attempt([str(program)], 300, log)
    cases = re.search(r"test cases: *(\d+) *\| *(\d+) passed", log.read_text(errors="replace"))
    if status is None:
        return "no end"
    return f"{cases[2]} of {cases[1]}" if cases else f"status {status}"


def judge_example(project, build, folder):
    """Builds an example with CMake's package in place of oneTBB's, and runs it as its own project does."""
    log = folder / "log"
    # The short run, where there is one: some go on for as long as somebody looks.
    runs = re.findall(r"add_execution_target\((\w+)", project.read_text())
    run = next((name for name in runs if name.startswith("light_test_")), runs[0])
    configured = attempt(["cmake", "-S", str(project.parent), "-B", str(folder), f"-DTBB_DIR={build}/lib/cmake/Tactus/tbb",
                          "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_STANDARD=20", "-DEXAMPLES_UI_MODE=con",
                          f"-DCMAKE_CXX_COMPILER={build}/bin/tactus-clang++"], 120, log)
    if configured != 0 or attempt(["cmake", "--build", str(folder)], 900, log) != 0:
        return "not built"
    status = attempt(["cmake", "--build", str(folder), "--target", run], 300, log)
    return "right" if status == 0 else "no end" if status is None else "failed"


def run_examples(source, build):
    """A table of all examples; their own checks say whether they are right."""
    words = []
    print("| example | |\n| --- | --- |")
    for project in sorted((source / "examples").glob("*/*/CMakeLists.txt")):
        if "add_execution_target" not in project.read_text():
            continue
        with tempfile.TemporaryDirectory() as folder:
            words.append(judge_example(project, build, pathlib.Path(folder)))
        print(f"| `{project.parent.relative_to(source / 'examples')}` | {words[-1]} |", flush=True)
    return 0 if set(words) == {"right"} else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=pathlib.Path, help="the unpacked source package of onetbb")
    parser.add_argument("tests", nargs="*", metavar="TEST")
    parser.add_argument("--unit", action="store_true", help="oneTBB's unit tests, too")
    parser.add_argument("--examples", action="store_true", help="oneTBB's examples instead of its tests")
    parser.add_argument("--compiler", choices=["tactus", "clang", "gcc"], help="only that one")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    options = parser.parse_args()
    options.source, options.build = options.source.resolve(), options.build.resolve()
    if not (options.source / "test").is_dir():
        sys.exit(f"tactus: error: {options.source}/test is no folder, give the unpacked source package of onetbb")
    if options.examples:
        return run_examples(options.source, options.build)
    tests = options.tests or CONFORMANCE + (UNIT if options.unit else [])
    found = compilers(options.build, options.compiler)
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
