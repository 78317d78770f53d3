#!/usr/bin/env python3
"""The stack estimate against how deep stacks really get: test_stacks.py BUILD.

Each program is run with a library before it that paints stacks and looks at the end how far down they were used
(high_water.c). The estimate must not be smaller; how much larger it is, is printed with STACKS_VERBOSE=1. With
STACKS_ALL=1 all programs of the conformance suite are run that create tasks.
"""
import os
import re
from concurrent.futures import ThreadPoolExecutor

import harness

# What a worker's own loop takes below its first task, and the painter's own frames.
BASE = 8 << 10

# Programs of the conformance suite of each form; the twelve of bench/insieme come with them.
SOME = """tasks_tree_orphaned.c tasks_vla.c tasks_cxx_rest_throws.cpp tasks_function_pointers.c tasks_mutual_recursion.c
cilk_queens.c cilk_for_spawns_O2.c cilk_fib_O0.c cilk_exception_while_the_rest_runs.cpp nested_recursive_quick.cpp
body_large_stack_frame.c body_vla.c cxx_virtual_calls.cpp""".split()

# Recursion deeper than the analysis assumes (RecursionDepth in analyze/stack.h): these say so in their names.
DEEPER = re.compile(r"deep")
MODES = ({"TACTUS_WORKERS": "1"}, {"TACTUS_WORKERS": "3", "TACTUS_CHAOS": "3"},
         {"TACTUS_WORKERS": "2", "TACTUS_PROMOTE": "all"})


def sources():
    insieme = sorted((harness.SOURCE / "bench/insieme").glob("*.c"))
    programs = harness.SOURCE / "test/conformance/programs"
    if os.environ.get("STACKS_ALL"):
        conformance = [path for kind in ("tasks", "cilk", "nested", "body", "cxx", "region")
                       for path in sorted(programs.glob(f"{kind}_*.c*")) if path.is_file()]
    else:
        conformance = [programs / name for name in SOME]
    return insieme + [path for path in conformance if not DEEPER.search(path.name)]


class Stacks(harness.Analyses):
    def setUp(self):
        super().setUp()
        self.painter = self.build("painter.so", "-fno-tactus", "-O1", "-shared", "-fPIC", harness.HERE / "high_water.c")

    def high_water(self, program, mode):
        """The deepest use of main's stack and of the other threads', or None if the program failed."""
        output = self.folder / f"{program.name}.{'-'.join(mode.values())}.txt"
        environment = os.environ | mode | {"LD_PRELOAD": str(self.painter), "HIGH_WATER": str(output)}
        done = harness.run(program, env=environment, cwd=self.folder, timeout=120)
        if done.returncode != 0 or not output.exists():
            return None
        lines = [line.split() for line in output.read_text().splitlines()]
        return tuple(max([int(size) for kind, size in lines if kind == which] + [0]) for which in ("main", "thread"))

    def check(self, source):
        """What is wrong, or an empty text; and the ratio of the estimate to what was used."""
        text = source.read_text()
        flags = re.search(r"^// FLAGS: (.*)$", text, re.MULTILINE)
        openmp = [] if "// NO-OPENMP" in text else ["-fopenmp"]
        program = self.build(source.name + ".out", "-O2", *(flags[1].split() if flags else []), *openmp,
                             f"-I{harness.SOURCE / 'test/conformance'}", source, "-lm", cxx=source.suffix == ".cpp")
        analysis = self.analyze(program)[0]["program"]
        for mode in MODES:
            used = self.high_water(program, mode)
            if used is None:
                return f"{source.name} fails in {mode}"
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
