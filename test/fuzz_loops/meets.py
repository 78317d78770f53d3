"""Tasks and taskloops that meet: each waits for all of its siblings, of which there are no more than threads.

OpenMP promises no such tasks a thread, but libomp and libgomp give them one, and programs count on it. Where the code that
waits stands in another file, no compiler sees it. Each case ends within a limit under libomp, which checks the program, and
has to do so on any number of workers.
"""

import random

import cases

OTHER = """
#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>
static int here;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all = PTHREAD_COND_INITIALIZER;
LINKAGE void begin(void) { here = 0; }
LINKAGE void meet(int members) {
  WAY
}
"""

# Returns once as many have come as members, and then as many again.
WAYS = [
    """int number = __atomic_add_fetch(&here, 1, __ATOMIC_SEQ_CST), last = (number + members - 1) / members * members;
  while (__atomic_load_n(&here, __ATOMIC_SEQ_CST) < last) { IDLE }""",
    """int number, last, now;
#pragma omp atomic capture
  number = ++here;
  last = (number + members - 1) / members * members;
  do { IDLE
#pragma omp atomic read
    now = here;
  } while (now < last);""",
    """int last = 0;
  for (int isThere = 0; !isThere;) { IDLE
#pragma omp critical(meeting)
    { if (!last) { here++; last = (here + members - 1) / members * members; } isThere = here >= last; }
  }""",
    """pthread_mutex_lock(&mutex);
  int last = (++here + members - 1) / members * members;
  pthread_cond_broadcast(&all);
  while (here < last) pthread_cond_wait(&all, &mutex);
  pthread_mutex_unlock(&mutex);""",
]
IDLES = ["", "sched_yield();", "usleep(10);", "__builtin_ia32_pause();"]


def meeting(choose, count, is_elsewhere) -> list[str]:
    """A region whose tasks meet some times. Each adds 1 to `checks` for each time that it has met the others."""
    times = choose.choice([1, 1, 3])
    body = [f"for (int time = 0; time < {times}; time++) {{", f"meet({count});",
            "__atomic_fetch_add(&checks, 1, __ATOMIC_RELAXED);", "}"]
    if choose.random() < 0.3:
        body = ["long sum = 0;", "for (int k = 0; k < 1000; k++) sum += k * i;", "if (sum != 499500L * i) abort();", *body]
    forms = {
        "tasks": [f"for (int i = 0; i < {count}; i++) {{", "#pragma omp task firstprivate(i)", "{", *body, "}", "}"],
        "last itself": [f"for (int i = 0; i < {count - 1}; i++) {{", "#pragma omp task firstprivate(i)", "{", *body, "}", "}",
                        f"{{ int i = {count - 1};", *body, "}", "#pragma omp taskwait"],
        "taskloop": [f"#pragma omp taskloop num_tasks({count})", f"for (int i = 0; i < {count}; i++) {{", *body, "}"],
        "grains": ["#pragma omp taskloop grainsize(1)", f"for (int i = 0; i < {count}; i++) {{", *body, "}"],
        # A panel: columns one after the other, whose parts meet.
        "panel": ["for (int column = 0; column < 4; column++) {", f"#pragma omp taskloop num_tasks({count}) firstprivate(column)",
                  f"for (int i = 0; i < {count}; i++) {{", *body, "}", "}"],
        "group": ["#pragma omp taskgroup", f"for (int i = 0; i < {count}; i++) {{", "#pragma omp task firstprivate(i) untied", "{",
                  *body, "}", "}"],
        "inside": ["#pragma omp task", "{", f"for (int i = 0; i < {count}; i++) {{", "#pragma omp task firstprivate(i)", "{", *body,
                   "}", "}", "#pragma omp taskwait", "}"],
    }
    # Not yet: who calls code of another file waits for its tasks first (docs/openmp.md), and so does not meet them.
    if is_elsewhere:
        del forms["last itself"]
    form = choose.choice(sorted(forms))
    creator = choose.choice(["single", "master"])
    rounds = 4 if form == "panel" else 1
    return ["begin();", f"#pragma omp parallel num_threads({count + (form == 'inside')})", f"#pragma omp {creator}", "{", *forms[form], "}",
            f"expected += {rounds * times * count};"]


def make(seed, tools) -> cases.Case:
    choose = random.Random(seed * 15485863 + 5)
    way = choose.choice(WAYS).replace("IDLE", choose.choice(IDLES))
    is_elsewhere = choose.random() < 0.7
    other = OTHER.replace("WAY", way).replace("LINKAGE", "" if is_elsewhere else "static")
    lines = []
    for _ in range(choose.randint(1, 3)):
        lines += ["{", *meeting(choose, choose.choice([2, 2, 3, 4]), is_elsewhere), "}"]
    head = "#include <stdlib.h>\nstatic int checks, expected;\n"
    text = head + ("void begin(void); void meet(int members);\n" if is_elsewhere else other) + "int main(void) {\n" + "\n".join(lines) + (
        "\n  return checks != expected;\n}\n")
    level = choose.choice(["-O0", "-O1", "-O2", "-O3"])
    sources = {"main.c": text, **({"other.c": other} if is_elsewhere else {})}
    flags = ["-fopenmp", level, "-w", *sources, "-o", "program", "-pthread"]
    settings = cases.usual_settings(choose)
    if is_elsewhere:
        for setting in settings:
            setting.environment["TACTUS_WATCH"] = "1"
    return cases.Case(sources=sources, build=[[tools.compiler("tactus", ".c"), *flags]],
                      reference=[[tools.compiler("libomp", ".c"), *flags]], settings=settings,
                      words=f"tasks that meet {'in another file' if is_elsewhere else 'in the same file'}, {level}")
