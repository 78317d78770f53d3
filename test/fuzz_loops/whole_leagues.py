"""Teams constructs of whole programs (whole.py): a function for each, which compares with the same serially.

What teams compute does not depend on how many there are: `distribute` gives each iteration to one of them, and reductions
add up.

A program has teams that reduce, or says how many teams there are, but not both: behind regions of other sizes, libomp 19
dies of that (kmp_wait_release.h(549), in three of 2,600 programs).
"""


def clauses(choose, allowed):
    """Some of the clauses that the construct may have."""
    values = {
        "num_teams": f" num_teams({choose.choice(['1', '2', '3', '5', 'T'])})",
        "thread_limit": f" thread_limit({choose.choice([1, 2, 3])})",
        "dist_schedule": f" dist_schedule(static{choose.choice(['', ', 1', ', 16'])})",
        "schedule": f" schedule({choose.choice(['static', 'static, 3', 'dynamic', 'guided, 2', 'auto'])})",
        "num_threads": f" num_threads({choose.choice([1, 2, 3])})",
        "firstprivate": " firstprivate(first)",
        "lastprivate": " lastprivate(last)",
        "reduction": " reduction(+ : sum)",
    }
    chosen = "".join(values[name] for name in allowed if choose.random() < 0.45)
    # libomp 19 may lose the last value where threads take iterations from each other.
    return chosen.replace("(dynamic", "(monotonic : dynamic") if "lastprivate" in chosen else chosen


def statement(choose, used):
    c = choose.randrange(1, 9)
    code = f"x[i] = (x[i] * {c} + i) % 10007; y[i] ^= x[i];"
    if "firstprivate" in used:
        code += " z[i] += first;"
    if "lastprivate" in used:
        code += " last = x[i];"
    if "reduction" in used:
        code += f" sum += x[i] % {c + 1};"
    return code


def combined(choose, reduces):
    form = choose.choice(["distribute parallel for", "distribute parallel for", "distribute parallel for simd", "distribute",
                          "distribute simd"])
    allowed = ["reduction" if reduces else "num_teams", "thread_limit", "dist_schedule", "firstprivate", "lastprivate"]
    if "parallel" in form:
        allowed += ["schedule", "num_threads"]
    used = clauses(choose, allowed)
    body = statement(choose, used)
    if choose.random() < 0.3:
        head = "for (int row = 0; row < 12; row++) for (int column = 0; column < N / 12; column++)"
        loop = f"{head} {{ int i = row * (N / 12) + column; {body} }}"
        return f"#pragma omp teams {form}{used} collapse(2)\n{loop}\n", loop + "\n"
    head = choose.choice(["for (int i = 0; i < N; i++)", "for (long i = N - 1; i >= 0; i -= 2)", "for (unsigned i = 5; i < N; i += 3)",
                          "for (int i = 0; i < first; i++)"])
    return f"#pragma omp teams {form}{used}\n{head} {{ {body} }}\n", f"{head} {{ {body} }}\n"


def apart(choose, reduces):
    """A league with constructs inside."""
    parallel, serial = "", ""
    # Teams do not wait for each other: what an iteration finds must be its own team's.
    schedule = f" dist_schedule(static, {choose.choice([1, 16, 100])})"
    for _ in range(choose.randrange(1, 4)):
        form = choose.choice(["distribute", "distribute parallel for", "distribute parallel for", "distribute simd"])
        inner = choose.choice(["", " reduction(+ : sum)"]) if reduces else ""
        body = statement(choose, inner)
        loop = f"for (int i = 0; i < N; i++) {{ {body} }}\n"
        # A reduction of a distribute construct alone would be the program's own affair.
        parallel += f"#pragma omp {form}{schedule}{inner if 'parallel' in form else ''}\n"
        parallel += loop if "parallel" in form or not inner else loop.replace("sum +=", "mySum +=")
        serial += loop
    own = "long mySum = 0;\n" if "mySum" in parallel else ""
    end = "sum += mySum;\n" if own else ""
    regions = choose.choice(["", "#pragma omp parallel for\nfor (int k = 0; k < 30; k++)\n#pragma omp atomic\nentered += omp_get_team_num() * 0;\n",
                             "#pragma omp parallel\n{\n#pragma omp barrier\nif (omp_get_level() != 1) abort();\n}\n"])
    used = clauses(choose, ["thread_limit"]) + " reduction(+ : sum)" if reduces else clauses(choose, ["num_teams", "thread_limit"])
    return f"#pragma omp teams{used}\n{{\n{own}{regions}{parallel}{end}}}\n", serial


def function(choose, index, reduces):
    """The text of league{index}(), in a program whose teams reduce or not."""
    parallel, serial = "", ""
    for _ in range(choose.randrange(1, 4)):
        one, one_serial = choose.choice([combined, combined, apart])(choose, reduces)
        parallel, serial = parallel + one, serial + one_serial
    return f"""
static void league{index}(void) {{
  const int T = omp_get_max_threads();
  long first = N / 2, last = -1, sum = 7;
  begin();
{parallel}  total = sum;
  shared = last;
  keep(kept);
  begin();
  last = -1, sum = 7;
{serial}  total = sum;
  shared = last;
  compare(100 + {index});
}}
"""
