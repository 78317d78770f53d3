"""Loops whose private state goes from one iteration of a thread or task to its next one.

With `schedule(static, c)` and `num_threads(t)` the standard says which iterations a thread executes, in which order; so
the values are fixed, and the program computes them itself, thread by thread, with the same statements. The tasks of a
`taskloop` are as many as `num_tasks(t)` says, or as fit into the loop by `grainsize(c)`, and differ by one iteration at
most, the larger ones first. The program prints how many values differ. Without OpenMP there is nothing to compare.
"""

import random

import clauses

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

# The same where the variable is private: the first iteration of a chunk sets it.
PRIVATE_STATES = [
    ("u64 s = 0", "if (i % Chunk == 0) s = {c}u; s += 7;", "s"),
    ("u64 s = 0", "if (i % Chunk == 0) s = (u64)i * {c}u;", "s"),
    ("u64 s[3] = {{0}}", "if (i % Chunk == 0) s[0] = s[1] = s[2] = {c}u; s[i % 3] += (u64)i;", "s[i % 2] + s[2]"),
    ("struct {{ u64 a, b; }} s = {{0, 0}}", "if (i % Chunk == 0) s.a = (u64)i, s.b = {c}u; s.a ^= s.b;", "s.a"),
    ("u64 s = 0", "if (i % Chunk == 0) s = {c}u; carried_step(&s, (u64)i);", "s"),
    ("u64 s = 0", "s = (u64)i * {c}u;", "s"),
    ("u64 s[4] = {{0}}", "for (int j = 0; j < 4; j++) s[j] = (u64)(i + j) ^ {c}u;", "s[i % 4]"),
]

# What a loop has beside its state: a declaration in front of it, its clauses, what an iteration does first.
BESIDE = [
    ("u64 p", ["private(p)"], "p = (u64)i; (void)p;"),
    ("u64 p, q[2]", ["private(p, q)"], "p = (u64)i; q[0] = p; (void)q;"),
    ("u64 l = 0", ["lastprivate(l)"], "l = (u64)i;"),
    ("u64 f = 3", ["firstprivate(f)"], "(void)f;"),
    ("u64 sum = 0", ["reduction(+ : sum)"], "sum += (u64)i;"),
    ("u64 p; double least = 0", ["private(p)", "reduction(min : least)"], "p = 1; if ((double)p < least) least = (double)p;"),
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


def loop(choose, update: str, value: str, beside: str) -> tuple[list[str], list[str], list[str]]:
    """Declarations in front of the loop, clauses that name its variables, the loop. Those may be declared in front of it."""
    body = f"{{ {beside} {update} found[i] = {value}; }}"
    if choose.random() < 0.4:
        return [], [], [f"      for (int i = 0; i < Trips; i++) {body}"]
    if choose.random() < 0.3:  # a nest: the iterations' numbers in rows of seven, the last ones in a row of their own
        body = f"{{ const int i = a * 7 + b; if (i < Trips) {body} }}"
        return (["      int a, b;"], [choose.choice(["private(a)", "private(b)", "private(a, b)"]), "collapse(2)"],
                [f"      for (a = 0; a < (Trips + 6) / 7; a++)", f"        for (b = 0; b < 7; b++) {body}"])
    return ["      int i;"], ["private(i)"], [f"      for (i = 0; i < Trips; i++) {body}"]


def merged(parts: list[str], choose) -> list[str]:
    """The clauses, with the names of all private ones in one clause, or in several."""
    names = [name for part in parts if part.startswith("private(") for name in clauses.split(part[8:-1], ",")]
    rest = [part for part in parts if not part.startswith("private(")]
    return clauses.vary(rest + ([f"private({', '.join(names)})"] if names else []), choose)


def worksharing(choose, is_private: bool, declaration: str, update: str, value: str) -> list[str]:
    """The loop, and the same thread by thread."""
    declared, more, beside = choose.choice(BESIDE) if choose.random() < 0.6 else ("", [], "")
    lines, names, statement = loop(choose, update, value, beside)
    before = [f"    {declared};"] if declared else []
    on_for = ["schedule(static, Chunk)", *names, *more]
    if choose.random() < 0.3 and (is_private or not declared):
        nowait = choose.choice([[], ["nowait"]])
        result = before + ["#pragma omp parallel num_threads(Threads)", "    {", *lines, f"      {declaration};",
                           " ".join(["#pragma omp for", *merged(on_for + nowait, choose)]), *statement, "    }"]
        if is_private and choose.random() < 0.5:  # the clause's own variable, and not the region's
            result = before + [f"    {declaration};", "#pragma omp parallel num_threads(Threads)", "    {", *lines,
                               " ".join(["#pragma omp for", *merged([*on_for, "private(s)", *nowait], choose)]),
                               *statement, "    }"]
    else:
        on_for += ["num_threads(Threads)", "private(s)" if is_private else "firstprivate(s)"]
        result = before + lines + [f"    {declaration};", " ".join(["#pragma omp parallel for", *merged(on_for, choose)]),
                                   *statement]
    return result + ["#ifdef _OPENMP", "    for (int t = 0; t < Threads; t++) {", f"      {declaration};",
                     "      for (int i = 0; i < Trips; i++)",
                     f"        if (i / Chunk % Threads == t) {{ {update} wrong += found[i] != {value}; }}", "    }",
                     "#endif"]


def function(seed: int) -> list[str]:
    """The text of `static int carried(void)`, which returns how many values are wrong."""
    choose = random.Random(seed * 7919 + 21)
    lines = HELPER + ["static int carried(void) {", "  int wrong = 0;"]
    for _ in range(choose.randrange(1, 4)):
        declaration, update, value = (part.format(c=choose.randrange(1, 1000)) for part in choose.choice(STATES))
        trips, chunk, threads = choose.randrange(1, 400), choose.choice([1, 2, 7, 50, 200]), choose.randrange(2, 5)
        is_taskloop = choose.random() < 0.3
        enums = [f"    enum {{ Trips = {trips}, Chunk = {chunk}, Threads = {threads} }};", "    static u64 found[Trips];"]
        if is_taskloop:
            lines += ["  {", *enums, *taskloop(choose, declaration, update, value), "  }"]
        else:
            is_private = choose.random() < 0.5
            if is_private:
                declaration, update, value = (part.format(c=choose.randrange(1, 1000))
                                              for part in choose.choice(PRIVATE_STATES))
            lines += ["  {", *enums, *worksharing(choose, is_private, declaration, update, value), "  }"]
    return lines + ["  return wrong;", "}", ""]
