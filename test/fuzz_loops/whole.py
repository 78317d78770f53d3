"""Whole programs of two files: parallel regions with all that a region may hold, of which every value is fixed.

A region is written twice: with its constructs, and as serial code that goes through it statement by statement for all threads,
each with its own private variables. The program compares the arrays and sums that both leave behind. What a statement computes
depends on the threads only as far as the standard fixes it: by `schedule(static, chunk)`, by thread numbers, by order.

    whole.py            the region: its head, its statements in sequence, steps around them, the two files
    whole_statement.py  what a statement is
    whole_sharing.py    statements with worksharing constructs, roles, synchronisation
    whole_elsewhere.py  statements that call functions of the second file with constructs of the caller's region
    whole_tasks.py      statements with tasks, nested regions, leagues, exceptions and objects

    whole_leagues.py    teams constructs, beside regions

No statement races: each says what it does with the shared variables, and a barrier stands between two that do not go
together (`Region.meet`).
"""

import random

import cases
import whole_elsewhere
import whole_leagues
import whole_sharing
import whole_tasks
from harness import Setting
from whole_statement import ALONE, SUM, Statement

MOST_THREADS = 64

SHARED = """
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { N = 240, MOST = 64 };
#ifdef __cplusplus
extern "C" {
#endif
extern long x[N], y[N], z[N], seen[MOST], shared, total, entered;
extern long mine;
#pragma omp threadprivate(mine)
"""

HEAD = """
#ifdef __cplusplus
#include <vector>
extern "C" {
#endif
long x[N], y[N], z[N], seen[MOST], shared, total, entered;
long mine;
#ifdef __cplusplus
}
#endif
typedef struct { long p, q, sum, v[4], heap[4], mine, k; } Private;
static Private all[MOST];
static long kept[3 * N + MOST + 3];

static void begin(void) {
  for (int i = 0; i < N; i++) {
    x[i] = i * 7 % 31;
    y[i] = 0;
    z[i] = i;
  }
  memset(seen, 0, sizeof seen);
  shared = total = entered = 0;
}
static void keep(long *to) {
  memcpy(to, x, sizeof x);
  memcpy(to + N, y, sizeof y);
  memcpy(to + 2 * N, z, sizeof z);
  memcpy(to + 3 * N, seen, sizeof seen);
  to[3 * N + MOST] = shared;
  to[3 * N + MOST + 1] = total;
  to[3 * N + MOST + 2] = entered;
}
static void compare(int region) {
  static long now[3 * N + MOST + 3];
  keep(now);
  for (int i = 0; i < 3 * N + MOST + 3; i++)
    if (now[i] != kept[i]) {
      printf("region %d: value %d is %ld, not %ld\\n", region, i, kept[i], now[i]);
      fflush(stdout);
      _Exit(1);
    }
}
"""

class Region:
    def __init__(self, choose, index, is_cxx):
        self.choose, self.index, self.is_cxx = choose, index, is_cxx
        # None: as many threads as the run has.
        self.threads = choose.choice([1, 2, 2, 3, 4, 4, 5, 8, None])
        self.chunk = choose.choice([1, 3, 30, 120])
        # Half of the regions have nothing by which threads could be told apart.
        self.is_uniform = choose.random() < 0.5
        self.elsewhere: list[str] = []  # functions of the second file
        self.outside: list[tuple[str, str]] = []  # calls outside of all regions, and the same serially
        self.locals: list[str] = []  # variables of the function around the region
        self.functions: list[str] = []  # functions in front of this one
        self.pending: dict[str, str] = {}  # what has been done with shared variables since the last barrier
        self.names = 0
        self.uses_heap = choose.random() < 0.3
        # Kinds of statements that this region has, so that regions differ in more than their order.
        tables = whole_sharing.STATEMENTS + whole_elsewhere.STATEMENTS + whole_tasks.STATEMENTS
        allowed = [entry for entry in tables if not (self.is_uniform and entry.tells_threads) and (is_cxx or not entry.needs_cxx) and
                   ((self.threads or 1) > 1 or not entry.needs_threads)]
        self.kinds = choose.sample(allowed, min(len(allowed), choose.randrange(3, 9)))

    def name(self, prefix):
        self.names += 1
        return f"{prefix}{self.index}_{self.names}"

    def local(self, prefix):
        self.locals.append(self.name(prefix))
        return self.locals[-1]

    def small(self):
        return self.choose.randrange(1, 9)

    def for_all(self, text):
        return f"for (int t = 0; t < T; t++) {{ Private *own = &all[t]; {text} }}\n"

    def by_chunk(self, text, count="N"):
        """The iterations that thread t has by the region's distribution, in their order."""
        return self.for_all(f"for (int i = 0; i < {count}; i++) if (i / {self.chunk} % T == t) {{ {text} }}")

    def barrier(self):
        self.pending.clear()
        return "#pragma omp barrier\n"

    def merge(self):
        """The end of the region: every thread's sum."""
        return self.meet(Statement("#pragma omp critical\ntotal += sum;\n", self.for_all("total += sum;"), {"total": SUM}))

    def meet(self, statement):
        """The statement, behind a barrier if it needs one."""
        clashes = any(name in self.pending and (self.pending[name] != word or word == ALONE)
                      for name, word in statement.uses.items())
        before = self.barrier() if clashes else ""
        if statement.waits:
            self.pending.clear()
        else:
            self.pending.update(statement.uses)
        return before + statement.parallel, statement.serial

    def statement(self):
        entry = self.choose.choices(self.kinds, [kind.weight for kind in self.kinds])[0]
        return self.meet(entry.make(self))

    def block(self, depth):
        parallel, serial = "", ""
        for _ in range(self.choose.randrange(2, 7 - 2 * depth)):
            if depth < 2 and self.choose.random() < 0.2:
                one, one_serial = self.nested(depth)
            else:
                one, one_serial = self.statement()
            parallel, serial = parallel + one, serial + one_serial
        return parallel, serial

    def nested(self, depth):
        """Control flow around constructs, which is the same for all threads."""
        form = self.choose.choice(["steps", "steps", "if", "until", "switch"])
        before = self.barrier()
        step = self.name("step")
        if form == "if":
            head = f"if (shared % 3 != {self.small() % 3}) {{\n"
            # All have looked before any changes it.
            parallel, serial = self.block(depth + 1)
            return before + head + "#pragma omp barrier\n" + parallel + "}\n" + self.barrier(), head + serial + "}\n"
        if form == "switch":
            step = self.name("step")
            parallel, serial, other, other_serial = *self.block(depth + 1), *self.block(depth + 1)
            text = "for (int {s} = 0; {s} < 3; {s}++) switch ({s}) {{\ncase 1: {{\n{a}{m}}} break;\ndefault: {{\n{b}{m}}} }}\n"
            self.pending.clear()
            return before + text.format(s=step, a=parallel, b=other, m="#pragma omp barrier\n"), \
                text.format(s=step, a=serial, b=other_serial, m="")
        parallel, serial = self.block(depth + 1)
        self.pending.clear()
        meet = "#pragma omp barrier\n"
        if form == "until":
            head, tail = f"int {step} = 0;\nfor (;;) {{\n", f"if (++{step} >= {1 + self.small() % 3}) break;\n}}\n"
        else:
            head, tail = f"for (int {step} = 0; {step} < {1 + self.small() % 3}; {step}++) {{\n", "}\n"
        return before + "{\n" + head + parallel + meet + tail + "}\n", "{\n" + head + serial + tail + "}\n"

    def first_values(self):
        p, q = self.small(), self.small()
        own_p = f"{p}" if self.is_uniform else self.choose.choice([f"{p}", f"{p} + omp_get_thread_num()"])
        return own_p, own_p.replace("omp_get_thread_num()", "t"), q

    def text(self):
        parallel, serial = self.block(0)
        merge, merge_serial = self.merge()
        own_p, serial_p, q = self.first_values()
        clause = f" num_threads({self.threads})" if self.threads else ""
        clause += self.choose.choice(["", "", "", " proc_bind(close)", " if(N > 1)", " default(shared)"])
        uses_mine = "mine" in parallel
        first = f"mine = {q};\n" if uses_mine else ""
        heap = f"long *heap = (long *)calloc(4, sizeof *heap);\n" if self.uses_heap else "long heap[4] = {0, 0, 0, 0};\n"
        release = "free(heap);\n" if self.uses_heap else ""
        later, later_serial = "", ""
        if uses_mine and self.choose.random() < 0.5:
            # The next region of the same size finds it.
            later = f"#pragma omp parallel num_threads(T)\nseen[omp_get_thread_num()] += mine;\n"
            later_serial = self.for_all("seen[t] += own->mine;")
        declared = "(void)&p; (void)&q; (void)&sum; (void)v; (void)heap;\n" if self.choose.random() < 0.1 else ""
        return f"""{"".join(self.functions)}
static void region{self.index}(void) {{
  const int T = {self.threads or "omp_get_max_threads()"};
  // clang 19 gives threads no copies of a section of a global array.
  long *slots = seen;
  {"".join(f"long {name} = 0; " for name in self.locals)}
  if (T > MOST)
    abort();
  begin();
#pragma omp parallel{clause}
  {{
    long p = {own_p}, q = {q}, sum = 0, v[4] = {{1, 2, 3, 4}};
    {heap}{declared}{first}{parallel}{merge}    {release}  }}
{later}{''.join(call for call, _ in self.outside)}  keep(kept);
  begin();
  memset(all, 0, sizeof all);
  for (int t = 0; t < T; t++) {{
    all[t].p = {serial_p};
    all[t].q = {q};
    all[t].mine = {q};
    for (int k = 0; k < 4; k++)
      all[t].v[k] = k + 1;
  }}
#define p own->p
#define q own->q
#define sum own->sum
#define v own->v
#define heap own->heap
{serial}{merge_serial}{later_serial}
#undef p
#undef q
#undef sum
#undef v
#undef heap
{''.join(serial for _, serial in self.outside)}  compare({self.index});
}}
"""


def make(seed, tools) -> cases.Case:
    choose = random.Random(seed * 7919 + 11)
    is_cxx = choose.random() < 0.4
    regions = [Region(choose, index, is_cxx) for index in range(choose.randint(1, 4))]
    texts = [region.text() for region in regions]
    close = "#ifdef __cplusplus\n}\n#endif\n"
    declarations = "".join(function.split("{", 1)[0].strip() + ";\n" for region in regions for function in region.elsewhere)
    levels = f"  omp_set_max_active_levels({choose.choice([1, 2, 3])});\n" if choose.random() < 0.3 else ""
    again = choose.random() < 0.3
    leagues = range(choose.choice([0, 0, 0, 1, 2]))
    reduces = choose.random() < 0.5
    texts += [whole_leagues.function(choose, index, reduces) for index in leagues]
    calls = "".join(f"  region{region.index}();\n" for region in regions) + \
        "".join(f"  league{index}();\n" for index in leagues)
    main = SHARED + declarations + close + HEAD + whole_tasks.SUPPORT + "".join(texts) + \
        f"int main(void) {{\n{levels}{calls}{calls if again else ''}  return 0;\n}}\n"
    second = SHARED + declarations + "".join(function for region in regions for function in region.elsewhere) + close
    suffix, language = (".cpp", ["-std=c++20"]) if is_cxx else (".c", [])
    # With debug information clang writes each region as two functions.
    language = language + choose.choice([[], [], ["-g"]])
    tactus, clang = tools.compiler("tactus", suffix), tools.compiler("libomp", suffix)
    level, second_level = (choose.choice(["-O0", "-O1", "-O2", "-O2", "-O3"]) for _ in range(2))
    build = [[tactus, "-fopenmp", level, "-w", *language, "-c", f"main{suffix}", "-o", "main.o"],
             [tactus, "-fopenmp", second_level, "-w", *language, "-c", f"second{suffix}", "-o", "second.o"],
             [tactus, "-fopenmp", "main.o", "second.o", "-o", "program"]]
    cancellation = {"OMP_CANCELLATION": choose.choice(["true", "false"])}
    settings = [Setting(setting.name, setting.environment | cancellation) for setting in cases.usual_settings(choose)]
    settings.append(Setting("OMP_NUM_THREADS=3", {"OMP_NUM_THREADS": "3"} | cancellation))
    return cases.Case(sources={f"main{suffix}": main, f"second{suffix}": second}, build=build, settings=settings,
                      reference=[[clang, "-fopenmp", "-O1", "-w", *language, f"main{suffix}", f"second{suffix}", "-o", "program"]],
                      words=f"whole, {level} and {second_level}")
