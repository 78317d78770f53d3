"""Statements of whole programs (whole.py) with tasks, nested regions, locks, exceptions and objects."""

from whole_statement import ALONE, ATOMIC, OWN, SLOT, SUM, Kind, Statement

SUPPORT = """
#include <sched.h>
static omp_lock_t lock;
static void __attribute__((constructor)) makeLock(void) { omp_init_lock(&lock); }
static long tree(int depth) {
  if (depth == 0)
    return 1;
  long left, right;
#pragma omp task shared(left)
  left = tree(depth - 1);
#pragma omp task shared(right)
  right = tree(depth - 1);
#pragma omp taskwait
  return left + right;
}
#ifdef __cplusplus
static long alive;
struct Object {
  long value;
  explicit Object(long start = 0) : value(start) {
#pragma omp atomic
    ++alive;
  }
  Object(const Object &other) : Object(other.value) {}
  ~Object() {
#pragma omp atomic
    --alive;
  }
};
static long thrower(long i) {
  if (i % 3 == 0)
    throw i;
  return i;
}
#endif
"""


def role(region):
    """Who creates the tasks, and whether all wait behind."""
    return region.choose.choice([("#pragma omp single\n", True), ("#pragma omp single nowait\n", False), ("#pragma omp master\n", False)])


def tasks(region):
    c, (head, waits) = region.small(), role(region)
    count = region.choose.choice([1, 4, 20])
    depth = region.choose.randrange(0, 5)
    code, serial = region.choose.choice([
        (f"for (int k = 0; k < {count}; k++) {{\n#pragma omp task firstprivate(k)\nx[k] += k * {c};\n}}\n",
         f"for (int k = 0; k < {count}; k++) x[k] += k * {c};\n"),
        (f"for (int k = 0; k < {count}; k++) {{\n#pragma omp task\nx[k] += k * {c};\n}}\n#pragma omp taskwait\nx[0] += x[{count - 1}];\n",
         f"for (int k = 0; k < {count}; k++) x[k] += k * {c};\nx[0] += x[{count - 1}];\n"),
        (f"x[{c}] += tree({depth});\n", f"x[{c}] += {2 ** depth};\n"),
        (f"#pragma omp taskloop grainsize({c})\nfor (int k = 0; k < N; k++) x[k] = (x[k] * 5 + {c}) % 10007;\n",
         f"for (int k = 0; k < N; k++) x[k] = (x[k] * 5 + {c}) % 10007;\n"),
        (f"#pragma omp taskgroup\nfor (int k = 0; k < {count}; k++)\n#pragma omp task\n{{\n#pragma omp task\ny[k] ^= {c};\nx[k] += 2;\n}}\n",
         f"for (int k = 0; k < {count}; k++) {{ y[k] ^= {c}; x[k] += 2; }}\n"),
        (f"for (int k = 0; k < {count}; k++)\n#pragma omp task depend(inout : total)\ntotal = (total * 3 + k) % 1000003;\n",
         f"for (int k = 0; k < {count}; k++) total = (total * 3 + k) % 1000003;\n"),
        (f"for (int k = 0; k < {count}; k++) {{\n#pragma omp task depend(out : z[k])\nz[k] += {c};\n"
         "#pragma omp task depend(in : z[k]) depend(out : y[k])\ny[k] += z[k];\n#pragma omp task depend(in : y[k])\nx[k] ^= y[k];\n}\n",
         f"for (int k = 0; k < {count}; k++) {{ z[k] += {c}; y[k] += z[k]; x[k] ^= y[k]; }}\n")])
    return Statement(f"{head}{{\n{code}}}\n", serial, {"x": ALONE, "y": ALONE, "z": ALONE, "total": ALONE}, waits)


def tasks_of_all(region):
    """Every thread creates some."""
    c = region.small()
    wait = region.choose.choice(["", "#pragma omp taskwait\n"])
    return Statement(f"for (int k = 0; k < 3; k++) {{\n#pragma omp task firstprivate(k)\n{{\n#pragma omp atomic\nentered += k + {c};\n}}\n}}\n{wait}",
                     f"entered += (3 + 3 * {c}) * T;\n", {"entered": ATOMIC})


def tasks_by_thread(region):
    c = region.small()
    return Statement(f"{{ int t = omp_get_thread_num();\n#pragma omp task firstprivate(t)\nseen[t] += p + {c};\n#pragma omp taskwait\n}}\n",
                     region.for_all(f"seen[t] += p + {c};"), {"seen": SLOT})


def nested(region):
    """Every thread has a region of its own, of a size that the program does not know."""
    c = region.small()
    clause = region.choose.choice(["", " num_threads(2)", " num_threads(3)", " if(0)"])
    code = region.choose.choice([
        f"#pragma omp parallel for{clause} reduction(+ : inner)\nfor (int i = 0; i < 50; i++) inner += i * {c};\n",
        f"#pragma omp parallel{clause} reduction(+ : inner)\n{{\n#pragma omp for nowait\nfor (int i = 0; i < 30; i++) inner += i * {c};\n"
        f"#pragma omp for\nfor (int i = 30; i < 50; i++) inner += i * {c};\n}}\n",
        f"#pragma omp parallel{clause}\n{{\nlong part = 0;\n#pragma omp for schedule(dynamic)\nfor (int i = 0; i < 50; i++) part += i * {c};\n"
        "#pragma omp critical(inner)\ninner += part;\n}\n",
        f"long count = 0, size = 0;\n#pragma omp parallel{clause}\n{{\n#pragma omp atomic\ncount++;\n#pragma omp single\n"
        f"size = omp_get_num_threads();\n}}\ninner = count == size ? {1225 * c} : -1;\n"])
    return Statement(f"{{ long inner = 0;\n{code}\n#pragma omp atomic\ntotal += inner;\n}}\n", f"total += {1225 * c} * T;\n", {"total": ATOMIC})


def nested_in_loop(region):
    c = region.small()
    schedule = region.choose.choice(["", " schedule(dynamic)", f" schedule(static, {region.chunk})"])
    return Statement(f"#pragma omp for{schedule}\nfor (int i = 0; i < 12; i++) {{\nlong inner = 0;\n#pragma omp parallel for reduction(+ : inner)\n"
                     f"for (int k = 0; k < 40; k++) inner += k * {c};\nz[i] += inner;\n}}\n",
                     f"for (int i = 0; i < 12; i++) z[i] += {780 * c};\n", {"z": ALONE}, True)


def locked(region):
    c = region.small()
    update = region.choose.choice([("omp_set_lock(&lock);\n{u}\nomp_unset_lock(&lock);\n"), "#pragma omp critical(inside)\n{u}\n"])
    schedule = region.choose.choice(["", " schedule(dynamic, 3)", f" schedule(static, {region.chunk})"])
    return Statement(f"#pragma omp for{schedule}\nfor (int i = 0; i < N; i++) {{\n{update.format(u=f'entered += x[i] % {c + 1};')}}}\n",
                     f"for (int i = 0; i < N; i++) entered += x[i] % {c + 1};\n", {"entered": ALONE, "x": "read around"}, True)


def exceptions(region):
    c = region.small()
    end = region.choose.choice(["", " nowait"])
    body = f"try {{ y[i] += thrower(i + {c}); }} catch (long thrown) {{ y[i] ^= thrown; }}"
    return Statement(f"#pragma omp for schedule(static, {region.chunk}){end}\nfor (int i = 0; i < N; i++) {{ {body} }}\n",
                     region.by_chunk(body), {"y": OWN}, not end)


def thrown_by_all(region):
    c = region.small()
    body = f"try {{ p = (p + thrower(p * 3 + {c})) % 1009; }} catch (long thrown) {{ p = thrown % 1009; }}"
    guarded = f"#pragma omp critical\n{{\n{body}\ntotal += p;\n}}\n"
    if region.choose.random() < 0.5:
        return Statement(guarded, region.for_all(body + " total += p;"), {"total": SUM})
    return Statement(body + "\n", region.for_all(body))


def objects(region):
    """An object of each thread, which its iterations change."""
    c = region.small()
    if region.choose.random() < 0.5:
        body = f"scratch[i % 4] += x[i] % {c + 2}; y[i] += scratch[(i + 1) % 4];"
        return Statement(f"{{ std::vector<long> scratch(4, p % 97);\n#pragma omp for schedule(static, {region.chunk})\n"
                         f"for (int i = 0; i < N; i++) {{ {body} }}\n}}\n",
                         region.for_all(f"std::vector<long> scratch(4, p % 97); for (int i = 0; i < N; i++) "
                                        f"if (i / {region.chunk} % T == t) {{ {body} }}"), {"x": OWN, "y": OWN}, True)
    return Statement(f"{{ Object object({c});\n#pragma omp for schedule(static, {region.chunk}) nowait\nfor (int i = 0; i < N; i++) "
                     f"object.value += x[i] % {c + 2};\n#pragma omp critical\ntotal += object.value;\n}}\n#pragma omp barrier\n"
                     "#pragma omp single\nif (alive != 0) shared = -1;\n",
                     f"total += {c} * T; for (int i = 0; i < N; i++) total += x[i] % {c + 2};\n",
                     {"x": OWN, "total": SUM, "shared": ALONE}, True)


def private_objects(region):
    c = region.small()
    return Statement("{ Object object(7);\n#pragma omp for private(object)\nfor (int i = 0; i < N; i++) {\nobject.value = x[i];\n"
                     f"Object copy = object;\nz[i] += copy.value % {c + 2};\n}}\nif (object.value != 7) abort();\n}}\n",
                     f"for (int i = 0; i < N; i++) z[i] += x[i] % {c + 2};\n", {"x": "read around", "z": ALONE}, True)


STATEMENTS = [Kind(tasks, 3), Kind(tasks_of_all), Kind(tasks_by_thread, 2, True), Kind(nested), Kind(nested_in_loop), Kind(locked),
              Kind(exceptions, 3, needs_cxx=True), Kind(thrown_by_all, 2, needs_cxx=True), Kind(objects, 3, needs_cxx=True),
              Kind(private_objects, 2, needs_cxx=True)]
