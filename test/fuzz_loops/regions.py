"""Programs with parallel regions of many statements: loops, single, master, barriers, private state that is carried or not.

With `num_threads(t)` and `schedule(static, c)` the standard says which thread executes which iteration, so all values are
fixed. Each program has every region a second time as serial code, which goes through it statement by statement for all
threads, each with its own private variables, and compares. Nothing in a region races.
"""

import random

import cases

HEAD = """
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 400 };
typedef struct { long p, q, sum, v[4], mine, h[4]; } Private;
static long mine;
#pragma omp threadprivate(mine)
static long x[N], y[N], seen[8], shared, total, entered;
static long kept[2 * N + 11];

static void begin(void) {
  for (int i = 0; i < N; i++) {
    x[i] = i * 7 % 31;
    y[i] = 0;
  }
  memset(seen, 0, sizeof seen);
  shared = total = entered = 0;
}
static void keep(long *to) {
  memcpy(to, x, sizeof x);
  memcpy(to + N, y, sizeof y);
  memcpy(to + 2 * N, seen, sizeof seen);
  to[2 * N + 8] = shared;
  to[2 * N + 9] = total;
  to[2 * N + 10] = entered;
}
static void compare(int region) {
  static long now[2 * N + 11];
  keep(now);
  for (int i = 0; i < 2 * N + 11; i++)
    if (now[i] != kept[i]) {
      printf("region %d: value %d is %ld, not %ld\\n", region, i, kept[i], now[i]);
      exit(1);
    }
}
"""

# What an iteration does; the words say what becomes of the private variables.
BODIES = [
    "x[i] += p + {c};",  # only read
    "q = x[i] * {c}; x[i] = q - i;",  # written first
    "y[i] = x[i] ^ {c};",  # not used
    "sum += x[i] * {c};",  # accumulated
    "for (int k = 0; k < 4; k++) v[k] = x[i] + k; y[i] += v[{c} % 4];",  # an array, written first
    "x[i] += p; p += i;",  # carried
    "if (i % 3) q = i; y[i] += q;",  # carried where it is not written
    "v[i % 4] += x[i]; y[i] ^= v[(i + 1) % 4];",  # an array, carried
    "y[i] += q;",  # what another loop may have left
]
INDEPENDENT = (0, 1, 2, 3, 4)


class Region:
    def __init__(self, choose, index):
        self.choose, self.index = choose, index
        self.threads = choose.choice([1, 2, 3, 4])
        self.chunk = choose.choice([1, 3, 50, 200])
        # Half of the regions have nothing that depends on the thread.
        self.isIndependent = choose.random() < 0.6
        self.merges = not self.isIndependent or choose.random() < 0.5
        self.orphans = ""

    def forAll(self, text):
        return f"for (int t = 0; t < {self.threads}; t++) {{ Private *own = &all[t]; {text} }}"

    def loop(self, body=None):
        choose = self.choose
        independent = [BODIES[index] for index in INDEPENDENT if self.merges or index != 3]
        body = body or choose.choice(independent if self.isIndependent else BODIES)
        body = body.format(c=choose.randrange(1, 9))
        end = choose.choice(["", " nowait"])
        head = f"#pragma omp for schedule(static, {self.chunk}){end}\n"
        loop = f"for (int i = 0; i < N; i++) {{ {body} }}"
        serial = self.forAll(f"for (int i = 0; i < N; i++) if (i / {self.chunk} % {self.threads} == t) {{ {body} }}")
        if body.startswith("x[i] += p +") and choose.random() < 0.5:
            name = f"orphan{self.index}_{len(self.orphans)}"
            self.orphans += f"static void {name}(long p) {{\n{head}{loop}\n}}\n"
            return f"{name}(p);\n#pragma omp barrier\n", serial
        # The next loop has the same distribution; all else that looks at the arrays comes behind a barrier.
        return head + loop + "\n" + ("" if not end or choose.random() < 0.5 else "#pragma omp barrier\n"), serial

    def statement(self):
        choose, c = self.choose, self.choose.randrange(1, 9)
        kind = choose.choice(["loop"] * 5 + ["private", "shared", "single", "copyprivate", "barrier", "reset"] +
                             ["merge"] * self.merges + ([] if self.isIndependent else ["master", "count", "observe", "number", "mine", "heap", "reference", "dynamic",
                                                                           "ordered", "sections", "reduction"]))
        if kind == "loop":
            return self.loop()
        if kind == "private":
            return f"p = p * 3 + {c};\n", self.forAll(f"p = p * 3 + {c};")
        if kind == "reset":
            return f"p = {c}; q = {c};\n", self.forAll(f"p = {c}; q = {c};")
        if kind == "shared":
            return f"#pragma omp barrier\n#pragma omp atomic write\nshared = {c};\n#pragma omp barrier\n", f"shared = {c};"
        if kind == "single":
            return f"#pragma omp barrier\n#pragma omp single\n{{ shared += {c}; x[{c}] += shared; }}\n", \
                f"shared += {c}; x[{c}] += shared;"
        if kind == "copyprivate":
            return f"#pragma omp barrier\n#pragma omp single copyprivate(p)\np = x[{c}] + {c};\n#pragma omp barrier\n", \
                self.forAll(f"p = x[{c}] + {c};")
        if kind == "merge":
            return "#pragma omp critical\ntotal += sum;\n#pragma omp barrier\nsum = 0;\n", self.forAll("total += sum; sum = 0;")
        if kind == "master":
            return f"#pragma omp master\np += {c};\n", f"{{ Private *own = &all[0]; p += {c}; }}"
        if kind == "count":
            return "#pragma omp atomic\nentered++;\n", f"entered += {self.threads};"
        if kind == "observe":
            return f"#pragma omp for schedule(static, 1)\nfor (int t = 0; t < {self.threads}; t++) seen[t] += p + q + sum;\n", \
                self.forAll("seen[t] += p + q + sum;")
        if kind == "number":
            return f"seen[omp_get_thread_num()] += p * {c} + omp_get_num_threads();\n", \
                self.forAll(f"seen[t] += p * {c} + {self.threads};")
        if kind == "mine":
            return f"mine = mine * {c} + p;\nseen[omp_get_thread_num()] += mine;\n", \
                self.forAll(f"own->mine = own->mine * {c} + p; seen[t] += own->mine;")
        if kind == "heap":  # memory of the thread's own, which lives across barriers
            use, later = f"h[{c % 4}] += p + {c};", f"q ^= h[{(c + 1) % 4}] + h[{c % 4}];"
            return f"{use}\n#pragma omp barrier\n{later}\n", self.forAll(use + " " + later)
        if kind == "reference":  # to a private variable, and a value that is computed before the barrier
            first, later = f"long *r = p % 2 ? &p : &q, old = p * 5 + {c};", "*r += old; v[0] += *r;"
            return f"{{ {first}\n#pragma omp barrier\n{later} }}\n", self.forAll(first + " " + later)
        if kind == "barrier":
            return "#pragma omp barrier\n", ""
        parallel, serial = self.sharedConstruct(kind, c)
        return "#pragma omp barrier\n" + parallel, serial

    def sharedConstruct(self, kind, c):
        """Constructs whose iterations any thread may execute."""
        if kind == "dynamic":
            schedule = self.choose.choice(["dynamic", "dynamic, 7", "guided", "guided, 3", "auto", "nonmonotonic : dynamic, 2"])
            loop = f"for (int i = 0; i < N; i++) {{ x[i] = (x[i] * 3 + {c}) % 10007; y[i] ^= i; }}"
            return f"#pragma omp for schedule({schedule})\n{loop}\n", loop
        if kind == "ordered":
            schedule = self.choose.choice(["dynamic", "static, 3", "static", "guided"])
            turn = f"total = (total * 5 + x[i] + {c}) % 1000003;"
            return f"#pragma omp for ordered schedule({schedule})\nfor (int i = 0; i < 60; i++) {{\nif (i % {c + 1} == 0) " \
                f"continue;\n#pragma omp ordered\n{turn}\n}}\n", f"for (int i = 0; i < 60; i++) if (i % {c + 1}) {{ {turn} }}"
        if kind == "sections":
            return f"#pragma omp sections\n{{\nx[{c}]++;\n#pragma omp section\ny[{c}] += 2;\n#pragma omp section\nx[0] += {c};\n}}\n", \
                f"x[{c}]++; y[{c}] += 2; x[0] += {c};"
        loop = f"for (int i = 0; i < N; i++) total += x[i] % {c + 1};"
        schedule = self.choose.choice(["static", "dynamic, 9", "guided"])
        return f"#pragma omp for schedule({schedule}) reduction(+ : total)\n{loop}\n", loop

    def block(self, depth):
        parallel, serial = "", ""
        for _ in range(self.choose.randrange(2, 6)):
            if depth == 0 and self.choose.random() < 0.2:
                inner, innerSerial = self.block(1)
                head = f"for (int step{depth} = 0; step{depth} < {self.choose.randrange(1, 4)}; step{depth}++) {{\n"
                parallel, serial = parallel + head + inner + "}\n", serial + head + innerSerial + "}\n"
                continue
            one, oneSerial = self.statement()
            parallel, serial = parallel + one, serial + oneSerial + "\n"
        # Whatever stands behind sees all of it.
        return parallel + "#pragma omp barrier\n", serial

    def text(self):
        parallel, serial = self.block(0)
        merge, mergeSerial = "", ""
        if self.merges:
            one, oneSerial = self.loop(BODIES[3])
            parallel, serial = one + "#pragma omp barrier\n" + parallel, oneSerial + "\n" + serial
            merge, mergeSerial = "#pragma omp critical\n    total += sum;\n", self.forAll("total += sum;")
        p, q = self.choose.randrange(1, 9), self.choose.randrange(1, 9)
        first, later, laterSerial = "", "", ""
        if "h[" in parallel:
            first, merge = "    long *h = calloc(4, sizeof *h);\n", merge + "    free(h);\n"
        if "mine" in parallel:
            first += f"    mine = {q};\n"
            # The next region of the same size finds it.
            later = f"#pragma omp parallel num_threads({self.threads})\n  seen[omp_get_thread_num()] += mine;\n"
            laterSerial = self.forAll("seen[t] += own->mine;")
        return f"""{self.orphans}static void region{self.index}(void) {{
  begin();
#pragma omp parallel num_threads({self.threads})
  {{
    long p = {p}, q = {q}, sum = 0, v[4] = {{1, 2, 3, 4}};
{first}{parallel}{merge}  }}
{later}  keep(kept);
  begin();
  static Private all[{self.threads}];
  for (int t = 0; t < {self.threads}; t++)
    all[t] = (Private){{{p}, {q}, 0, {{1, 2, 3, 4}}, {q}}};
#define p own->p
#define q own->q
#define sum own->sum
#define v own->v
#define h own->h
{serial}{mergeSerial}{laterSerial}
#undef p
#undef q
#undef sum
#undef v
#undef h
  compare({self.index});
}}
"""


def make(seed, tools) -> cases.Case:
    choose = random.Random(seed)
    count = choose.randint(1, 4)
    text = HEAD + "".join(Region(choose, index).text() for index in range(count))
    text += "int main(void) {\n" + "".join(f"  region{index}();\n" for index in range(count)) + "  return 0;\n}\n"
    tactus, clang = tools.compiler("tactus", ".c"), tools.compiler("libomp", ".c")
    level = choose.choice(["-O0", "-O1", "-O2", "-O3"])
    return cases.Case(sources={"main.c": text}, build=[[tactus, "-fopenmp", level, "-w", "main.c", "-o", "program"]],
                      settings=cases.usual_settings(choose),
                      reference=[[clang, "-fopenmp", "-O1", "-w", "main.c", "-o", "program"]], words=f"regions, {level}")
