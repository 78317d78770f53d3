"""Flat and nearly flat programs of up to a million tasks, with small stacks: depth must not grow with the number of tasks.

Each program counts its tasks and, where they come from nested loops, adds up what they were told. The stacks of workers have one
or two MiB, which a record of 16 bytes a task would already fill.
"""

import random

import cases
from harness import Setting

HEAD = """
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t done, sum;
static void note(uint64_t value) {
  __atomic_fetch_add(&done, 1, __ATOMIC_RELAXED);
  __atomic_fetch_add(&sum, value, __ATOMIC_RELAXED);
}
static void burn(int steps) {
  volatile int left = steps;
  while (left > 0)
    left--;
}
static int finish(uint64_t tasks, uint64_t expected) {
  if (done != tasks || sum != expected) {
    printf("%llu tasks with sum %llu, not %llu with %llu\\n", (unsigned long long)done, (unsigned long long)sum,
           (unsigned long long)tasks, (unsigned long long)expected);
    return 1;
  }
  return 0;
}
"""


def total(n) -> int:
    return n * (n - 1) // 2 % 2**64


def openmp(choose, n) -> tuple[str, str, int, int]:
    """Functions, the body of main, the number of tasks and their sum."""
    work = f"burn({choose.choice([0, 0, 20, 200] if n <= 100000 else [0, 10])});"
    form = choose.choice(["loop", "loop", "groups", "deep now and then", "taskloop", "waits", "in a function"])
    task = f"#pragma omp task firstprivate(i)\n    {{ {work} note(i); }}"
    loop = f"for (uint64_t i = 0; i < {n}; i++) {{\n    {task}\n  }}"
    functions = ""
    if form == "groups":
        loop = f"#pragma omp taskgroup\n  {loop}"
    elif form == "deep now and then":
        functions = """
static void down(int depth, uint64_t i) {
  if (depth == 0) {
    note(i);
    return;
  }
#pragma omp task
  down(depth - 1, i);
#pragma omp taskwait
}
"""
        loop = f"for (uint64_t i = 0; i < {n}; i++) {{\n#pragma omp task firstprivate(i)\n    down(i % 1000 ? 0 : 50, i);\n  }}"
    elif form == "taskloop":
        clause = choose.choice(["", " grainsize(1)", " grainsize(7)", " nogroup"])
        loop = f"#pragma omp taskloop{clause}\n  for (uint64_t i = 0; i < {n}; i++) {{ {work} note(i); }}"
    elif form == "waits":
        loop = f"for (uint64_t i = 0; i < {n}; i++) {{\n    {task}\n    if (i % 4096 == 0) {{\n#pragma omp taskwait\n    }}\n  }}"
    elif form == "in a function":
        functions = f"\nstatic __attribute__((noinline)) void one(uint64_t i) {{\n#pragma omp task\n  {{ {work} note(i); }}\n}}\n"
        loop = f"for (uint64_t i = 0; i < {n}; i++)\n    one(i);"
    return functions, f"#pragma omp parallel\n#pragma omp single\n  {{\n  {loop}\n  }}", n, total(n)


def loops_of_tasks(choose, n) -> tuple[str, str, int, int]:
    rows = choose.choice([2, 10, 100])
    columns = max(n // rows, 1)
    body = f"""#pragma omp parallel for
  for (uint64_t row = 0; row < {rows}; row++)
    for (uint64_t i = 0; i < {columns}; i++) {{
#pragma omp task firstprivate(row, i)
      note(row * {columns} + i);
    }}"""
    return "", body, rows * columns, total(rows * columns)


def cilk(choose, n) -> tuple[str, str, int, int]:
    wait = "if (i % 10000 == 0)\n      cilk_sync;" if choose.random() < 0.3 else ""
    functions = f"""
#include <cilk/cilk.h>
static __attribute__((noinline)) void one(uint64_t i) {{ note(i); }}
static void all(void) {{
  for (uint64_t i = 0; i < {n}; i++) {{
    cilk_spawn one(i);
    {wait}
  }}
  cilk_sync;
}}
"""
    return functions, "  all();", n, total(n)


def group(choose, n) -> tuple[str, str, int, int]:
    functions = f"""
#include <tactus/tactus.hpp>
static void all() {{
  tactus::task_group group;
  for (uint64_t i = 0; i < {n}; i++)
    group.run([i] {{ note(i); }});
  group.wait();
}}
"""
    return functions, "  all();", n, total(n)


def make(seed, tools) -> cases.Case:
    choose = random.Random(seed)
    # Mostly small: the depth of a level shows soon with a stack of one MiB.
    n = choose.choice([1000, 10000, 50000, 100000, 100000, 300000, 1000000])
    kind, make_program = choose.choice([("openmp", openmp), ("openmp", openmp), ("loops of tasks", loops_of_tasks), ("cilk", cilk),
                                        ("task_group", group)])
    functions, body, count, expected = make_program(choose, n)
    text = HEAD + functions + f"\nint main() {{\n{body}\n  return finish({count}u, {expected}u);\n}}\n"
    is_cxx = kind == "task_group" or choose.random() < 0.3
    suffix = ".cpp" if is_cxx else ".c"
    name = f"main{suffix}"
    level = choose.choice(["-O0", "-O1", "-O2", "-O2"])
    command = [tools.compiler("tactus", suffix), "-fopenmp", level, "-w", *(["-std=c++20"] if is_cxx else []), name, "-o", "program"]
    stack = {"TACTUS_STACK_MB": str(choose.choice([1, 1, 2]))}
    workers = str(choose.choice([2, 3, 4, 9]))
    settings = [Setting("workers=1", {"TACTUS_WORKERS": "1"}), Setting(f"workers={workers}", {"TACTUS_WORKERS": workers}),
                Setting("beat=1us", {"TACTUS_WORKERS": workers, "TACTUS_HEARTBEAT_US": "1"}),
                Setting("beat=1us, chunk=1", {"TACTUS_WORKERS": "2", "TACTUS_HEARTBEAT_US": "1", "TACTUS_CHUNK": "1"})]
    # Where every task is promoted, the time of a task is that of a promotion.
    if n <= 50000:
        chaos = str(choose.randrange(1, 100000))
        settings += [Setting("promote=all", {"TACTUS_WORKERS": "3", "TACTUS_PROMOTE": "all"}),
                     Setting(f"chaos={chaos}", {"TACTUS_WORKERS": workers, "TACTUS_CHAOS": chaos})]
    settings = [Setting(f"{setting.name}, {stack['TACTUS_STACK_MB']} MiB", setting.environment | stack) for setting in settings]
    return cases.Case(sources={name: text}, build=[command], settings=settings, words=f"{n} tasks, {kind}, {level}")
