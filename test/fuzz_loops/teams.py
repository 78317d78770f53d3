"""Programs that size arrays by omp_get_max_threads() and give each thread its slot, with more and fewer workers than processors.

Regions of all kinds stand beside each other: loops that are converted, regions that stay with libomp, and regions whose
code asks. Each has as many threads as omp_get_max_threads() has said outside, neither more nor fewer: every one of them clears
its slot, the slots of all are added up, and the sums are exact.
"""

import random

import cases
from harness import Setting

HEAD = """
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int myNumber(void);
int teamSize(void);
int mostThreads(void);

static void fail(const char *what, long found, long expected, int line) {
  printf("line %d: %s is %ld, not %ld\\n", line, what, found, expected);
  fflush(stdout);
  _Exit(1);
}
static void burn(int steps) {
  volatile int left = steps;
  while (left > 0)
    left--;
}
"""

SECOND = """
#include <omp.h>
int myNumber(void) { return omp_get_thread_num(); }
int teamSize(void) { return omp_get_num_threads(); }
int mostThreads(void) { return omp_get_max_threads(); }
"""


def region(choose, index, number, size) -> tuple[str, str]:
    """A function that adds up 0 … n - 1 by slots, and its call."""
    n = choose.choice([1, 7, 100, 1000])
    schedule = choose.choice(["", " schedule(static)", " schedule(static, 3)", " schedule(dynamic)", " schedule(guided)"])
    form = choose.choice(["converted", "converted", "left", "tasks", "by hand"])
    slot = f"""int slot = {number}, size = {size};
      if (slot < 0 || slot >= most || size != most)
        fail("the slot of region {index}", slot, most, __LINE__);
      long before = slots[slot * 16];
      burn({choose.choice([10, 300, 2000])});
      slots[slot * 16] = before + i;"""
    loop = f"for (int i = 0; i < {n}; i++) {{\n      {slot}\n    }}"
    if form == "converted":
        body = f"#pragma omp parallel for{schedule}\n    {loop}"
    elif form == "left":
        body = f"""#pragma omp parallel
    {{
      slots[{number} * 16] = 0;
      #pragma omp barrier
      #pragma omp for{schedule} ordered
      for (int i = 0; i < {n}; i++) {{
        {slot}
        #pragma omp ordered
        turns++;
      }}
    }}
    if (turns != {n})
      fail("the number of turns", turns, {n}, __LINE__);"""
    elif form == "tasks":
        body = f"""#pragma omp parallel
    #pragma omp single
    for (int i = 0; i < {n}; i++) {{
      #pragma omp task
      {{
        {slot}
      }}
    }}"""
    else:
        body = f"""#pragma omp parallel
    {{
      int first = {number}, step = {size};
      slots[first * 16] = 0;
      for (int i = first; i < {n}; i += step) {{
        {slot}
      }}
    }}"""
    # What each thread of the team sets to 0 itself, so that a thread that is promised and does not come is seen.
    spoil = "for (int i = 0; i < most; i++)\n      slots[i * 16] = 1000000;" if form in ("left", "by hand") else ""
    text = f"""
static void region{index}(void) {{
    int most = {"mostThreads()" if choose.random() < 0.5 else "omp_get_max_threads()"};
    long turns = 0, sum = 0, *slots = calloc((size_t)most * 16, sizeof *slots);
    (void)turns;
    {spoil}
    {body}
    for (int slot = 0; slot < most; slot++)
      sum += slots[slot * 16];
    free(slots);
    if (sum != {n * (n - 1) // 2}L)
      fail("the sum of region {index}", sum, {n * (n - 1) // 2}L, __LINE__);
}}
"""
    return text, f"  region{index}();\n"


def make(seed, tools) -> cases.Case:
    choose = random.Random(seed)
    functions, calls = "", ""
    if choose.random() < 0.3:
        calls += f"  omp_set_num_threads({choose.choice([1, 2, 3, 7])});\n"
    for index in range(choose.randint(1, 4)):
        outside = choose.random() < 0.5
        text, call = region(choose, index, "myNumber()" if outside else "omp_get_thread_num()",
                            "teamSize()" if outside else "omp_get_num_threads()")
        functions, calls = functions + text, calls + call
        if choose.random() < 0.2:
            calls += f"  omp_set_num_threads({choose.choice([1, 2, 3, 7])});\n"
    tactus, clang = tools.compiler("tactus", ".c"), tools.compiler("libomp", ".c")
    level = choose.choice(["-O0", "-O1", "-O2", "-O3"])
    second = choose.choice([tactus, clang])
    settings = cases.usual_settings(choose)
    for name, value in (("OMP_NUM_THREADS", "3"), ("OMP_NUM_THREADS", "9")):
        settings.append(Setting(f"{name}={value}", {name: value}))
    settings.append(Setting("both", {"TACTUS_WORKERS": "5", "OMP_NUM_THREADS": "2"}))
    return cases.Case(
        sources={"main.c": HEAD + functions + "\nint main(void) {\n" + calls + "  return 0;\n}\n", "second.c": SECOND},
        build=[[tactus, "-fopenmp", level, "-w", "-c", "main.c", "-o", "main.o"],
               [second, "-fopenmp", level, "-w", "-c", "second.c", "-o", "second.o"],
               [tactus, "-fopenmp", "main.o", "second.o", "-o", "program"]],
        settings=settings,
        reference=[[clang, "-fopenmp", "-O1", "-w", "main.c", "second.c", "-o", "program"]],
        words=f"teams, {level}, questions by {second.rsplit('/', 1)[-1]}")
