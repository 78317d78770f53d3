"""Loops whose private state goes from one iteration of a thread or task to its next one.

With `schedule(static, c)` and `num_threads(t)` the standard says which iterations a thread executes, in which order; so
the values are fixed, and the program computes them itself, thread by thread, with the same statements. The tasks of a
`taskloop` are as many as `num_tasks(t)` says, or as fit into the loop by `grainsize(c)`, and differ by one iteration at
most, the larger ones first. The program prints how many values differ. Without OpenMP there is nothing to compare.
"""

import random

# Declaration, statement that updates the state in iteration i, its value. Some carry nothing: those may be converted.
STATES = [
    ("u64 s = {c}u", "s = s * 3 + (u64)i;", "s"),
    ("u64 s[4] = {{1, {c}u, 3, 4}}", "s[i % 4] += (u64)i ^ s[(i + 1) % 4];", "s[i % 3]"),
    ("struct {{ u64 a, b; }} s = {{{c}u, 0}}", "s.a += (u64)i; if (i % 5 != 0) s.b ^= s.a;", "s.b + s.a"),
    ("u64 s = {c}u", "carried_step(&s, (u64)i);", "s"),
    ("u64 s = {c}u", "if (R[i & 63] % 3 == 0) s = mix((u64)i);", "s"),
    ("u64 s = 0", "if (i % Chunk == 0) s = {c}u; s += 7;", "s"),
    ("u64 s[8] = {{0}}", "for (int j = 0; j < 7; j++) s[j] = (u64)(i + j); s[7] += {c}u;", "s[i % 8]"),
    ("u64 s[8] = {{0}}", "for (int j = 0; j < 8; j++) s[j] = (u64)(i + j) ^ {c}u;", "s[i % 8]"),
    ("u64 s = {c}u", "s = (u64)i * {c}u; carried_step(&s, 5);", "s"),
]

HELPER = ["static NOINLINE void carried_step(u64 *state, u64 by) { *state = *state * 5 + by; }", ""]


def taskloop(choose, declaration: str, update: str, value: str) -> list[str]:
    """The loop, and the same task by task."""
    clause, tasks = choose.choice([("num_tasks(Threads)", "(Threads < Trips ? Threads : Trips)"),
                                   ("grainsize(Chunk)", "(Chunk < Trips ? Trips / Chunk : 1)")])
    more = choose.choice(["", "", "", " if(Trips < 100)", " final(Trips < 100)", " nogroup", " untied"])
    lines = [f"    {declaration};"]
    if choose.random() < 0.7:
        lines += ["#pragma omp parallel firstprivate(s)", "#pragma omp single"]
    return lines + [f"#pragma omp taskloop {clause} firstprivate(s){more}",
                    f"    for (int i = 0; i < Trips; i++) {{ {update} found[i] = {value}; }}",
                    "#pragma omp taskwait", "#ifdef _OPENMP", f"    enum {{ Tasks = {tasks} }};",
                    "    for (int t = 0, i = 0; t < Tasks; t++) {", f"      {declaration};",
                    "      int end = i + Trips / Tasks + (t < Trips % Tasks);",
                    f"      for (; i < end; i++) {{ {update} wrong += found[i] != {value}; }}", "    }", "#endif"]


def function(seed: int) -> list[str]:
    """The text of `static int carried(void)`, which returns how many values are wrong."""
    choose = random.Random(seed * 7919 + 21)
    lines = HELPER + ["static int carried(void) {", "  int wrong = 0;"]
    for _ in range(choose.randrange(1, 4)):
        declaration, update, value = (part.format(c=choose.randrange(1, 1000)) for part in choose.choice(STATES))
        trips, chunk, threads = choose.randrange(1, 400), choose.choice([1, 2, 7, 50, 200]), choose.randrange(2, 5)
        schedule = "num_threads(Threads)"
        is_taskloop = choose.random() < 0.3
        lines += ["  {", f"    enum {{ Trips = {trips}, Chunk = {chunk}, Threads = {threads} }};",
                  "    static u64 found[Trips];"]
        if is_taskloop:
            lines += taskloop(choose, declaration, update, value) + ["  }"]
            continue
        if choose.random() < 0.3:
            lines += [f"#pragma omp parallel {schedule}", "    {", f"      {declaration};",
                      f"#pragma omp for schedule(static, Chunk){choose.choice(['', ' nowait'])}",
                      f"      for (int i = 0; i < Trips; i++) {{ {update} found[i] = {value}; }}", "    }"]
        else:
            lines += [f"    {declaration};", f"#pragma omp parallel for {schedule} schedule(static, Chunk) firstprivate(s)",
                      f"    for (int i = 0; i < Trips; i++) {{ {update} found[i] = {value}; }}"]
        lines += ["#ifdef _OPENMP", "    for (int t = 0; t < Threads; t++) {", f"      {declaration};",
                  "      for (int i = 0; i < Trips; i++)",
                  f"        if (i / Chunk % Threads == t) {{ {update} wrong += found[i] != {value}; }}", "    }", "#endif", "  }"]
    return lines + ["  return wrong;", "}", ""]
