"""Iterations that wait for each other, which end on as many threads as the program asks for and never one after the other.

Each loop has as many iterations as threads, or a section for each. How they signal and how they wait is drawn for each
loop, and where the code stands: in the body, or in functions. Some loops only look like that (locks, updates that are
tried again): for those it does not matter who runs them. A loop that is converted although its iterations wait hangs
with one worker, which the time limit shows.
"""

import random

import cases

HEAD = """
#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#ifdef __cplusplus
#include <atomic>
#include <condition_variable>
#include <future>
#include <mutex>
#endif
static long checks;
static void pauseNow(void) {
  struct timespec time = {0, 1000};
  nanosleep(&time, 0);
}
"""

# Declarations, signal, wait until signalled: of one place with the number {n}; `value` is what is signalled, at least 1.
SIGNALS = [
    ("static int f{n};",
     "\n#pragma omp atomic write\nf{n} = value;\n",
     "int seen; do {{ {idle}\n#pragma omp atomic read\nseen = f{n};\n }} while (seen < value);"),
    ("static volatile int f{n};",
     "f{n} = value;\n#pragma omp flush\n",
     "while (f{n} < value) {{ {idle}\n#pragma omp flush\n }}"),
    ("static int f{n};",
     "\n#pragma omp flush\nf{n} = value;\n#pragma omp flush\n",
     "for (;;) {{ {idle}\n#pragma omp flush\nif (f{n} >= value) break; }}"),
    ("static int f{n};",
     "__atomic_store_n(&f{n}, value, __ATOMIC_RELEASE);",
     "while (__atomic_load_n(&f{n}, __ATOMIC_ACQUIRE) < value) {{ {idle} }}"),
    ("static struct {{ long other; int *flag; }} s{n}; static int f{n};",
     "s{n}.flag = &f{n}; __atomic_fetch_add(&f{n}, value, __ATOMIC_SEQ_CST);",
     "int *place = &f{n}; while (__atomic_fetch_add(place, 0, __ATOMIC_SEQ_CST) < value) {{ {idle} }}"),
    ("static int f{n};",
     "__atomic_exchange_n(&f{n}, value, __ATOMIC_SEQ_CST);",
     "int want = value; while (!__atomic_compare_exchange_n(&f{n}, &want, value, 0, 5, 5)) {{ want = value; {idle} }}"),
    # The store that is waited for stands under a condition, the exit is a local flag, or the turns have a bound.
    ("static int f{n};",
     "\n#pragma omp critical(c{n})\nif (value > f{n}) f{n} = value;\n",
     "for (int mine = 0; !mine;) {{ {idle}\n#pragma omp critical(c{n})\nif (f{n} >= value) mine = 1;\n }}"),
    ("static int f{n};",
     "\n#pragma omp atomic write\nf{n} = value;\n",
     "int now = 0; for (long k = 0; k < 100000000000 && now < value; k++) {{ {idle}\n#pragma omp atomic read\nnow = f{n};\n }}"
     " if (now < value) abort();"),
    ("static volatile int f{n};",
     "f{n} = value;",
     "for (long k = 0;; k++) {{ {idle} if (k > 100000000000) abort(); if (f{n} < value) continue; break; }}"),
    ("static int f{n}[2];",
     "__atomic_store_n(&f{n}[value & 1], value, __ATOMIC_RELEASE);",
     "int seen[4] = {{0}}; long at = 0; while (seen[at & 3] < value) {{ {idle} if (at < 3) at++;"
     " if (__atomic_load_n(&f{n}[value & 1], __ATOMIC_ACQUIRE) >= value) seen[at & 3] = value; }}"),
    ("static int f{n}; static int see{n}(int value) {{\n#pragma omp flush\nreturn f{n} >= value; }}",
     "f{n} = value;\n#pragma omp flush\n",
     "for (int k = 0; !see{n}(value); k = 0) for (; k < 1000 && !see{n}(value); k++) {{ {idle} }}"),
    ("static omp_lock_t k{n}; static int f{n}; static void __attribute__((constructor)) init{n}(void) {{ omp_init_lock(&k{n}); }}",
     "omp_set_lock(&k{n}); if (f{n} < value) f{n} += value - f{n}; omp_unset_lock(&k{n});",
     "long left = 1; while (left) {{ omp_set_lock(&k{n}); left = f{n} < value; omp_unset_lock(&k{n}); {idle} }}"),
    ("static omp_lock_t *l{n}; static int f{n};",
     "\n#pragma omp critical(c{n})\nf{n} = value;\n",
     "int seen; do {{ {idle}\n#pragma omp critical(c{n})\nseen = f{n};\n }} while (seen < value);"),
    ("static pthread_mutex_t m{n} = PTHREAD_MUTEX_INITIALIZER; static int f{n};",
     "pthread_mutex_lock(&m{n}); f{n} = value; pthread_mutex_unlock(&m{n});",
     "for (int ready = 0; !ready;) {{ pthread_mutex_lock(&m{n}); ready = f{n} >= value; pthread_mutex_unlock(&m{n}); {idle} }}"),
    ("static pthread_mutex_t m{n} = PTHREAD_MUTEX_INITIALIZER; static pthread_cond_t c{n} = PTHREAD_COND_INITIALIZER; static int f{n};",
     "pthread_mutex_lock(&m{n}); f{n} = value; pthread_cond_broadcast(&c{n}); pthread_mutex_unlock(&m{n});",
     "pthread_mutex_lock(&m{n}); while (f{n} < value) pthread_cond_wait(&c{n}, &m{n}); pthread_mutex_unlock(&m{n});"),
    ("static sem_t *q{n}(void) {{ static sem_t semaphore; return &semaphore; }}",
     "for (int k = 0; k < 64; k++) sem_post(q{n}());",
     "while (sem_trywait(q{n}()) != 0) {{ {idle} }}"),
    ("static sem_t q{n};",
     "for (int k = 0; k < 64; k++) sem_post(&q{n});",
     "sem_wait(&q{n});"),
    ("static int p{n}[2]; static void __attribute__((constructor)) make{n}(void) {{ if (pipe(p{n})) abort(); }}",
     "for (int k = 0; k < 64; k++) if (write(p{n}[1], \"x\", 1) != 1) abort();",
     "char byte; if (read(p{n}[0], &byte, 1) != 1) abort();"),
]
CXX_SIGNALS = [
    ("static std::atomic<int> f{n};", "f{n}.store(value);", "while (f{n} < value) {{ {idle} }}"),
    ("static std::atomic<int> f{n};", "f{n} = value; f{n}.notify_all();",
     "for (int now = f{n}; now < value; now = f{n}) f{n}.wait(now);"),
    ("static std::mutex m{n}; static std::condition_variable c{n}; static int f{n};",
     "{{ std::lock_guard<std::mutex> guard(m{n}); f{n} = value; }} c{n}.notify_all();",
     "std::unique_lock<std::mutex> guard(m{n}); c{n}.wait(guard, [&] {{ return f{n} >= value; }});"),
    ("static std::promise<int> f{n}; static std::shared_future<int> g{n} = f{n}.get_future();",
     "try {{ f{n}.set_value(value); }} catch (const std::future_error &) {{ }}", "std::shared_future<int> mine = g{n}; if (mine.get() < value) abort();"),
    ("static std::atomic_flag f{n} = ATOMIC_FLAG_INIT;", "f{n}.test_and_set();",
     "while (!f{n}.test()) {{ {idle} }}"),
]
IDLES = ["", "", "sched_yield();", "pauseNow();", "usleep(1);", "__builtin_ia32_pause();"]

# For comparison: nobody waits for another iteration's turn here.
HARMLESS = [
    ("static int x{n};", "while (__atomic_exchange_n(&x{n}, 1, __ATOMIC_ACQUIRE)) {{ {idle} }}\n"
     "checks += 0; __atomic_store_n(&x{n}, 0, __ATOMIC_RELEASE);"),
    ("static long x{n};", "long old = __atomic_load_n(&x{n}, 5); while (!__atomic_compare_exchange_n(&x{n}, &old, old + 1, 0, 5, 5)) {{ {idle} }}"),
]


def place(choose, n, is_cxx, put) -> tuple[str, str]:
    """The code that signals a value and that waits for one; what it needs outside of main goes to `put`."""
    declaration, signal, wait = (part.format(n=n, idle=choose.choice(IDLES)) for part in
                                 choose.choice(SIGNALS + CXX_SIGNALS * 2 if is_cxx else SIGNALS))
    put.append(declaration)
    signal, wait = f"int value = VALUE; {signal}", f"int value = VALUE; {wait}"
    if choose.random() < 0.5:
        kind = choose.choice(["static", "static inline", "static __attribute__((noinline))"])
        put += [f"{kind} void signal{n}(int value) {{ {signal.replace('int value = VALUE; ', '')} }}",
                f"{kind} void wait{n}(int value) {{ {wait.replace('int value = VALUE; ', '')} }}"]
        signal, wait = f"signal{n}(VALUE);", f"wait{n}(VALUE);"
    return f"{{ {signal} }}", f"{{ {wait} }}"


def body(choose, index, threads, is_cxx, put) -> list[str]:
    """What iteration i does, in lines."""
    shape = choose.choice(["last first", "last first", "turns backwards", "there and back", "each for the next"])
    names = [f"{index}_{part}" for part in range(threads + 1)]
    if shape == "last first":
        signal, wait = place(choose, names[0], is_cxx, put)
        return [f"if (i == {threads - 1}) {signal.replace('VALUE', '1')} else {wait.replace('VALUE', '1')}"]
    if shape == "there and back":
        signal, wait = place(choose, names[0], is_cxx, put)
        answer, hear = place(choose, names[1], is_cxx, put)
        return [f"if (i == {threads - 1}) {{ {signal.replace('VALUE', '1')} {hear.replace('VALUE', '2')} }}",
                f"if (i == 0) {{ {wait.replace('VALUE', '1')} {answer.replace('VALUE', '2')} }}"]
    lines = []
    for part in range(threads - 1):
        # The iteration `part` waits for the one behind it.
        signal, wait = place(choose, names[part], is_cxx, put)
        after, before = wait.replace("VALUE", "1"), signal.replace("VALUE", "1")
        lines.append((f"if (i == {part}) {after}", f"if (i == {part + 1}) {before}"))
    if shape == "turns backwards":
        return [line for pair in reversed(lines) for line in pair]
    return [pair[1] for pair in lines] + [pair[0] for pair in lines]


def loop(choose, index, is_cxx, put) -> list[str]:
    threads = choose.choice([2, 3, 4])
    if choose.random() < 0.2:
        declaration, code = (part.format(n=index, idle=choose.choice(IDLES)) for part in choose.choice(HARMLESS))
        put.append(declaration)
        lines, count = [code], choose.choice([4, 100])
    else:
        lines, count = body(choose, index, threads, is_cxx, put), threads
    lines.append("__atomic_fetch_add(&checks, i + 1, __ATOMIC_RELAXED);")
    if choose.random() < 0.4:
        kind = choose.choice(["static", "static __attribute__((noinline))"])
        put += [f"{kind} void body{index}(int i) {{", *lines, "}"]
        lines = [f"body{index}(i);"]
    schedule = "schedule(static, 1)" if choose.random() < 0.7 or count > threads else "schedule(dynamic, 1)"
    form = choose.choice(["for", "for", "region", "rounds", "members", "sections", "tasks"])
    if form == "members" and count == threads:
        return [f"#pragma omp parallel num_threads({threads})", "{", "int i = omp_get_thread_num();", *lines, "}"]
    if form == "rounds" and count == threads:
        # Iterations of one round are on different threads, although there are more of them than threads.
        return [f"#pragma omp parallel for num_threads({threads}) schedule(static, 1)",
                f"for (int all = 0; all < {3 * count}; all++) {{", f"int i = all % {count};", *lines, "}"]
    if form == "sections" and count == threads:
        made = ["{ enum { i = %d };" % part + "\n" + "\n".join(lines) + "\n}" for part in range(count)]
        return [f"#pragma omp parallel sections num_threads({threads})", "{",
                *["#pragma omp section\n" + code for code in made], "}"]
    if form == "tasks" and count == threads:
        # Each waits for a later one.
        return [f"#pragma omp parallel num_threads({threads})", "#pragma omp single", f"for (int i = 0; i < {count}; i++) {{",
                "#pragma omp task firstprivate(i)", "{", *lines, "}", "}"]
    if form == "region":
        return [f"#pragma omp parallel num_threads({threads})", "{", f"#pragma omp for {schedule}",
                f"for (int i = 0; i < {count}; i++) {{", *lines, "}", "}"]
    return [f"#pragma omp parallel for num_threads({threads}) {schedule}", f"for (int i = 0; i < {count}; i++) {{", *lines, "}"]


# Iterations that meet where the compiler does not see it.
OTHER = """
#include <unistd.h>
static int members, here;
void begin(int count) {
  members = count;
  here = 0;
}
void meet(int times) {
  for (int k = 0; k < times; k++) {
    int number = __atomic_add_fetch(&here, 1, __ATOMIC_SEQ_CST);
    int all = (number + members - 1) / members * members;
    while (__atomic_load_n(&here, __ATOMIC_SEQ_CST) < all)
      usleep(1);
  }
}
"""


def elsewhere(choose, index, put) -> list[str]:
    """A loop with as many iterations as the team has threads, or fewer, as only the run knows."""
    if index == 0:
        put += ["void begin(int count);", "void meet(int times);"]
    put.append(f"static struct {{ int count; }} shared{index};")
    count, threads = f"count{index}", choose.choice(["", "", f" num_threads(count{index})"])
    lines = [f"int {count} = omp_get_max_threads(){choose.choice(['', ' > 2 ? 2 : 1'])};",
             f"shared{index}.count = {count};", f"begin({count});"]
    bound = choose.choice([count, f"shared{index}.count", f"2 * {count} - {count}"] +
                          (["omp_get_max_threads()"] if "?" not in lines[0] else []))
    kind = choose.choice(["int", "long", "unsigned"])
    start = choose.choice([0, 0, 5])
    step = choose.choice([1, 1, 3])
    schedule = choose.choice(["", "", " schedule(static, 1)", " schedule(dynamic)", " schedule(guided)", " schedule(auto)"])
    clauses = choose.choice(["", " reduction(+ : sum)", " lastprivate(last)", " firstprivate(last)", " proc_bind(spread)"])
    times = choose.choice(["1", "3", f"1 + (i >= {start} && last == 0)"])
    lines += ["long sum = 0, last = 0;", f"#pragma omp parallel for{threads}{schedule}{clauses}",
              f"for ({kind} i = {start}; i < {start} + {step} * ({bound}); i += {step}) {{"]
    if choose.random() < 0.3:
        lines += ["long inner = 0;", "#pragma omp parallel for reduction(+ : inner)",
                  "for (int k = 0; k < 3000; k++) inner += k & 1;", "if (inner != 1500) abort();"]
    lines += [f"meet({times if 'last' not in clauses else '1'});",
              "sum += i;" if "reduction" in clauses else "", "last = i;" if "lastprivate" in clauses else "",
              "__atomic_fetch_add(&checks, i + 1, __ATOMIC_RELAXED);", "}"]
    if "reduction" in clauses:
        lines.append(f"if (sum != {start}L * {count} + {step}L * {count} * ({count} - 1) / 2) abort();")
    if "lastprivate" in clauses:
        lines.append(f"if (last != {start} + {step} * ({count} - 1)) abort();")
    return lines


def make(seed, tools) -> cases.Case:
    choose = random.Random(seed * 104729 + 3)
    is_cxx = choose.random() < 0.4
    put: list[str] = []
    lines: list[str] = []
    for index in range(choose.randrange(1, 4)):
        text = loop(choose, index, is_cxx, put)
        lines += ["{", *text, "}"]
    suffix = ".cpp" if is_cxx else ".c"
    name = f"main{suffix}"
    for index in range(choose.randrange(3)):
        lines += ["{", *elsewhere(choose, index, put), "}"]
    text = HEAD + "\n".join(put) + "\nint main(void) {\n  omp_set_dynamic(0);\n" + "\n".join(lines) + "\n  return checks == 0;\n}\n"
    level = choose.choice(["-O0", "-O1", "-O2", "-O3"])
    flags = ["-fopenmp", level, "-w", *(["-std=c++20"] if is_cxx else []), name, f"other{suffix}", "-o", "program", "-pthread"]
    return cases.Case(sources={name: text, f"other{suffix}": OTHER}, build=[[tools.compiler("tactus", suffix), *flags]],
                      reference=[[tools.compiler("libomp", suffix), *flags]], settings=cases.usual_settings(choose),
                      words=f"waiting iterations, {level}")
