"""Programs in which a second OpenMP runtime may live: objects and shared libraries of gcc beside code of ours.

gcc divides loops by what omp_get_thread_num() and omp_get_num_threads() say where it stands, in code that it has inlined,
so a wrong answer is a wrong sum. The library's function is called outside of all regions, from iterations and tasks of ours,
and is linked before or after, or loaded while the program runs.
"""

import random
import shutil

import cases

LIBRARY = """
#include <omp.h>
#include <stdlib.h>

/* The sum of 0 ... n - 1 in parallel, by inlined static schedules and by slots. 0 if anything is wrong with the team. */
long gccSum(int n) {
  long sum = 0, bySlots = 0, byHand = 0;
  int most = omp_get_max_threads() > 3 ? omp_get_max_threads() : 3, isWrong = 0;
  long *slots = calloc((size_t)most * 16, sizeof *slots);
#pragma omp parallel for schedule(static) reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += i;
#pragma omp parallel SHAPE
  {
    int number = omp_get_thread_num(), size = omp_get_num_threads();
    if (number < 0 || number >= size || size > most)
#pragma omp atomic write
      isWrong = 1;
    else
      for (int i = number; i < n; i += size)
        slots[number * 16] += i;
#pragma omp barrier
#pragma omp for schedule(SCHEDULE) reduction(+ : byHand)
    for (int i = 0; i < n; i++)
      byHand += i;
  }
  for (int i = 0; i < most; i++)
    bySlots += slots[i * 16];
  free(slots);
  return !isWrong && sum == bySlots && sum == byHand ? sum : -1;
}
"""

MAIN = """
#include <dlfcn.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef LOADED
static long (*gccSum)(int);
#else
long gccSum(int n);
#endif
#ifdef TACTUS_HEADER
#include <tactus/tactus.h>
static void iteration(uint64_t i, void *sums) { ((long *)sums)[i] = gccSum((int)i + 5); }
#endif

static void check(const char *what, long found, long expected, int line) {
  if (found == expected)
    return;
  printf("line %d: %s is %ld, not %ld\\n", line, what, found, expected);
  fflush(stdout);
  _Exit(1);
}
static long sumTo(long n) { return n * (n - 1) / 2; }

int main(void) {
#ifdef LOADED
  void *library = dlopen("./liblibrary.so", RTLD_NOW | RTLD_LOCAL);
  if (!library || !(gccSum = (long (*)(int))dlsym(library, "gccSum"))) {
    puts(dlerror());
    return 1;
  }
#endif
STEPS
  return 0;
}
"""


def step(choose, header) -> str:
    n = choose.choice([1, 10, 1000, 5000])
    outside = f'  check("the library\'s sum", gccSum({n}), sumTo({n}), __LINE__);'
    forms = ["outside", "outside", "loop", "ours"] + (["header"] if header else ["task"])
    form = choose.choice(forms)
    count = choose.choice([2, 9, 40])
    if form == "outside":
        return outside
    if form == "ours":
        return f"""  {{
    long sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < {n}; i++)
      sum += i;
    check("our sum", sum, sumTo({n}), __LINE__);
  }}"""
    if form == "header":
        return f"""  {{
    static long sums[{count}];
    tactus_parallel_for(0, {count}, iteration, sums);
    for (int i = 0; i < {count}; i++)
      check("a sum in a loop", sums[i], sumTo(i + 5), __LINE__);
  }}"""
    inner = f'check("a sum inside", gccSum(i + {n}), sumTo(i + {n}), __LINE__);'
    if form == "loop":
        return f"""#pragma omp parallel for
  for (int i = 0; i < {count}; i++) {{
    {inner}
  }}"""
    return f"""#pragma omp parallel
#pragma omp single
  for (int i = 0; i < {count}; i++) {{
#pragma omp task
    {inner}
  }}"""


def make(seed, tools) -> cases.Case:
    choose = random.Random(seed)
    gcc = shutil.which("gcc")
    if not gcc:
        raise cases.Failure("gcc is needed for programs with two OpenMP runtimes")
    tactus, clang = tools.compiler("tactus", ".c"), tools.compiler("libomp", ".c")
    level = choose.choice(["-O0", "-O1", "-O2", "-O3"])
    root = str(tools.tactus_root)
    # gcc's main program with our library is the header's user; else we compile it.
    is_gcc_main = choose.random() < 0.3
    how = choose.choice(["object", "shared", "loaded"])
    steps = "\n".join(step(choose, is_gcc_main) for _ in range(choose.randint(1, 4)))
    library = LIBRARY.replace("SHAPE", choose.choice(["", "num_threads(3)", "num_threads(1)"])).replace(
        "SCHEDULE", choose.choice(["static", "static, 2", "dynamic", "guided"]))
    define = ["-DLOADED"] if how == "loaded" else []
    if how == "object":
        build = [[gcc, "-fopenmp", level, "-w", "-c", "library.c", "-o", "library.o"]]
        part = ["library.o"]
    else:
        build = [[gcc, "-fopenmp", level, "-w", "-shared", "-fPIC", "library.c", "-o", "liblibrary.so"]]
        part = ["./liblibrary.so", "-Wl,-rpath,$ORIGIN"] if how == "shared" else []
    if is_gcc_main:
        define.append("-DTACTUS_HEADER")
        build.append([gcc, "-fopenmp", level, "-w", *define, f"-I{root}/include", "-c", "main.c", "-o", "main.o"])
        ours = [f"-L{root}/lib", "-ltactus", f"-Wl,-rpath,{root}/lib"]
        link = ["main.o", *choose.choice([[*part, *ours], [*ours, *part]])]
        build.append([gcc, "-fopenmp", "-Wl,--no-as-needed", *link, "-ldl", "-o", "program"])
    else:
        build.append([tactus, "-fopenmp", level, "-w", *define, "-c", "main.c", "-o", "main.o"])
        # For an object, libomp has gcc's entry points too; or it gets its own runtime, before or behind.
        own = choose.choice([[], ["-lgomp"]]) if how == "object" else []
        link = choose.choice([["main.o", *part, *own], [*part, "main.o", *own], [*own, "main.o", *part]])
        build.append([tactus, "-fopenmp", *link, "-ldl", "-o", "program"])
    reference = []
    if not is_gcc_main:
        reference = [build[0], [gcc, "-fopenmp", "-O1", "-w", *define, "main.c", *part, "-ldl", "-o", "program"]]
    return cases.Case(sources={"main.c": MAIN.replace("STEPS", steps), "library.c": library}, build=build,
                      settings=cases.usual_settings(choose), reference=reference,
                      words=f"mixed, {level}, {how}, main by {'gcc' if is_gcc_main else 'tactus-clang'}")
