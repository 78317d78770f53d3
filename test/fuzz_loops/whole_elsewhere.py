"""Statements of whole programs (whole.py) that call functions with constructs of their caller's region.

Most such functions stand in the second file, some in the first. Some are called outside of all regions as well, where they
are serial.
"""

from whole_sharing import INDEPENDENT, body_of, serial_body
from whole_statement import ALONE, ATOMIC, OWN, SLOT, SUM, Kind, Statement


def place(region, result, name, parameters, code):
    """Puts the function into one of the files."""
    inline = region.choose.choice(["", "__attribute__((noinline)) "])
    if region.choose.random() < 0.3:
        region.functions.append(f"static {inline}{result} {name}({parameters}) {{\n{code}}}\n")
    else:
        region.elsewhere.append(f"{inline}{result} {name}({parameters}) {{\n{code}}}\n")


def loop_code(region, body, end):
    return f"#pragma omp for schedule(static, {region.chunk}){end}\nfor (int i = 0; i < N; i++) {{ {body} }}\n"


def by_value(region):
    name, c = region.name("orphan"), region.small()
    end = region.choose.choice(["", " nowait"])
    body, arrays = region.choose.choice([(f"x[i] += p + {c};", "x"), (f"y[i] = (y[i] * 3 + p + x[i]) % 10007;", "xy"),
                                         (f"z[i] ^= p & {c};", "z")])
    place(region, "void", name, "long p", loop_code(region, body, end))
    if region.choose.random() < 0.3:
        region.outside.append((f"{name}({c});\n", f"{{ const long p = {c}; for (int i = 0; i < N; i++) {{ {body} }} }}\n"))
    return Statement(f"{name}(p);\n", region.by_chunk(body), {array: OWN for array in arrays}, not end)


def by_address(region):
    """The function carries its caller's private variable from iteration to iteration."""
    name, c = region.name("orphan"), region.small()
    place(region, "void", name, "long *state", loop_code(region, f"x[i] += *state; *state = (*state + i) % {c + 9};", ""))
    return Statement(f"{name}(&p);\n", region.by_chunk(f"x[i] += p; p = (p + i) % {c + 9};"), {"x": OWN}, True)


def several(region):
    """A function with several constructs."""
    name, c = region.name("orphan"), region.small()
    body, arrays = region.choose.choice(INDEPENDENT[:1] + INDEPENDENT[5:])
    body = body.format(c=c)
    code = loop_code(region, body, "") + f"#pragma omp single\nshared = (shared + x[{c}]) % 1009;\n" + \
        "#pragma omp for reduction(+ : total)\nfor (int i = 0; i < N; i++) total += x[i] % 7;\n"
    place(region, "void", name, "long p", code)
    serial = region.by_chunk(body) + f"shared = (shared + x[{c}]) % 1009;\nfor (int i = 0; i < N; i++) total += x[i] % 7;\n"
    return Statement(f"{name}(p);\n", serial, {"x": ALONE, "z": OWN, "shared": ALONE, "total": ALONE}, True)


def recursive(region):
    name, depth = region.name("orphan"), region.choose.randrange(1, 4)
    place(region, "void", name, "int depth, long p", "if (depth == 0)\n  return;\n" + loop_code(region, "x[i] += p + depth;", " nowait") +
          f"{name}(depth - 1, p + 1);\n")
    serial = "".join(region.by_chunk(f"x[i] += p + {level} + {depth - level};") for level in range(depth, 0, -1))
    return Statement(f"{name}({depth}, p);\n", serial, {"x": OWN})


def by_pointer(region):
    name, other, table, c = region.name("orphan"), region.name("orphan"), region.name("table"), region.small()
    place(region, "void", name, "long p", loop_code(region, "x[i] += p;", ""))
    place(region, "void", other, "long p", loop_code(region, "y[i] += p ^ i;", "") + "#pragma omp barrier\n")
    region.functions.append(f"static void (*{table}[2])(long) = {{{name}, {other}}};\n")
    which = region.choose.randrange(2)
    body = ["x[i] += p;", "y[i] += p ^ i;"][which]
    return Statement(f"{table}[({c * 2} + shared * 0 + {which}) % 2](p);\n", region.by_chunk(body),
                     {"x": OWN, "y": OWN, "shared": "read"}, True)


def roles(region):
    """Roles and updates that each thread makes, elsewhere."""
    name, c = region.name("orphan"), region.small()
    code, serial, uses, waits = region.choose.choice([
        (f"#pragma omp critical\ntotal += p + {c};\n", region.for_all(f"total += p + {c};"), {"total": SUM}, False),
        (f"#pragma omp atomic\nentered += {c};\n", f"entered += {c} * T;\n", {"entered": ATOMIC}, False),
        (f"#pragma omp sections\n{{\nx[{c}] += 2;\n#pragma omp section\ny[{c}] += 3;\n}}\n", f"x[{c}] += 2; y[{c}] += 3;\n",
         {"x": ALONE, "y": ALONE}, True),
        (f"#pragma omp single nowait\nz[{c}] += 2;\n", f"z[{c}] += 2;\n", {"z": ALONE}, False),
        ("#pragma omp barrier\n", "", {}, True)])
    place(region, "void", name, "long p", code)
    return Statement(f"{name}(p);\n", serial, uses, waits)


def roles_by_thread(region):
    name, c = region.name("orphan"), region.small()
    code, serial, uses = region.choose.choice([
        (f"seen[omp_get_thread_num()] += p * omp_get_num_threads() + {c};\n", region.for_all(f"seen[t] += p * T + {c};"), {"seen": SLOT}),
        (f"#pragma omp master\nseen[0] += p + {c};\n", f"{{ Private *own = &all[0]; seen[0] += p + {c}; }}\n", {"seen": SLOT}),
        (f"mine = (mine * 5 + p) % 1009;\nseen[omp_get_thread_num()] ^= mine;\n",
         region.for_all("own->mine = (own->mine * 5 + p) % 1009; seen[t] ^= own->mine;"), {"seen": SLOT}),
        (f"if (omp_in_parallel() != (omp_get_num_threads() > 1))\n  seen[0] = -1;\nseen[omp_get_thread_num()] += omp_get_level();\n",
         region.for_all("seen[t] += 1;"), {"seen": SLOT})])
    place(region, "void", name, "long p", code)
    # The function is known to use what is the thread's.
    before = "mine = mine + 0;\n" if "mine" in code else ""
    return Statement(f"{before}{name}(p);\n", serial, uses)


def answers(region):
    """What one thread has found, for all."""
    name, c = region.name("orphan"), region.small()
    place(region, "long", name, "void", f"long found;\n#pragma omp single copyprivate(found)\nfound = x[{c}] % 1009 + {c};\nreturn found;\n")
    return Statement(f"p = {name}();\n", region.for_all(f"p = x[{c}] % 1009 + {c};"), {"x": "read around"}, True)


def only_computes(region):
    """A function without constructs that every thread, or every iteration, calls."""
    name, c = region.name("function"), region.small()
    place(region, "long", name, "long a", f"return (a * {c} + 7) % 10007;\n")
    if region.choose.random() < 0.5:
        return Statement(f"p = {name}(p);\n", region.for_all(f"p = (p * {c} + 7) % 10007;"))
    return Statement(loop_code(region, f"x[i] = {name}(x[i]);", ""), region.by_chunk(f"x[i] = (x[i] * {c} + 7) % 10007;"), {"x": OWN}, True)


def from_iterations(region):
    """A loop in the region, whose body stands elsewhere."""
    name = region.name("body")
    body, arrays = body_of(region)
    if not {"sum", "q", "v[", "heap", "mine"}.isdisjoint(word for word in ("sum", "q", "v[", "heap", "mine") if word in body):
        body, arrays = "x[i] += p;", "x"
    parameter = "long *carried" if "p +=" in body else "long p"
    code = body.replace("p", "(*carried)") if "p +=" in body else body
    place(region, "void", name, f"int i, {parameter}", code + "\n")
    return Statement(loop_code(region, f"{name}(i, {'&p' if 'p +=' in body else 'p'});", ""), region.by_chunk(serial_body(body)),
                     {array: OWN for array in arrays}, True)


STATEMENTS = [Kind(by_value, 5), Kind(by_address, 3, True), Kind(several, 3), Kind(recursive), Kind(by_pointer), Kind(roles, 3),
              Kind(roles_by_thread, 3, True), Kind(answers), Kind(only_computes), Kind(from_iterations)]
