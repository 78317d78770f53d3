#!/usr/bin/env python3
"""The stack estimate against how deep stacks really get: test_stacks.py BUILD.

Each program is run with a library before it that paints stacks and looks at the end how far down they were used
(high_water.c). The estimate must not be smaller; how much larger it is, is printed with STACKS_VERBOSE=1. With
STACKS_ALL=PATTERN all programs are run whose names begin like that and that create tasks, of bench/insieme, the conformance
suite, test/forks and test/regress.
"""
import os
import re
import shlex
from concurrent.futures import ThreadPoolExecutor

import harness

# What a worker's own loop takes below its first task, and the painter's own frames.
BASE = 8 << 10

# Programs of the conformance suite of each form; the twelve of bench/insieme come with them.
SOME = """tasks_tree_orphaned.c tasks_vla.c tasks_cxx_rest_throws.cpp tasks_function_pointers.c tasks_mutual_recursion.c
cilk_queens.c cilk_for_spawns_O2.c cilk_fib_O0.c cilk_exception_while_the_rest_runs.cpp nested_recursive_quick.cpp
body_large_stack_frame.c body_vla.c cxx_virtual_calls.cpp""".split()

# What makes of an estimate what is none (analyze/stack.h): recursion deeper than the analysis assumes, and arrays of variable
# length. These say so in their names.
UNKNOWN = re.compile(r"deep|vla|variable_length")
MODES = ({"TACTUS_WORKERS": "1"}, {"TACTUS_WORKERS": "3", "TACTUS_CHAOS": "3"},
         {"TACTUS_WORKERS": "2", "TACTUS_PROMOTE": "all"}, {"TACTUS_WORKERS": "2", "TACTUS_TASKS": "eager"})


def sources():
    """Files, and folders whose files make one program."""
    insieme = sorted((harness.SOURCE / "bench/insieme").glob("*.c"))
    programs = harness.SOURCE / "test/conformance/programs"
    wanted = os.environ.get("STACKS_ALL")
    if not wanted:
        return insieme + [programs / name for name in SOME]
    forks = [path for path in (harness.SOURCE / "test/forks/programs").glob("*.cpp")]
    regress = [path for path in (harness.SOURCE / "test/regress").glob("*.c*") if path.suffix in (".c", ".cpp")]
    conformance = [path for path in programs.iterdir() if path.is_dir() or path.suffix in (".c", ".cpp")]
    return [path for path in insieme + sorted(conformance) + sorted(forks) + sorted(regress)
            if re.match(wanted, path.name) and not UNKNOWN.search(path.name) and not has_libraries(path)]


def files_of(source):
    """The files of a program, the one with its directives first."""
    files = [path for path in source.iterdir() if path.suffix in (".c", ".cpp")] if source.is_dir() else [source]
    return sorted(files, key=lambda path: (path.stem != "main", path.name))


def has_libraries(source):
    """Is it built of more than objects? Only the conformance suite knows how."""
    text = files_of(source)[0].read_text()
    return any(directive(text, kind) for kind in ("SHARED", "OPENED", "PLAIN"))


def directive(text, name):
    found = re.search(rf"^// {name}: (.*)$", text, re.MULTILINE)
    return shlex.split(found[1]) if found else []


class Stacks(harness.Analyses):
    def setUp(self):
        super().setUp()
        self.painter = self.build("painter.so", "-fno-tactus", "-O1", "-shared", "-fPIC", harness.HERE / "high_water.c")

    def high_water(self, program, mode):
        """The deepest use of main's stack and of the other threads', or None if the program did not come to its end."""
        output = self.folder / f"{program.name}.{'-'.join(mode.values())}.txt"
        environment = os.environ | mode | {"LD_PRELOAD": str(self.painter), "HIGH_WATER": str(output)}
        harness.run(program, env=environment, cwd=self.folder, timeout=120)
        if not output.exists():
            return None
        lines = [line.split() for line in output.read_text().splitlines()]
        return tuple(max([int(size) for kind, size in lines if kind == which] + [0]) for which in ("main", "thread"))

    def build_source(self, source):
        files = files_of(source)
        text = files[0].read_text()
        is_cxx = any(path.suffix == ".cpp" for path in files)
        standard = ["-std=c++20"] if is_cxx and all(path.suffix == ".cpp" for path in files) else []
        openmp = [] if "// NO-OPENMP" in text else ["-fopenmp"]
        # Each C file is C, whichever compiler links.
        flags = {".cpp": [*standard, *directive(text, "FLAGS")],
                 ".c": [flag for flag in directive(text, "FLAGS") if not flag.startswith("-std=c++")]}
        headers = f"-I{harness.SOURCE / 'test/conformance'}"
        objects = [self.build(f"{source.name}.{path.name}.o", "-O2", *flags[path.suffix], *openmp, headers, "-c", path,
                              cxx=path.suffix == ".cpp") for path in files]
        program = self.build(source.name + ".out", *directive(text, "FLAGS"), *openmp, *objects, "-lm", cxx=is_cxx)
        return program, dict(pair.split("=", 1) for pair in directive(text, "ENV"))

    def check(self, source):
        """What is wrong, or an empty text."""
        program, environment = self.build_source(source)
        analysis = self.analyze(program)[0]
        if not analysis["contexts"]:
            return ""
        analysis = analysis["program"]
        for mode in MODES:
            used = self.high_water(program, environment | mode)
            if used is None:
                return f"{source.name} does not end in {mode}"
            for who, size, estimate in (("main", used[0], analysis["main_stack"]["bytes"]),
                                        ("a worker", used[1], analysis["worker_stack"]["bytes"])):
                if os.environ.get("STACKS_VERBOSE"):
                    print(f"{source.name} {' '.join(mode.values())}: {who} used {size}, estimate {estimate}")
                if size > estimate + BASE:
                    return f"{source.name} in {mode}: {who} used {size} bytes, estimated were {estimate}"
        return ""

    def test_estimates_are_never_too_small(self):
        with ThreadPoolExecutor(max_workers=2) as pool:
            problems = [problem for problem in pool.map(self.check, sources()) if problem]
        self.assertEqual(problems, [])


if __name__ == "__main__":
    harness.main()
