"""Programs whose second file asks all of OpenMP's queries, at any depth of random nests, and sets ICVs.

What has to hold, by the standard, wherever it is asked (checks() below, in a file of its own):

    omp_get_level()                        the number of regions around, which the generator knows
    omp_get_active_level()                 those of them whose team has more than one thread
    omp_in_parallel()                      whether there is one
    omp_get_team_size(level), _ancestor_   of the innermost: omp_get_num_threads() and omp_get_thread_num(); at most what the
      thread_num(level)                    region's clause allows; 1 and 0 at level 0; -1 outside of the levels
    omp_get_max_threads(), _get_schedule(),
      _get_max_active_levels()             what the innermost data environment has: the value of the creating task, or what this one
                                           has set; what an iteration or task sets is gone behind its region or task
    slots by thread number                 two strands of one team never have the same number at a time: sums by slots are exact
    `if (omp_in_parallel()) atomic`        nobody else runs where it says that nobody does
"""

import random
import shutil

import cases

CHECKS = """
#include "checks.h"
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { LargestTeam = 8, ActiveLevels = 3, Slots = LargestTeam * LargestTeam * LargestTeam, Apart = 16 };
static long slots[Slots * Apart], total, guarded;

static void fail(const char *what, long found, long expected, int line) {
  printf("line %d: %s is %ld, not %ld\\n", line, what, found, expected);
  fflush(stdout);
  _Exit(1);
}

#define EQUAL(what, found, expected)                                                                                   \\
  do {                                                                                                                 \\
    long found_value = (found), expected_value = (expected);                                                           \\
    if (found_value != expected_value)                                                                                 \\
      fail(what, found_value, expected_value, line);                                                                   \\
  } while (0)

void checks(int level, const int *most, int threads, int chunk, int levels, int isTask, int line) {
  EQUAL("omp_get_level()", omp_get_level(), level);
  int active = 0;
  for (int i = 0; i <= level; i++) {
    int size = omp_get_team_size(i), number = omp_get_ancestor_thread_num(i);
    if (size < 1 || size > most[i])
      fail("omp_get_team_size()", size, most[i], line);
    if (number < 0 || number >= size)
      fail("omp_get_ancestor_thread_num()", number, size, line);
    active += size > 1;
  }
  EQUAL("omp_get_team_size(0)", omp_get_team_size(0), 1);
  EQUAL("omp_get_ancestor_thread_num(0)", omp_get_ancestor_thread_num(0), 0);
  EQUAL("omp_get_team_size(level + 1)", omp_get_team_size(level + 1), -1);
  EQUAL("omp_get_ancestor_thread_num(-1)", omp_get_ancestor_thread_num(-1), -1);
  EQUAL("omp_get_active_level()", omp_get_active_level(), active);
  EQUAL("omp_in_parallel()", !!omp_in_parallel(), active > 0);
  EQUAL("omp_get_num_threads()", omp_get_num_threads(), omp_get_team_size(level));
  EQUAL("omp_get_thread_num()", omp_get_thread_num(), omp_get_ancestor_thread_num(level));
  if (active > levels)
    fail("the number of active regions", active, levels, line);
  EQUAL("omp_get_max_active_levels()", omp_get_max_active_levels(), levels);
  if (threads > 0)
    EQUAL("omp_get_max_threads()", omp_get_max_threads(), threads);
  omp_sched_t kind;
  int size;
  omp_get_schedule(&kind, &size);
  EQUAL("the kind of omp_get_schedule()", kind & ~omp_sched_monotonic, omp_sched_dynamic);
  EQUAL("the chunk of omp_get_schedule()", size, chunk);
  if (isTask >= 0)
    EQUAL("omp_in_explicit_task()", !!omp_in_explicit_task(), isTask);
}

/* The calling thread's number among all: those in the active regions around it, which may have serial ones between. */
static int numberInActiveRegions(int line) {
  int number = 0, active = 0;
  for (int level = 1; level <= omp_get_level(); level++) {
    int size = omp_get_team_size(level);
    if (size == 1)
      continue;
    if (size > LargestTeam || ++active > ActiveLevels)
      fail("the size of a team", size, LargestTeam, line);
    number = number * LargestTeam + omp_get_ancestor_thread_num(level);
  }
  return number;
}

/* One unit of work: by the slot of its number, and guarded as libraries do it. */
void work(int line) {
  int number = numberInActiveRegions(line);
  if (number < 0 || number >= Slots)
    fail("the thread's number", number, Slots, line);
  slots[number * Apart]++;
  if (omp_in_parallel()) {
#pragma omp atomic
    guarded++;
  } else {
    guarded++;
  }
  volatile int spin = 300;
  while (spin > 0)
    spin--;
  EQUAL("the thread's number behind some work", numberInActiveRegions(line), number);
}

void chunks(const int *owner, int count, int chunk, int line) {
  for (int i = 0; i < count; i++)
    EQUAL("the thread of a chunk", owner[i], owner[i - i % chunk]);
}

void setThreads(int threads) { omp_set_num_threads(threads); }
void setChunk(int chunk) { omp_set_schedule(omp_sched_dynamic, chunk); }

void finish(long expected) {
  int line = 0;
  for (int i = 0; i < Slots; i++)
    total += slots[i * Apart];
  EQUAL("the sum of the slots", total, expected);
  EQUAL("the guarded sum", guarded, expected);
}
"""

FOREIGN = """
#include <stdio.h>
#ifdef LOADED
#include <dlfcn.h>
int main(int count, char **arguments) {
  void *library = dlopen("./libours.so", RTLD_NOW | RTLD_LOCAL);
  int (*ours)(int, char **) = library ? (int (*)(int, char **))dlsym(library, "ours") : 0;
  if (!ours)
    puts(dlerror());
  return ours ? ours(count, arguments) : 1;
}
#else
int ours(int count, char **arguments);
int main(int count, char **arguments) { return ours(count, arguments); }
#endif
"""

HEADER = """
void checks(int level, const int *most, int threads, int chunk, int levels, int isTask, int line);
void work(int line);
void chunks(const int *owner, int count, int chunk, int line);
void setThreads(int threads);
void setChunk(int chunk);
void finish(long expected);
"""


class Environment:
    """What holds at one place of the program."""

    def __init__(self, most, threads, chunk, levels, is_task=0):
        self.most, self.threads, self.chunk, self.levels, self.is_task = most, threads, chunk, levels, is_task

    def but(self, **changes):
        return Environment(**{**dict(most=self.most, threads=self.threads, chunk=self.chunk, levels=self.levels,
                                     is_task=self.is_task), **changes})


class Generator:
    def __init__(self, choose, in_task_is_asked):
        self.choose = choose
        self.lines: list[str] = []
        self.in_task_is_asked = in_task_is_asked
        self.work = 0
        self.variables = 0

    def put(self, depth, text):
        self.lines.append("  " * depth + text)

    def ask(self, depth, here):
        most = ", ".join(map(str, here.most))
        is_task = here.is_task if self.in_task_is_asked else -1
        self.put(depth, f"checks({len(here.most) - 1}, (int[]){{{most}}}, {here.threads}, {here.chunk}, {here.levels}, {is_task}, "
                        "__LINE__);")

    def variable(self):
        self.variables += 1
        return f"i{self.variables}"

    def leaf(self, depth, here, times):
        self.ask(depth, here)
        self.put(depth, "work(__LINE__);")
        self.work += times

    def body(self, depth, here, times, nesting):
        """What an iteration or task does. Returns the environment behind it, in the same task."""
        for _ in range(self.choose.randint(1, 2)):
            if self.choose.random() < 0.25:
                here = here.but(threads=self.choose.randint(1, 6))
                self.put(depth, f"setThreads({here.threads});")
            if self.choose.random() < 0.15:
                here = here.but(chunk=self.choose.randint(1, 9))
                self.put(depth, f"setChunk({here.chunk});")
            kind = self.choose.random()
            if nesting and times < 400 and kind < 0.5:
                self.region(depth, here, times, nesting - 1)
                self.ask(depth, here)
            elif kind < 0.7 and times < 400:
                count = self.choose.randint(2, 5)
                i = self.variable()
                self.put(depth, f"for (int {i} = 0; {i} < {count}; {i}++) {{")
                self.leaf(depth + 1, here, times * count)
                self.put(depth, "}")
            else:
                self.leaf(depth, here, times)
        return here

    def region(self, depth, here, times, nesting):
        """A parallel region, in any form, one level further in. What it sets is gone behind it."""
        clauses, most = "", here.threads if here.threads > 0 else 64
        if self.choose.random() < 0.35:
            most = self.choose.choice([1, 2, 3, 5])
            clauses += f" num_threads({most})"
        if self.choose.random() < 0.2:
            truth = self.choose.choice([0, 1])
            clauses += f" if (zero == {1 - truth})"
            most = most if truth else 1
        schedule = self.choose.choice(["", "", " schedule(static)", " schedule(static, 2)", " schedule(dynamic)", " schedule(guided)",
                                       " schedule(runtime)"])
        # libomp says of a region of one thread in a task that it is a task still.
        inside = here.but(most=here.most + [most], is_task=0 if here.is_task == 0 else -1)
        count = self.choose.randint(3, 30 if times == 1 else 6)
        i = self.variable()
        loop = f"for (int {i} = 0; {i} < {count}; {i}++) {{"
        form = self.choose.choice(["combined", "combined", "split", "tasks", "taskloop", "task iterations", "threads", "libomp tasks",
                                   "chunks"])
        # An iteration finds what an earlier one of the same thread has set.
        before = inside.but(threads=-1)
        if form == "combined":
            self.put(depth, f"#pragma omp parallel for{clauses}{schedule}")
            self.put(depth, loop)
            self.iteration(depth + 1, inside, times * count, nesting)
            self.put(depth, "}")
        elif form == "split":
            self.put(depth, f"#pragma omp parallel{clauses}")
            self.put(depth, "{")
            self.put(depth + 1, f"#pragma omp for{schedule}")
            self.put(depth + 1, loop)
            self.iteration(depth + 2, inside, times * count, nesting)
            self.put(depth + 1, "}")
            self.put(depth, "}")
        elif form == "task iterations":
            self.put(depth, f"#pragma omp parallel for{clauses}{schedule}")
            self.put(depth, loop)
            self.ask(depth + 1, before.but(threads=inside.threads))
            self.put(depth + 1, "#pragma omp task")
            self.put(depth + 1, "{")
            self.body(depth + 2, inside.but(is_task=1), times * count, 0)
            self.put(depth + 1, "}")
            self.put(depth, "}")
        elif form == "chunks":
            self.chunks(depth, inside, times, clauses)
        elif form == "threads":
            self.put(depth, f"#pragma omp parallel{clauses}")
            self.threads(depth, inside, times, schedule)
        elif form == "libomp tasks":
            self.put(depth, f"#pragma omp parallel{clauses}")
            self.libomp_tasks(depth, inside, times, nesting)
        else:
            self.put(depth, f"#pragma omp parallel{clauses}")
            self.put(depth, "#pragma omp single")
            self.put(depth, "{")
            if form == "taskloop":
                self.put(depth + 1, "#pragma omp taskloop")
                self.put(depth + 1, loop)
                self.leaf(depth + 2, inside.but(is_task=1), times * count)
                self.put(depth + 1, "}")
            else:
                self.put(depth + 1, loop)
                self.put(depth + 2, "#pragma omp task")
                self.put(depth + 2, "{")
                self.body(depth + 3, inside.but(is_task=1), times * count, nesting)
                self.put(depth + 2, "}")
                self.put(depth + 1, "}")
                self.put(depth + 1, "#pragma omp taskwait")
                self.ask(depth + 1, inside)
            self.put(depth, "}")

    def chunks(self, depth, inside, times, clauses):
        """A loop whose chunks are as large as what was set last says, here or around. Tasks that depend on others keep it with libomp."""
        count = self.choose.randint(3, 20)
        i = self.variable()
        loop = f"for (int {i} = 0; {i} < {count}; {i}++)"
        self.put(depth, f"{{ int owner{i}[{count}];")
        self.put(depth, f"#pragma omp parallel{clauses}")
        self.put(depth, "{")
        self.put(depth + 1, "#pragma omp for schedule(runtime)")
        self.put(depth + 1, f"{loop} {{")
        self.put(depth + 2, f"owner{i}[{i}] = omp_get_thread_num();")
        self.leaf(depth + 2, inside, times * count)
        self.put(depth + 1, "}")
        if self.choose.random() < 0.5:
            self.put(depth + 1, "#pragma omp single")
            self.put(depth + 1, f"{loop} {{")
            self.put(depth + 2, f"#pragma omp task depend(iterator(only = 0:1), inout: owner{i})")
            self.put(depth + 2, f"owner{i}[{i}] += 0;")
            self.put(depth + 1, "}")
        self.put(depth, "}")
        self.put(depth, f"chunks(owner{i}, {count}, {inside.chunk}, __LINE__); }}")

    def threads(self, depth, inside, times, schedule):
        """What each thread of a region does: libomp runs it, because there are two loops."""
        # An iteration finds what an earlier one of its thread has set.
        self.put(depth, "{")
        self.ask(depth + 1, inside)
        for sets in (False, True):
            count = self.choose.randint(2, 9)
            i = self.variable()
            self.put(depth + 1, f"#pragma omp for{schedule}")
            self.put(depth + 1, f"for (int {i} = 0; {i} < {count}; {i}++) {{")
            if sets:
                inside = inside.but(threads=self.choose.randint(1, 6))
                self.put(depth + 2, f"setThreads({inside.threads});")
            self.leaf(depth + 2, inside, times * count)
            self.put(depth + 1, "}")
        self.put(depth, "}")

    def libomp_tasks(self, depth, inside, times, nesting):
        """Tasks that stay with libomp, because one depends on others; they run where their thread waits, or at the end."""
        self.put(depth, "#pragma omp single")
        self.put(depth, "{")
        count = self.choose.randint(2, 6)
        i = self.variable()
        self.put(depth + 1, f"int first{i} = 0; (void)first{i};")
        self.put(depth + 1, f"for (int {i} = 0; {i} < {count}; {i}++) {{")
        self.put(depth + 2, self.choose.choice([f"#pragma omp task depend(iterator(only = 0:1), inout: first{i})", "#pragma omp task",
                                                f"#pragma omp task if ({i} == 1)", "#pragma omp task untied"]))
        self.put(depth + 2, "{")
        here = self.body(depth + 3, inside.but(is_task=1), times * count, nesting)
        self.put(depth + 3, f"#pragma omp task depend(iterator(only = 0:1), out: first{i})")
        self.put(depth + 3, "{")
        self.body(depth + 4, here, times * count, 0)
        self.put(depth + 3, "}")
        if self.choose.random() < 0.5:
            self.put(depth + 3, "#pragma omp taskwait")
            self.ask(depth + 3, here)
        self.put(depth + 2, "}")
        if self.choose.random() < 0.3:
            self.put(depth + 2, "#pragma omp taskyield")
        self.put(depth + 1, "}")
        self.ask(depth + 1, inside)
        self.put(depth, "}")

    def iteration(self, depth, inside, times, nesting):
        sets = self.choose.random() < 0.3
        if sets:
            # First of all, because an iteration finds what an earlier one of its thread has set.
            threads, chunk = self.choose.randint(1, 6), self.choose.randint(1, 9)
            self.put(depth, f"setThreads({threads});")
            self.put(depth, f"setChunk({chunk});")
            here = inside.but(threads=threads, chunk=chunk)
        else:
            here = inside
        # Nothing else may set, or the next iteration would find it.
        kind = self.choose.random()
        if nesting and times < 400 and kind < 0.5:
            self.region(depth, here, times, nesting - 1)
            self.ask(depth, here)
        else:
            self.leaf(depth, here, times)


def program(choose, in_task_is_asked) -> str:
    generator = Generator(choose, in_task_is_asked)
    threads, chunk, levels = choose.randint(1, 6), choose.randint(1, 9), choose.choice([1, 1, 1, 0, 2, 3])
    start = Environment([1], threads, chunk, levels)
    generator.put(1, f"omp_set_max_active_levels({levels});")
    generator.put(1, f"setThreads({threads});")
    generator.put(1, f"setChunk({chunk});")
    for _ in range(choose.randint(1, 3)):
        generator.ask(1, start)
        generator.region(1, start, 1, choose.randint(0, 2))
    generator.ask(1, start)
    lines = "\n".join(generator.lines)
    return ('#include "checks.h"\n#include <omp.h>\n\nint main(int count, char **arguments) {\n  (void)arguments;\n'
            f"  int zero = count - 1;\n  (void)zero;\n{lines}\n  finish({generator.work});\n  return 0;\n}}\n")


def foreign_links(choose, clang, library):
    """The library, and a program of a compiler that has not heard of us, with an OpenMP of its own or without one."""
    compiler = choose.choice([clang, shutil.which("gcc") or clang])
    flags = choose.choice([[], ["-fopenmp"], ["-fopenmp", "-Wl,--no-as-needed"]])
    if choose.random() < 0.5:
        return [library, [compiler, *flags, "-w", "-DLOADED", "foreign.c", "-ldl", "-o", "program"]]
    parts = ["foreign.c", "./libours.so"] if choose.random() < 0.5 else ["./libours.so", "foreign.c"]
    return [library, [compiler, *flags, "-w", "-Wl,--no-as-needed", *parts, "-Wl,-rpath,$ORIGIN", "-o", "program"]]


def make(seed, tools) -> cases.Case:
    choose = random.Random(seed)
    level = choose.choice(["-O0", "-O1", "-O2", "-O2", "-O3"])
    tactus, clang = tools.compiler("tactus", ".c"), tools.compiler("libomp", ".c")
    # By whom the questions are compiled.
    second = choose.choice([[tactus, "-fopenmp"], [tactus, "-fopenmp"], [clang, "-fopenmp"], [clang, "-fopenmp", "-fPIC"]])
    text = program(choose, choose.random() < 0.5)
    is_shared = "-fPIC" in second
    build = [[tactus, "-fopenmp", level, "-w", "-c", "main.c", "-o", "main.o"]]
    if is_shared:
        build.append([*second, level, "-w", "-shared", "checks.c", "-o", "libchecks.so"])
        parts = ["./libchecks.so", "-Wl,-rpath,$ORIGIN"]
    else:
        build.append([*second, level, "-w", "-c", "checks.c", "-o", "checks.o"])
        parts = ["checks.o"]
    order = ["main.o", *parts] if choose.random() < 0.5 else [*parts, "main.o"]
    static = ["-ftactus-static-runtime"] if choose.random() < 0.15 and not is_shared else []
    sources = {"main.c": text, "checks.c": CHECKS, "checks.h": HEADER}
    # Other compilers' questions under other compilers' programs get what their own runtime says (decision 19).
    if second[0] == tactus and choose.random() < 0.4:
        sources["foreign.c"] = FOREIGN
        build = [[*command, "-fPIC", "-Dmain=ours"] for command in build]
        build += foreign_links(choose, clang, [tactus, "-fopenmp", *static, "-shared", *order, "-o", "libours.so"])
    else:
        build.append([tactus, "-fopenmp", *static, *order, "-o", "program"])
    who = second[0].rsplit("/", 1)[-1] + (", shared" if is_shared else "")
    if "foreign.c" in sources:
        who += f", under {' '.join(build[-1])}"
    return cases.Case(sources=sources, build=build,
                      settings=cases.usual_settings(choose),
                      reference=[[clang, "-fopenmp", "-O1", "-w", "main.c", "checks.c", "-o", "program"]],
                      words=f"queries, {level}, questions by {who}{' '.join(static)}")
