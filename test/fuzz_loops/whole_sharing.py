"""Statements of whole programs (whole.py) with worksharing constructs, roles of threads and synchronisation."""

from whole_statement import ALONE, ATOMIC, OWN, SLOT, SUM, Kind, Statement

# What an iteration does, and with what; the words say what becomes of the private variables.
INDEPENDENT = [
    ("x[i] += p + {c};", "x"),  # only read
    ("q = x[i] * {c}; x[i] = (q - i) % 10007;", "x"),  # written first
    ("y[i] = x[i] ^ {c};", "xy"),  # not used
    ("sum += x[i] % 97 * {c};", "x"),  # accumulated
    ("for (int k = 0; k < 4; k++) v[k] = x[i] + k; y[i] += v[{c} % 4];", "xy"),  # an array, written first
    ("z[i] = z[i] * 3 % 10007 + (i & {c});", "z"),
]
CARRIED = [
    ("x[i] += p; p += i;", "x"),
    ("if (i % 3) q = i; y[i] += q;", "y"),  # where it is not written
    ("v[i % 4] += x[i] % 101; y[i] ^= v[(i + 1) % 4];", "xy"),
    ("y[i] += q;", "y"),  # what another loop may have left
    ("heap[i % 4] += x[i] & 7; y[i] += heap[(i + {c}) % 4];", "xy"),
    ("mine = (mine * 3 + x[i]) % 1009; z[i] += mine;", "xz"),
]

# Loop heads, and the number of the iteration with index i.
FORMS = [("for (int i = 0; i < N; i++)", "i", OWN), ("for (int i = 0; i < N; i++)", "i", OWN),
         ("for (long i = 0; i <= N - 1; ++i)", "i", OWN), ("for (int i = N - 1; i >= 0; i--)", "N - 1 - i", "own, down"),
         ("for (unsigned i = 1; i < N; i += 3)", "i / 3", "own, by three")]


def body_of(region):
    code, arrays = region.choose.choice(INDEPENDENT if region.is_uniform else INDEPENDENT + CARRIED * 2)
    return code.format(c=region.small()), arrays


def serial_body(body):
    return body.replace("mine", "own->mine")


def loop(region):
    """A loop with the distribution that all of the region's have."""
    body, arrays = body_of(region)
    head, number, word = region.choose.choice(FORMS)
    end = region.choose.choice(["", " nowait", " nowait"])
    schedule = f"schedule({region.choose.choice(['', '', 'monotonic : '])}static, {region.chunk})"
    serial = region.for_all(f"{head} if (({number}) / {region.chunk} % T == t) {{ {serial_body(body)} }}")
    return Statement(f"#pragma omp for {schedule}{end}\n{head} {{ {body} }}\n", serial, {name: word for name in arrays}, not end)


def collapsed(region):
    body, arrays = body_of(region)
    width = region.choose.choice([4, 12, 60])
    end = region.choose.choice(["", " nowait"])
    head = f"for (int row = 0; row < N / {width}; row++)\nfor (int column = 0; column < {width}; column++)"
    inner = f"{{ int i = row * {width} + column; {body} }}"
    return Statement(f"#pragma omp for collapse(2) schedule(static, {region.chunk}){end}\n{head} {inner}\n",
                     region.by_chunk(serial_body(body)), {name: OWN for name in arrays}, not end)


def any_thread(region):
    """Iterations that any thread may execute."""
    schedule = region.choose.choice([" schedule(dynamic)", " schedule(dynamic, 7)", " schedule(guided)", " schedule(guided, 3)",
                                     " schedule(auto)", " schedule(nonmonotonic : dynamic, 2)", " schedule(static)", "",
                                     " schedule(runtime)"])
    end = region.choose.choice(["", "", " nowait"])
    simd = region.choose.choice(["", "", " simd"])
    code = f"for (int i = 0; i < N; i++) {{ x[i] = (x[i] * 3 + {region.small()}) % 10007; y[i] ^= i; }}\n"
    return Statement(f"#pragma omp for{simd}{schedule}{end}\n{code}", code, {"x": ALONE, "y": ALONE}, not end)


def stencil(region):
    """Reads what others have written in the loop before."""
    end = region.choose.choice(["", " nowait"])
    code = "for (int i = 0; i < N; i++) z[i] = (x[(i + N - 1) % N] + 2 * x[i] + x[(i + 1) % N]) % 10007;\n"
    # Read by others than its owner, and written by its owner: nobody else may write x meanwhile.
    return Statement(f"#pragma omp for schedule(static, {region.chunk}){end}\n{code}", code, {"x": "read around", "z": OWN}, not end)


def first_private(region):
    first = region.local("first")
    body = f"x[i] += {first}; {first} += i % {region.small() + 1};"
    serial = region.for_all(f"long w = {first}; for (int i = 0; i < N; i++) if (i / {region.chunk} % T == t) {{ "
                            f"{body.replace(first, 'w')} }}")
    return Statement(f"#pragma omp single\n{first} = shared;\n#pragma omp for schedule(static, {region.chunk}) firstprivate({first})\n"
                     f"for (int i = 0; i < N; i++) {{ {body} }}\n",
                     f"{first} = shared;\n" + serial, {"x": OWN, "shared": ALONE}, True)


def last_private(region):
    # Where a thread takes iterations from another (nonmonotonic), libomp 19 loses the last one's value.
    schedule = region.choose.choice(["", " schedule(monotonic : dynamic, 5)", f" schedule(static, {region.chunk})", " schedule(guided)"])
    # A local variable: clang 19 crashes where two constructs of a function privatise the same global one.
    last = region.local("last")
    code = f"for (int i = 0; i < N; i++) {{ {last} = x[i] * {region.small()} + i; y[i] += {last} & 15; }}\n"
    return Statement(f"#pragma omp for{schedule} lastprivate({last})\n{code}#pragma omp single\nshared = {last};\n",
                     code + f"shared = {last};\n", {"x": ALONE, "y": ALONE, "shared": ALONE}, True)


def reduction(region):
    schedule = region.choose.choice(["", " schedule(static, 3)", " schedule(dynamic, 9)", " schedule(guided)"])
    end = region.choose.choice(["", " nowait"])
    operator, update = region.choose.choice([
        ("+ : total", "total += x[i] % {c};"), ("max : shared", "if (x[i] > shared) shared = x[i];"),
        ("^ : entered", "entered ^= x[i] * {c};"), ("+ : slots[ : 4]", "slots[i % 4] += x[i] % {c};"),
        ("+ : total) reduction(min : shared", "total += i; if (x[i] < shared) shared = x[i];"),
        ("&& : entered", "entered = entered && x[i] != {c};")])
    code = f"for (int i = 0; i < N; i++) {{ {update.format(c=region.small() + 1)} }}\n"
    uses = {name: ALONE for name in ("total", "shared", "entered") if name in operator}
    if "slots" in operator:
        uses["seen"] = ALONE
    after = "entered = entered != 0;\n" if "&&" in operator else ""
    return Statement(f"#pragma omp for{schedule} reduction({operator}){end}\n{code}", code + after, uses | {"x": "read around"}, not end)


def ordered(region):
    c = region.small()
    schedule = region.choose.choice(["dynamic", "static, 3", "static", "guided"])
    turn = f"total = (total * 5 + x[i] + {c}) % 1000003;"
    head = "for (int i = 0; i < 60; i++)"
    return Statement(f"#pragma omp for ordered schedule({schedule})\n{head} {{\nif (i % {c + 1} == 0) continue;\n"
                     f"#pragma omp ordered\n{turn}\n}}\n", f"{head} if (i % {c + 1}) {{ {turn} }}\n",
                     {"total": ALONE, "x": "read around"}, True)


def doacross(region):
    head, c = "for (int i = 1; i < 60; i++)", region.small()
    step = f"z[i] = (z[i - 1] * 3 + x[i] + {c}) % 10007;"
    schedule = region.choose.choice(["", " schedule(static, 1)", " schedule(dynamic, 2)"])
    return Statement(f"#pragma omp for ordered(1){schedule}\n{head} {{\n#pragma omp ordered depend(sink : i - 1)\n{step}\n"
                     f"#pragma omp ordered depend(source)\n}}\n", f"{head} {{ {step} }}\n", {"z": ALONE, "x": "read around"}, True)


def sections(region):
    c, end = region.small(), region.choose.choice(["", " nowait"])
    parts = [f"x[{c}]++;", f"y[{c}] += 2;", f"x[0] += {c};", f"z[{c}] ^= 5;"][:region.choose.randrange(1, 5)]
    text = "#pragma omp section\n".join(f"{{ {part} }}\n" for part in parts)
    return Statement(f"#pragma omp sections{end}\n{{\n{text}}}\n", " ".join(parts) + "\n",
                     {"x": ALONE, "y": ALONE, "z": ALONE}, not end)


def single(region):
    c, end = region.small(), region.choose.choice(["", " nowait"])
    code = f"{{ shared = (shared * 3 + {c}) % 1009; x[{c}] += shared; }}\n"
    return Statement(f"#pragma omp single{end}\n{code}", code, {"shared": ALONE, "x": ALONE}, not end)


def copyprivate(region):
    c = region.small()
    names, code = region.choose.choice([("p", f"p = (x[{c}] + {c}) % 1009;"), ("p, q", f"p = x[{c}] % 1009; q = {c};"),
                                        ("v", f"for (int k = 0; k < 4; k++) v[k] = x[k] % 1009 + {c};")])
    return Statement(f"#pragma omp single copyprivate({names})\n{{ {code} }}\n", region.for_all(code), {"x": "read around"}, True)


def master(region):
    c = region.small()
    return Statement(f"#pragma omp master\n{{ p = (p * 3 + {c}) % 1009; seen[0] += p; }}\n",
                     f"{{ Private *own = &all[0]; p = (p * 3 + {c}) % 1009; seen[0] += p; }}\n", {"seen": SLOT})


def masked(region):
    number = region.choose.choice([0, 1, 2])
    return Statement(f"#pragma omp masked filter({number})\nseen[{number}] += p + 1;\n",
                     f"if ({number} < T) {{ Private *own = &all[{number}]; seen[{number}] += p + 1; }}\n", {"seen": SLOT})


def master_shared(region):
    """What the master writes, all read behind a barrier."""
    c = region.small()
    return Statement(f"#pragma omp master\nshared = (shared + x[{c}]) % 1009;\n#pragma omp barrier\np = shared + {c};\n",
                     f"shared = (shared + x[{c}]) % 1009;\n" + region.for_all(f"p = shared + {c};"),
                     {"shared": ALONE, "x": "read around"})


def counted(region):
    """Every thread adds: each once."""
    c = region.small()
    form, name, word = region.choose.choice([
        (f"#pragma omp atomic\nentered += {c};\n", "entered", ATOMIC),
        (f"#pragma omp atomic update seq_cst\nentered = entered + {c};\n", "entered", ATOMIC),
        (f"{{ long before;\n#pragma omp atomic capture\n{{ before = entered; entered += {c}; }}\n(void)before; }}\n", "entered", ATOMIC),
        (f"#pragma omp critical\n{{ total += {c}; }}\n", "total", SUM),
        (f"__atomic_fetch_add(&entered, {c}, __ATOMIC_SEQ_CST);\n", "entered", ATOMIC)])
    return Statement(form, f"{name} += {c} * T;\n", {name: word})


def added(region):
    """Every thread adds its own value."""
    c = region.small()
    form, word = region.choose.choice([("#pragma omp critical\n{{ total += {e}; }}\n", SUM), ("#pragma omp atomic\ntotal += {e};\n", ATOMIC)])
    return Statement(form.format(e=f"p * {c} + q"), region.for_all(f"total += p * {c} + q;"), {"total": word})


def tickets(region):
    """Who gets which number is open, but each has one."""
    return Statement("{ long ticket;\n#pragma omp atomic capture\nticket = shared++;\nif (ticket >= 0 && ticket < T)\n"
                     "{\n#pragma omp atomic\nseen[ticket] += 3;\n}\n}\n#pragma omp barrier\n#pragma omp single\nshared = 0;\n",
                     "for (long k = 0; k < T; k++) if (shared + k >= 0 && shared + k < T) seen[shared + k] += 3;\nshared = 0;\n",
                     {"shared": ALONE, "seen": ALONE}, True)


def slots(region):
    c = region.small()
    return Statement(f"seen[omp_get_thread_num()] += p * {c} + omp_get_num_threads();\n",
                     region.for_all(f"seen[t] += p * {c} + T;"), {"seen": SLOT})


def slot_sums(region):
    """Sums by thread, which the master adds up."""
    c = region.small()
    return Statement(f"seen[omp_get_thread_num()] = 0;\n#pragma omp for schedule(static, {region.chunk})\n"
                     f"for (int i = 0; i < N; i++) seen[omp_get_thread_num()] += x[i] * {c};\n"
                     "#pragma omp master\nfor (int k = 0; k < omp_get_num_threads(); k++) total += seen[k];\n",
                     region.for_all("seen[t] = 0;") + region.by_chunk(f"seen[t] += x[i] * {c};") +
                     "for (int k = 0; k < T; k++) total += seen[k];\n", {"seen": ALONE, "x": OWN, "total": ALONE})


def thread_private(region):
    c = region.small()
    return Statement(f"mine = (mine * {c} + p) % 1009;\nseen[omp_get_thread_num()] += mine;\n",
                     region.for_all(f"own->mine = (own->mine * {c} + p) % 1009; seen[t] += own->mine;"), {"seen": SLOT})


def by_hand(region):
    """A loop that the threads divide by their numbers."""
    c = region.small()
    return Statement(f"for (int i = omp_get_thread_num(); i < N; i += omp_get_num_threads()) x[i] += p + {c};\n",
                     region.for_all(f"for (int i = t; i < N; i += T) x[i] += p + {c};"), {"x": "by hand"})


def observed(region):
    value = f"p + q + sum % 1009 + v[{region.small() % 4}]"
    return Statement(f"seen[omp_get_thread_num()] += {value};\n", region.for_all(f"seen[t] += {value};"), {"seen": SLOT})


def private(region):
    c = region.small()
    code = region.choose.choice([f"p = (p * 3 + {c}) % 1009;", f"p = {c}; q = {c + 1};", "q = p + q % 1009;",
                                 f"for (int k = 0; k < 4; k++) v[k] = k * {c};", "p = q, q = 3;"])
    return Statement(code + "\n", region.for_all(code))


def published(region):
    c = region.small()
    return Statement(f"#pragma omp atomic write\nshared = {c};\n#pragma omp barrier\n#pragma omp flush\np += shared;\n",
                     f"shared = {c};\n" + region.for_all("p += shared;"), {"shared": ALONE})


def turns(region):
    """Threads that wait for each other."""
    c = region.small()
    return Statement(f"#pragma omp single\nshared = 0;\nfor (;;) {{ long now;\n#pragma omp atomic read seq_cst\nnow = shared;\n"
                     f"if (now == omp_get_thread_num()) break; sched_yield(); }}\ntotal = (total * 5 + p + {c}) % 1000003;\n"
                     "#pragma omp atomic write seq_cst\nshared = omp_get_thread_num() + 1;\n#pragma omp barrier\n",
                     "shared = 0;\n" + region.for_all(f"total = (total * 5 + p + {c}) % 1000003; shared = t + 1;"),
                     {"shared": ALONE, "total": ALONE}, True)


def smallest(region):
    """A minimum with its place, by thread and then under critical."""
    return Statement("#pragma omp single\n{ shared = 1L << 40; entered = -1; }\n{ long best = 1L << 40, place = -1;\n"
                     f"#pragma omp for schedule(static, {region.chunk}) nowait\nfor (int i = 0; i < N; i++)\n"
                     "if (x[i] < best) { best = x[i]; place = i; }\n#pragma omp critical\n"
                     "if (best < shared || (best == shared && place < entered)) { shared = best; entered = place; }\n}\n"
                     "#pragma omp barrier\n",
                     "shared = 1L << 40; entered = -1;\nfor (int i = 0; i < N; i++) if (x[i] < shared) { shared = x[i]; entered = i; }\n",
                     {"shared": ALONE, "entered": ALONE, "x": "read around"}, True)


def cancelled(region):
    """Whether it is found does not depend on when the others stop. In a team of one libomp does not end a cancellation, and
    a cancelled loop with a dynamic schedule spoils its later ones, in other regions too."""
    wanted = region.small()
    schedule = region.choose.choice(["", " schedule(static)", " schedule(static, 5)"])
    return Statement("#pragma omp single\nentered = 0;\n#pragma omp for" + schedule + "\nfor (int i = 0; i < N; i++) {\n"
                     f"if (x[i] % 8 == {wanted} % 8) {{\n#pragma omp atomic write\nentered = 1;\n#pragma omp cancel for\n}}\n"
                     "#pragma omp cancellation point for\n}\n#pragma omp barrier\n",
                     f"entered = 0; for (int i = 0; i < N; i++) if (x[i] % 8 == {wanted} % 8) entered = 1;\n",
                     {"entered": ALONE, "x": "read around"}, True)


def barrier(region):
    return Statement("#pragma omp barrier\n", "", {}, True)


STATEMENTS = [
    Kind(loop, 9), Kind(loop, 9), Kind(collapsed, 3), Kind(any_thread, 4), Kind(stencil, 3), Kind(first_private, 2, True),
    Kind(last_private), Kind(reduction, 4), Kind(ordered), Kind(doacross, 1), Kind(sections), Kind(single, 3), Kind(copyprivate, 3),
    Kind(master, 2, True), Kind(masked, 2, True), Kind(master_shared), Kind(counted), Kind(added), Kind(tickets, 1),
    Kind(slots, 2, True), Kind(slot_sums, 2, True), Kind(thread_private, 2, True), Kind(by_hand, 2, True), Kind(observed, 2, True),
    Kind(private, 2), Kind(published), Kind(turns, 1, True), Kind(smallest), Kind(cancelled, 1, needs_threads=True), Kind(barrier, 1)]
