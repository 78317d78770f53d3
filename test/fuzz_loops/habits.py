"""What other programs do around their regions, which no test of a region alone has.

A program has two to four files in C and C++, each built its own way: any level, position-independent or not, with link-time
optimisation, by plain clang, linked as an object, as a shared library, or loaded while the program runs. Each file defines
functions whose regions compute a known number. They are called from everywhere: main, constructors and destructors of static and
of thread-local objects, several host threads at a time, children of fork(), callbacks of the C library, code that has
been left by an exception or by longjmp(), while a timer sends signals, from threads with small stacks and from iterations and
tasks of other files.
"""

import pathlib
import random

import cases

HEAD = """
#include <omp.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void wrong(const char *what, long found, long expected) {
  if (found == expected)
    return;
  printf("%s is %ld, not %ld\\n", what, found, expected);
  fflush(stdout);
  _Exit(1);
}
"""

# The functions long NAME(long n), 1 <= n <= 2000, which return n * (n - 1) / 2.
WORKS = {
    "loop": """  long sum = 0;
#pragma omp parallel for SCHEDULE reduction(+ : sum)
  for (long i = 0; i < n; i++)
    sum += i;
  return sum;""",
    "nest": """  long sum = 0;
#pragma omp parallel for SCHEDULE
  for (long i = 0; i < n; i++) {
    long inner = 0;
#pragma omp parallel for reduction(+ : inner)
    for (long k = 0; k < 20; k++)
      inner += i * (k == 3);
#pragma omp atomic
    sum += inner;
  }
  return sum;""",
    "slots": """  int most = omp_get_max_threads() > 4 ? omp_get_max_threads() : 4;
  long *slots = (long *)calloc((size_t)most, sizeof(long)), sum = 0;
#pragma omp parallel THREADS
  {
    int me = omp_get_thread_num(), all = omp_get_num_threads();
    for (long i = me; i < n; i += all)
      slots[me] += i;
#pragma omp barrier
#pragma omp single
    for (int i = 0; i < all; i++)
      sum += slots[i];
  }
  free(slots);
  return sum;""",
    "ordered": """  long sum = 0, next = 0;
#pragma omp parallel for ordered SCHEDULE reduction(+ : sum)
  for (long i = 0; i < n; i++) {
    sum += i;
#pragma omp ordered
    if (next++ != i)
      abort();
  }
  return sum;""",
    "private": """  long sum = 0;
  static long mine;
#pragma omp threadprivate(mine)
#pragma omp parallel THREADS
  {
    mine = 0;
#pragma omp for SCHEDULE
    for (long i = 0; i < n; i++)
      mine += i;
#pragma omp critical
    sum += mine;
  }
  return sum;""",
    "sections": """  long a = 0, b = 0, c = 0;
#pragma omp parallel sections THREADS
  {
#pragma omp section
    for (long i = 0; i < n / 2; i++)
      a += i;
#pragma omp section
    for (long i = n / 2; i < n; i++)
      b += i;
#pragma omp section
    c = n;
  }
  return c == n ? a + b : -1;""",
    "tasks": """  long sum = 0;
#pragma omp parallel THREADS
#pragma omp single
  {
    for (long i = 0; i < n; i++)
#pragma omp task shared(sum)
    {
#pragma omp atomic
      sum += i;
    }
#pragma omp taskwait
  }
  return sum;""",
    "taskloop": """  long sum = 0;
#pragma omp parallel THREADS
#pragma omp single
#pragma omp taskloop reduction(+ : sum) GRAIN
  for (long i = 0; i < n; i++)
    sum += i;
  return sum;""",
    "chain": """  long sum = 0;
#pragma omp parallel THREADS
#pragma omp single
  for (long i = 0; i < n; i++)
#pragma omp task depend(inout : sum) firstprivate(i)
    sum = i % 2 ? sum + i : i + sum;
  return sum;""",
    "group": """  long sum = 0;
#pragma omp parallel THREADS
#pragma omp single
#pragma omp taskgroup task_reduction(+ : sum)
  for (long i = 0; i < n; i++)
#pragma omp task in_reduction(+ : sum)
    sum += i;
  return sum;""",
    "jump": """  long sum = 0;
#pragma omp parallel for SCHEDULE reduction(+ : sum)
  for (long i = 0; i < n; i++) {
    jmp_buf place;
    volatile long tries = 0;
    if (setjmp(place) < 2) {
      tries++;
      longjmp(place, (int)tries);
    }
    sum += i + tries - 2;
  }
  return sum;""",
    "length": """  long sum = 0;
#pragma omp parallel for SCHEDULE reduction(+ : sum)
  for (long i = 0; i < n; i++) {
    char *bytes = (char *)__builtin_alloca((size_t)(i % 7 + 1) * 16);
    memset(bytes, 1, (size_t)(i % 7 + 1) * 16);
#pragma omp parallel for reduction(+ : sum)
    for (long k = 0; k < 4; k++)
      sum += bytes[k] * (k == 1) * i;
  }
  return sum;""",
}
CXX_WORKS = {
    "throws": """  long sum = 0;
#pragma omp parallel for SCHEDULE reduction(+ : sum)
  for (long i = 0; i < n; i++)
    try {
      if (i % 3 == 0)
        throw i;
      sum += i;
    } catch (long thrown) {
      sum += thrown;
    }
  return sum;""",
    "objects": """  std::vector<std::string> texts((size_t)n);
  std::string first = "0";
#pragma omp parallel for SCHEDULE firstprivate(first)
  for (long i = 0; i < n; i++)
    texts[(size_t)i] = i == 0 ? first : std::to_string(i);
  long sum = 0;
  for (const std::string &text : texts)
    sum += std::stol(text);
  return sum;""",
    "local": """  struct Slot {
    long value = 0;
    ~Slot() { value = -1; }
  };
  static thread_local Slot slot;
  long sum = 0;
#pragma omp parallel for SCHEDULE reduction(+ : sum)
  for (long i = 0; i < n; i++) {
    slot.value = i;
    sum += slot.value;
  }
  return sum;""",
    "threads": """  std::atomic<long> sum{0};
  std::vector<std::thread> threads;
  for (long part = 0; part < 3; part++)
    threads.emplace_back([&sum, n, part] {
      long mine = 0;
#pragma omp parallel for reduction(+ : mine)
      for (long i = part; i < n; i += 3)
        mine += i;
      sum += mine;
    });
  for (std::thread &thread : threads)
    thread.join();
  return sum;""",
}


def work(choose, name, number, names, is_cxx) -> str:
    """A function of a file; some call one of an earlier file in each of a few iterations or tasks."""
    if names and choose.random() < 0.35:
        other = choose.choice(names)
        pragma = choose.choice(["parallel for SCHEDULE", "parallel for num_threads(2)", "parallel for ordered"])
        body = f"""  long bad = 0;
#pragma omp {pragma} reduction(+ : bad)
  for (long i = 1; i < 6; i++)
    bad += {other}(n / i + 1) != (n / i + 1) * (n / i) / 2;
  return bad ? -1 : n * (n - 1) / 2;"""
        if choose.random() < 0.4:
            body = f"""  long bad = 0;
#pragma omp parallel THREADS
#pragma omp single
  for (long i = 1; i < 6; i++)
#pragma omp task shared(bad)
  {{
    long is = {other}(n / i + 1) != (n / i + 1) * (n / i) / 2;
#pragma omp atomic
    bad += is;
  }}
  return bad ? -1 : n * (n - 1) / 2;"""
    else:
        pool = {**WORKS, **(CXX_WORKS if is_cxx else {})}
        body = pool[choose.choice(sorted(pool))]
    schedule = choose.choice(["", "", "schedule(static, 3)", "schedule(dynamic)", "schedule(guided)", "schedule(runtime)"])
    body = body.replace("SCHEDULE", schedule).replace("THREADS", choose.choice(["", "", "num_threads(3)", "num_threads(1)"]))
    return f"long {name}(long n) {{\n{body.replace('GRAIN', choose.choice(['', 'grainsize(7)', 'num_tasks(5)']))}\n}}\n"


# Where functions are called: what main's file needs for it, and the statement. CALL is a check of one function.
CALLERS = [
    ("", "CALL;"),
    ("", "for (int round = 0; round < 20; round++) CALL;"),
    ("struct Early{k} {{ Early{k}() {{ CALL; }} }} early{k};", ""),
    ("struct Late{k} {{ ~Late{k}() {{ CALL; }} }} late{k};", ""),
    ("struct Own{k} {{ Own{k}() {{ CALL; }} ~Own{k}() {{ CALL; }} void touch() {{}} }}; static thread_local Own{k} own{k};",
     "std::thread([] {{ own{k}.touch(); }}).join();"),
    ("struct Own{k} {{ ~Own{k}() {{ CALL; }} void touch() {{}} }}; static thread_local Own{k} own{k};", "own{k}.touch();"),
    ("static void end{k}() {{ CALL; }}", "atexit(end{k});"),
    ("", "{{ std::vector<std::thread> all; for (int t = 0; t < 4; t++) all.emplace_back([] {{ CALL; }});"
     " for (auto &each : all) each.join(); }}"),
    ("", "{{ pid_t child = fork(); if (!child) {{ CALL; _exit(0); }} int status; waitpid(child, &status, 0);"
     " wrong(\"the child's status\", status, 0); }}"),
    ("", "{{ CALL; pid_t child = fork(); if (!child) {{ CALL; exit(0); }} int status; waitpid(child, &status, 0);"
     " wrong(\"the child's status\", status, 0); }}"),
    ("static int compare{k}(const void *a, const void *b) {{ CALL; return *(const int *)a - *(const int *)b; }}",
     "{{ int numbers[] = {{3, 1, 2}}; qsort(numbers, 3, sizeof *numbers, compare{k}); wrong(\"the least\", numbers[0], 1); }}"),
    ("static void once{k}() {{ CALL; }} static std::once_flag flag{k};", "std::call_once(flag{k}, once{k});"),
    ("static void *small{k}(void *) {{ CALL; return nullptr; }}",
     "{{ pthread_attr_t attributes; pthread_attr_init(&attributes); pthread_attr_setstacksize(&attributes, 128 << 10);"
     " pthread_t thread; wrong(\"create\", pthread_create(&thread, &attributes, small{k}, nullptr), 0); pthread_join(thread, nullptr); }}"),
    ("", "try {{ struct Guard {{ ~Guard() {{ CALL; }} }} guard; throw 5; }} catch (int thrown) {{ wrong(\"thrown\", thrown, 5); }}"),
    ("[[noreturn]] static void thrower{k}() {{ CALL; throw 7L; }}",
     "try {{ thrower{k}(); }} catch (long thrown) {{ wrong(\"thrown\", thrown, 7); }}"),
    ("static jmp_buf place{k}; static void jumper{k}() {{ CALL; longjmp(place{k}, 3); }}",
     "{{ int is = setjmp(place{k}); if (!is) jumper{k}(); wrong(\"the jump\", is, 3); CALL; }}"),
    ("", "{{ auto later = std::async(std::launch::async, [] {{ CALL; return 4; }}); CALL; wrong(\"later\", later.get(), 4); }}"),
    ("", "{{ std::packaged_task<void()> task([] {{ CALL; }}); std::thread thread(std::move(task)); CALL; thread.join(); }}"),
    ("static void tick{k}(int) {{ }}",
     "{{ struct sigaction action = {{}}; action.sa_handler = tick{k}; action.sa_flags = SA_RESTART; sigaction(SIGALRM, &action, nullptr);"
     " itimerval often = {{{{0, 500}}, {{0, 500}}}}, never = {{}}; setitimer(ITIMER_REAL, &often, nullptr);"
     " for (int round = 0; round < 10; round++) CALL; setitimer(ITIMER_REAL, &never, nullptr); }}"),
    ("", "{{ sigset_t all, before; sigfillset(&all); pthread_sigmask(SIG_BLOCK, &all, &before); CALL;"
     " pthread_sigmask(SIG_SETMASK, &before, nullptr); }}"),
    ("", "\n#pragma omp parallel for schedule(dynamic)\nfor (int i = 0; i < 6; i++) CALL;"),
    ("", "\n#pragma omp parallel num_threads(2)\n{{\n#pragma omp single\n{{\n#pragma omp task\nCALL;\nCALL;\n}}\n}}"),
    ("", "\n#pragma omp parallel num_threads(2)\nCALL;"),
]

MAIN_HEAD = """
#include <atomic>
#include <dlfcn.h>
#include <future>
#include <mutex>
#include <pthread.h>
#include <signal.h>
#include <string>
#include <sys/time.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>
"""


def file_of(choose, number, names) -> tuple[str, str, list[str]]:
    """Name, text and functions."""
    is_cxx = choose.random() < 0.5
    own = [f"work{number}_{part}" for part in range(choose.randint(1, 3))]
    link = 'extern "C" ' if is_cxx else ""
    heads = "".join(f"{link}long {name}(long n);\n" for name in names + own)
    cxx_heads = "#include <atomic>\n#include <string>\n#include <thread>\n#include <vector>\n" if is_cxx else ""
    text = HEAD + cxx_heads + heads + "".join(work(choose, name, number, names, is_cxx) for name in own)
    return f"part{number}.{'cpp' if is_cxx else 'c'}", text, own


def main_text(choose, linked, loaded) -> str:
    put, steps = [f'extern "C" long {name}(long n);' for name in linked], []
    for library, names in loaded.items():
        put += [f"static long (*{name})(long n);" for name in names]
        steps.append(f'{{ void *library = dlopen("./{library}", RTLD_NOW | {choose.choice(["RTLD_LOCAL", "RTLD_GLOBAL"])});'
                     f" if (!library) {{ puts(dlerror()); return 1; }}")
        steps += [f'  {name} = (long (*)(long))dlsym(library, "{name}");' for name in names]
        steps.append("}")
    functions = linked + [name for names in loaded.values() for name in names]
    for k in range(choose.randint(3, 7)):
        outside, statement = choose.choice(CALLERS)
        # What runs before main() knows linked functions alone.
        name = choose.choice((linked if "Early" in outside else functions) or functions)
        n = choose.choice([1, 2, 10, 100, 1000])
        if "Early" in outside and not linked:
            continue
        call = f'wrong("{name}", {name}({n}), {n * (n - 1) // 2})'
        put.append(outside.format(k=k).replace("CALL", call))
        steps.append(statement.format(k=k).replace("CALL", call))
    return (HEAD.replace("#include <omp.h>", MAIN_HEAD + "#include <omp.h>") + "\n".join(put) + "\nint main() {\n" +
            "\n".join(steps) + "\n  return 0;\n}\n")


def commands(choose, tools, ours, parts, shape) -> list[list[str]]:
    """Build commands, by our compiler or by clang alone."""
    position, sanitizer, link_time, plain, levels, kinds = shape
    if not ours:
        sanitizer, link_time = [], []
    whole = [*sanitizer, "-w", "-pthread"]
    compiler = lambda name, by: tools.compiler(by, pathlib.Path(name).suffix)
    made, objects, libraries = [], [], []
    for at, name in enumerate(parts):
        by = "tactus" if ours and at not in plain else "libomp"
        more = ["-std=c++20"] if name.endswith("cpp") else []
        position_of = ["-fPIC"] if kinds[at] != "object" else position[0]
        lto = link_time if kinds[at] == "object" and by == "tactus" else []
        made.append([compiler(name, by), "-fopenmp", levels[at], *more, *whole, *position_of, *lto, "-c", name, "-o", f"{name}.o"])
        if kinds[at] == "object":
            objects.append(f"{name}.o")
        else:
            library = f"lib{name.split('.')[0]}.so"
            made.append([compiler(name, by), "-fopenmp", *whole, "-shared", f"{name}.o", "-o", library])
            libraries += [f"./{library}"] if kinds[at] == "shared" else []
    linker = tools.compiler("tactus" if ours else "libomp", ".cpp")
    made.append([linker, "-fopenmp", *whole, *position[1], *link_time, *(["-fuse-ld=lld"] if link_time else []), *objects, *libraries,
                 "-Wl,-rpath,$ORIGIN", "-rdynamic", "-ldl", "-o", "program"])
    return made


def make(seed, tools) -> cases.Case:
    choose = random.Random(seed * 7919 + 11)
    sources, names, of_file = {}, [], {}
    for number in range(choose.randint(1, 3)):
        name, text, own = file_of(choose, number, names)
        sources[name], of_file[name] = text, own
        names = names + own
    parts = list(sources)
    # A file that others call is not loaded.
    kinds = [choose.choice(["object", "object", "shared"]) for _ in parts]
    if choose.random() < 0.5:
        kinds[-1] = "loaded"
    loaded = {f"lib{name.split('.')[0]}.so": of_file[name] for name, kind in zip(parts, kinds) if kind == "loaded"}
    linked = [each for name, kind in zip(parts, kinds) if kind != "loaded" for each in of_file[name]]
    sources["main.cpp"] = main_text(choose, linked, loaded)
    parts.append("main.cpp")
    kinds.append("object")
    position = choose.choice([([], []), ([], []), (["-fPIC"], []), (["-fno-pie"], ["-no-pie"]), (["-fPIE"], ["-pie"])])
    sanitizer = choose.choice([[]] * 8 + [["-fsanitize=address"], ["-fsanitize=undefined"]])
    link_time = choose.choice([[]] * 6 + [["-flto"], ["-flto=thin"]]) if not sanitizer else []
    plain = {at for at in range(len(parts) - 1) if choose.random() < 0.12}
    levels = [choose.choice(["-O0", "-O1", "-O2", "-O3", "-Os"]) for _ in parts]
    shape = (position, sanitizer, link_time, plain, levels, kinds)
    settings = cases.usual_settings(choose)
    for setting in settings:
        # What exit() leaves to the system is no leak.
        setting.environment["ASAN_OPTIONS"] = "detect_leaks=0"
    return cases.Case(sources=sources, build=commands(choose, tools, True, parts, shape),
                      reference=commands(choose, tools, False, parts, shape), settings=settings,
                      words=f"habits, {' '.join(levels)} {' '.join(kinds)}")
