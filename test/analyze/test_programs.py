#!/usr/bin/env python3
"""Whole programs of every form, and files that are not as they should be: test_programs.py BUILD."""
import json
import os
import random
import re
import shutil
import struct
import subprocess

import harness

FIB = """
int fib(int n) {
  int x, y;
  if (n < 2) return n;
#pragma omp task shared(x)
  x = fib(n - 1);
#pragma omp task shared(y)
  y = fib(n - 2);
#pragma omp taskwait
  return x + y;
}
"""
FIB_MAIN = """
#include <stdio.h>
int fib(int);
int main(void) {
  int result;
#pragma omp parallel
#pragma omp single
  result = fib(15);
  printf("%d\\n", result);
  return 0;
}
"""
TASKLOOP = """
void scale(double *x, int n) {
#pragma omp taskloop
  for (int i = 0; i < n; ++i) x[i] *= 2;
}
"""
CILK = """
#include <cilk/cilk.h>
int fib(int n) {
  if (n < 2) return n;
  int x = cilk_spawn fib(n - 1);
  int y = fib(n - 2);
  cilk_sync;
  return x + y;
}
void fill(int *x) { cilk_for (int i = 0; i < 1000; ++i) x[i] = i; }
"""
PAR = """
#include <tactus/tactus.hpp>
int fib(int n) {
  if (n < 2) return n;
  int x, y;
  tactus::par([&] { x = fib(n - 1); }, [&] { y = fib(n - 2); });
  return x + y;
}
void fill(double *x) { tactus::parallel_for(0, 1000, [&](int i) { x[i] = i; }); }
double sum(const double *x) {
  return tactus::parallel_reduce(0, 1000, 0.0, [&](int i) { return x[i]; }, [](double a, double b) { return a + b; });
}
"""
ALGORITHMS = """
#include <tactus/algorithm.hpp>
#include <tactus/scan.hpp>
#include <tactus/search.hpp>
#include <tactus/sort.hpp>
#include <tactus/tactus.hpp>
#include <vector>
using Values = std::vector<int>;
void sorts(Values &v) { tactus::parallel_sort(v); }
void invokes(int *x) { tactus::parallel_invoke([&] { x[0] = 1; }, [&] { x[1] = 2; }); }
bool finds(const Values &v) { return tactus::parallel_find(v, 3) != v.end(); }
void transforms(const Values &v, int *w) { tactus::parallel_transform(v, w, [](int a) { return a * 2; }); }
void nests(double **x, int n) {
  tactus::parallel_for(0, n, [&](int i) { tactus::parallel_for(0, n, [&](int j) { x[i][j] = j; }); });
}
void walks(int depth, double *x) {
  if (depth > 0)
    tactus::parallel_for(0, 8, [&](int) { walks(depth - 1, x); });
}
"""
C_INTERFACE = """
#include <tactus/tactus.h>
static void one(uint64_t i, void *context) { ((int *)context)[i] = 1; }
static void half(void *context) { tactus_parallel_for(0, 50, one, context); }
void both(int *x) { tactus_par(half, x, half, x + 50); }
"""
LOOPS = """
void loops(double *x, int n) {
#pragma omp parallel for
  for (int i = 0; i < 1000; ++i) x[i] = i;
#pragma omp parallel for schedule(dynamic, 3)
  for (int i = 0; i < 1000; ++i) x[i] += i;
}
"""

# A task that creates tasks in two loops inside of a third one.
UNTIED = """
double a[100];
void work(double *p);
void both(int n) {
#pragma omp task untied
  for (int k = 0; k < n; k++) {
    for (int i = k; i < 100; i++)
#pragma omp task untied firstprivate(i) shared(a)
      work(&a[i]);
#pragma omp taskwait
    for (int i = k; i < 50; i++)
#pragma omp task untied firstprivate(i) shared(a)
      work(&a[i]);
#pragma omp taskwait
  }
}
"""
# Two functions that tasks call through a table of virtual functions, of which one calls them again.
VIRTUAL = """
struct Shape {
  virtual ~Shape() = default;
  virtual long sides() const { return 0; }
  virtual long area() const = 0;
};
struct Square final : Shape { long area() const override { return 4; } };
struct Group final : Shape {
  const Shape *one, *two;
  Group(const Shape *one, const Shape *two) : one(one), two(two) {}
  long area() const override {
    long a, b;
#pragma omp task shared(a)
    a = one->area();
#pragma omp task shared(b)
    b = two->area();
#pragma omp taskwait
    return a + b;
  }
};
struct Other { virtual ~Other() = default; virtual long sides() const; };
long Other::sides() const {
  long a;
#pragma omp task shared(a)
  a = 7;
#pragma omp taskwait
  return a;
}
long both(const Shape *shape) {
  Square square;
  Group group(&square, shape);
  return static_cast<const Shape *>(&group)->area() + Other().sides();
}
"""
POINTERS = """
typedef long (*Work)(long);
long unknown(long n, Work work) {
  long a;
#pragma omp task shared(a)
  a = work(n - 1);
#pragma omp taskwait
  return a;
}
"""

# The literature stops making tasks below a depth in three ways. One is a copy of the function without tasks, whose loops and
# calls are no parallel ones.
CUTOFF = """
#if CUTOFF == 1
#define IF_SHALLOW if (depth < 3)
#elif CUTOFF == 2
#define IF_SHALLOW final(depth >= 3)
#else
#define IF_SHALLOW
#endif
#define PRAGMA(text) _Pragma(#text)
#define TASK(clauses) PRAGMA(omp task untied shared(sums) clauses)
static long serial(int n, int depth) {
  long sum = n <= 0;
  for (int i = 1; i < n; i++)
    sum += serial(n - i, depth + 1);
  return sum;
}
long compositions(int n, int depth) {
  long sums[64], sum = n <= 0;
  for (int i = 1; i < n; i++) {
    if (CUTOFF != 3 || depth < 3) {
      TASK(IF_SHALLOW)
      sums[i] = compositions(n - i, depth + 1);
    } else
      sums[i] = serial(n - i, depth + 1);
  }
#pragma omp taskwait
  for (int i = 1; i < n; i++)
    sum += sums[i];
  return sum;
}
"""
# A task around a recursion of two functions, which the literature's programs begin with: it is in no loop, and no recursion.
BEGINNING = """
void merge(long *a, int n) {
  if (n < 2) return;
#pragma omp task untied
  merge(a, n / 2);
#pragma omp task untied
  merge(a + n / 2, n / 2);
#pragma omp taskwait
}
void sort(long *a, int n) {
  if (n < 2) return;
#pragma omp task untied
  sort(a, n / 2);
#pragma omp task untied
  sort(a + n / 2, n / 2);
#pragma omp taskwait
#pragma omp task untied
  merge(a, n);
#pragma omp taskwait
  merge(a, n);
}
void all(long *a, int n) {
#pragma omp parallel
#pragma omp single nowait
#pragma omp task untied
  sort(a, n);
}
"""
# A function whose task has nothing beside it there: its callers may have, so it is not converted.
LEFT = """
void use(char *);
void left(int n) {
#pragma omp task
  { char memory[1 << 20]; use(memory); if (n) left(n - 1); }
}
"""

# Insieme's table 3.
TABLE = {"alignment": (0, 1), "delannoy": (3, 0), "fft": (27, 1), "fib": (2, 0), "floorplan": (1, 1), "health": (1, 1),
         "nqueens": (1, 1), "qap": (1, 1), "sort": (6, 0), "sparselu": (0, 3), "strassen": (7, 0), "uts": (1, 1)}


class Forms(harness.Analyses):
    def structure(self, source, name, *flags):
        cxx = name.endswith("pp")
        object_file = self.build("x.o", "-O2", *flags, "-c", self.write(name, source), cxx=cxx)
        analysis, problems = self.analyze(object_file)
        self.assertEqual(problems, "")
        return analysis

    def assert_is(self, analysis, function, kind, rho, lam):
        context = self.context(analysis, function)
        self.assertEqual((context["kind"], context["rho"], context["lambda"]), (kind, rho, lam), context)
        return context

    def test_openmp_tasks(self):
        for level in ("-O0", "-O3", "-g"):
            context = self.assert_is(self.structure(FIB, "a.c", "-fopenmp", level), "fib", "recursive", 2, 0)
            self.assertEqual((context["file"], context["line"], context["balanced"]), ("a.c", 5, "yes"))

    def test_untied_tasks(self):
        """Clang cuts them into parts; the loops around the cuts are there all the same."""
        for level in ("-O0", "-O2"):
            self.assert_is(self.structure(UNTIED, "a.c", "-fopenmp", level), "both", "loop", 0, 2)
            self.assert_is(self.structure(UNTIED.replace("untied", ""), "a.c", "-fopenmp", level), "both", "loop", 0, 2)

    def test_cutoffs(self):
        for cutoff in range(4):
            with self.subTest(cutoff=cutoff):
                analysis = self.structure(CUTOFF, "a.c", "-fopenmp", f"-DCUTOFF={cutoff}")
                self.assert_is(analysis, "compositions", "both", 1, 1)

    def test_task_around_recursions(self):
        """What begins a recursion inside of another task adds nothing, but for each call of a task by a task of its own."""
        analysis = self.structure(BEGINNING, "a.c", "-fopenmp")
        self.assert_is(analysis, "merge", "recursive", 2, 0)
        self.assert_is(analysis, "sort", "recursive", 4, 0)
        self.assertEqual((analysis["program"]["rho"], analysis["program"]["lambda"]), (4, 0))

    def test_virtual_calls(self):
        """They mean what stands at their place of a table, and nothing else of the same type."""
        for level in ("-O0", "-O2"):
            analysis = self.structure(VIRTUAL, "a.cpp", "-fopenmp", level)
            found = {(context["line"], context["rho"], context["outermost"], len(context["not_followed"]))
                     for context in analysis["contexts"]}
            self.assertEqual(found, {(13, 2, True, 0), (24, 0, True, 0)})

    def test_what_is_not_followed_is_said(self):
        analysis = self.structure(POINTERS, "a.c", "-fopenmp")
        self.assertEqual(self.context(analysis, "unknown")["not_followed"], [{"file": "a.c", "line": 6}])
        done = harness.run(harness.ROOT / "bin/tactus", "analyze", "x.o", cwd=self.folder)
        self.assertIn("calls not followed: a.c:6", done.stdout)
        # Functions of the type whose address is known are followed, if they are few.
        source = POINTERS + "long known(long n) { return n < 2 ? n : unknown(n, known); }"
        self.assert_is(self.structure(source, "a.c", "-fopenmp"), "unknown", "recursive", 1, 0)

    def test_taskloop(self):
        self.assert_is(self.structure(TASKLOOP, "a.c", "-fopenmp"), "scale", "loop", 0, 1)

    def test_openmp_loops(self):
        context = self.assert_is(self.structure(LOOPS, "a.c", "-fopenmp"), "loops", "loop", 0, 2)
        # A few cycles for each of 2000 iterations: the chunks of the second loop are not counted on top.
        self.assertGreater(context["effort"], 2000)
        self.assertLess(context["effort"], 40000)

    def test_cilk(self):
        for name in ("a.c", "a.cpp"):
            analysis = self.structure(CILK, name)
            suffix = "(int)" if name == "a.cpp" else ""
            self.assert_is(analysis, "fib" + suffix, "recursive", 2, 0)
            self.assertEqual([c["lambda"] for c in analysis["contexts"] if c["function"].startswith("fill")], [1])

    def test_header(self):
        analysis = self.structure(PAR, "a.cpp", "-std=c++20")
        self.assert_is(analysis, "fib(int)", "recursive", 2, 0)
        context = self.assert_is(analysis, "fill(double*)", "loop", 0, 1)
        self.assertLess(context["effort"], 1000000)
        self.assert_is(analysis, "sum(double const*)", "loop", 0, 1)

    def test_algorithms_and_nests_of_the_header(self):
        analysis = self.structure(ALGORITHMS, "a.cpp", "-std=c++20")
        found = {context["function"].partition("(")[0]: (context["kind"], context["rho"], context["lambda"])
                 for context in analysis["contexts"]}
        self.assertEqual(found, {"sorts": ("recursive", 2, 0), "invokes": ("single", 0, 0), "finds": ("loop", 0, 1),
                                 "transforms": ("loop", 0, 1), "nests": ("loop", 0, 2), "walks": ("both", 1, 1)})
        self.assertTrue(all(context["file"] == "a.cpp" and context["line"] for context in analysis["contexts"]))

    def test_c_interface(self):
        analysis = self.structure(C_INTERFACE, "a.c")
        self.assert_is(analysis, "half", "loop", 0, 1)
        self.assertEqual(self.context(analysis, "both")["spawns"], 3)

    def test_tpal(self):
        out = self.folder / "fib"
        done = harness.run(harness.ROOT / "bin/tactus", "tpal", "compile", harness.SOURCE / "tpal/programs/fib.tpal",
                           "-o", out)
        self.assertEqual(done.returncode, 0, done.stderr)
        analysis, problems = self.analyze(out)
        self.assertEqual(problems, "")
        self.assertTrue(all(context["rho"] > 0 for context in analysis["contexts"]))
        self.assertTrue(analysis["contexts"])

    def test_the_twelve_programs(self):
        for name, expected in TABLE.items():
            with self.subTest(program=name):
                source = harness.SOURCE / f"bench/insieme/{name}.c"
                analysis, problems = self.analyze(self.build(name, "-fopenmp", "-O2", source, "-lm"))
                self.assertEqual(problems, "")
                self.assertEqual((analysis["program"]["rho"], analysis["program"]["lambda"]), expected)
                done = harness.run(self.folder / name, timeout=60)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


class Links(harness.Analyses):
    """The same program, put together in every way, has the same structure."""

    def setUp(self):
        super().setUp()
        self.write("fib.c", FIB)
        self.write("main.c", FIB_MAIN)

    def assert_fib(self, *files):
        analysis, problems = self.analyze(*files)
        self.assertEqual(problems, "")
        self.assertEqual((analysis["program"]["rho"], analysis["program"]["lambda"]), (2, 0))
        self.assertIsNotNone(analysis["program"]["worker_stack"]["bytes"])
        return analysis

    def test_objects(self):
        self.assert_fib(*(self.build(f"{n}.o", "-fopenmp", "-O2", "-c", f"{n}.c") for n in ("main", "fib")))

    def test_archive(self):
        self.build("a_rather_long_name_for_an_object.o", "-fopenmp", "-O2", "-c", "fib.c")
        self.build("main.o", "-fopenmp", "-O2", "-c", "main.c")
        subprocess.run(["ar", "rc", "lib.a", "a_rather_long_name_for_an_object.o", "main.o"], cwd=self.folder, check=True)
        self.assert_fib("lib.a")

    def test_program(self):
        program = self.build("program", "-fopenmp", "-O2", "main.c", "fib.c")
        self.assertEqual(self.assert_fib(program), self.assert_fib(program), "the same every time")

    def test_sections_of_functions(self):
        self.assert_fib(self.build("program", "-fopenmp", "-O2", "-ffunction-sections", "-Wl,--gc-sections", "main.c",
                                   "fib.c"))

    def test_lto(self):
        for flag in ("-flto", "-flto=thin"):
            self.assert_fib(self.build("program", "-fopenmp", "-O2", flag, "main.c", "fib.c"))

    def test_shared_object(self):
        for flags in ([], ["-flto"], ["-flto=thin"], ["-ffunction-sections", "-Wl,--gc-sections"]):
            with self.subTest(flags=flags):
                self.build("libfib.so", "-fopenmp", "-O2", "-fPIC", "-shared", *flags, "fib.c")
                program = self.build("program", "-fopenmp", "-O2", *flags, "main.c", "-L.", "-lfib", "-Wl,-rpath,$ORIGIN")
                analysis = self.assert_fib(program)
                self.assertEqual(self.context(analysis, "fib")["line"], 5)

    def test_shared_object_that_another_one_needs(self):
        self.write("middle.c", "int fib(int); int middle(int n) { return fib(n); }")
        self.write("top.c", FIB_MAIN.replace("fib(", "middle("))
        self.build("libfib.so", "-fopenmp", "-O2", "-fPIC", "-shared", "fib.c")
        self.build("libmiddle.so", "-fopenmp", "-O2", "-fPIC", "-shared", "middle.c", "-L.", "-lfib", "-Wl,-rpath,$ORIGIN")
        self.assert_fib(self.build("program", "-fopenmp", "-O2", "top.c", "-L.", "-lmiddle", "-Wl,-rpath,$ORIGIN",
                                   "-Wl,-rpath-link,."))

    def test_at_the_link(self):
        self.build("program", "-fopenmp", "-O2", "main.c", "fib.c", "-ftactus-analyze=a.json")
        written = json.loads((self.folder / "a.json").read_text())
        self.assertEqual(written, self.analyze("program")[0])
        done = harness.run(harness.ROOT / "bin/tactus-clang", "-c", "fib.c", "-ftactus-analyze=", cwd=self.folder)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (1, 1))

    def test_large_frames(self):
        self.write("large.c", """
void use(char *);
void large(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) { char memory[20 << 20]; use(memory); }
}""")
        done = harness.run(harness.ROOT / "bin/tactus", "analyze", self.build("large.o", "-fopenmp", "-O2", "-c", "large.c"))
        self.assertRegex(" ".join(done.stdout.split()), r"workers may need 6\d\d\.\d M of stack, .* TACTUS_STACK_MB=6\d\d$")
        self.assertRegex(done.stdout, r"task stack +8.0 M +the need is larger")
        self.assertRegex(done.stdout, r"large\n +loop .* ~ 20\.0 M +~ 6\d\d\.\d M")

    def test_stack_of_a_task_that_is_not_converted(self):
        """Its own code is part of what a worker needs, and so is the recursion through it."""
        analysis, problems = self.analyze(self.build("left.o", "-fopenmp", "-O2", "-c", self.write("left.c", LEFT)))
        self.assertEqual(problems, "")
        for whose in ("task_stack", "worker_stack"):
            need = self.context(analysis, "left")[whose]
            self.assertGreaterEqual(need["bytes"], 1 << 20, whose)
            self.assertFalse(need["is_bound"], whose)

    def test_table(self):
        done = harness.run(harness.ROOT / "bin/tactus", "analyze",
                           self.build("program", "-fopenmp", "-O2", "main.c", "fib.c"), cwd=self.folder)
        self.assertEqual(done.returncode, 0)
        self.assertIn("fib.c:5", done.stdout)
        self.assertRegex(done.stdout, r"event buckets +256019 +ρ > 0")

    def test_table_fits_a_terminal(self):
        name = "a_function_with_a_name_that_is_rather_long_" + "for_a_terminal" * 2
        folder = self.folder / "a_folder" / ("of_many_letters_" * 4)
        folder.mkdir(parents=True)
        (folder / "file.c").write_text(f"""
void use(char *);
void {name}(int n) {{
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {{ char memory[20 << 20]; use(memory); }}
}}""")
        done = harness.run(harness.ROOT / "bin/tactus", "analyze", self.build("long.o", "-fopenmp", "-O2", "-c", folder / "file.c"))
        self.assertIn(name, done.stdout)
        # A word that is longer than a line stands alone in one.
        self.assertEqual([line for line in done.stdout.splitlines() if len(line) > 80 and " " in line.strip()], [])


class Wrong(harness.Analyses):
    def setUp(self):
        super().setUp()
        self.write("fib.c", FIB)
        self.object = self.build("fib.o", "-fopenmp", "-O2", "-c", "fib.c")

    def refused(self, *files):
        problems = self.analyze(*files, status=1)[1]
        self.assertEqual(problems.count("\n"), 1, problems)
        self.assertTrue(problems.startswith("tactus: error: "), problems)
        return problems

    def test_missing_file(self):
        self.assertIn("cannot read 'none': No such file", self.refused("none"))

    def test_no_object(self):
        self.write("text", "int main() {}")
        self.assertIn("no object file", self.refused("text"))

    def test_bitcode(self):
        self.assertIn("-flto", self.refused(self.build("b.o", "-fopenmp", "-flto", "-c", "fib.c")))

    def test_without_summaries(self):
        self.assertIn("no summaries", self.refused(self.build("n.o", "-fno-tactus", "-c", "fib.c")))

    def test_programs_do_not_load_summaries(self):
        ir = self.build("fib.ll", "-fopenmp", "-O2", "-S", "-emit-llvm", "fib.c")
        for path in (self.build("fib.o", "-fopenmp", "-O2", "-c", "fib.c"), self.build("again.o", "-O2", "-c", ir),
                     self.build("main", "-fopenmp", "-O0", "fib.c", self.write("main.c", FIB_MAIN)),
                     self.build("linked", "-fopenmp", "-O2", "-flto", "-fuse-ld=lld", "fib.c", "main.c")):
            with self.subTest(path.name):
                sections = harness.run("readelf", "--sections", "--wide", path).stdout
                # Size, size of an entry, flags, link, info and alignment.
                found = re.findall(r" (tactus_structure|tactus_code) .* 00 +(\w*) +0 +0 +8\n", sections)
                self.assertEqual(found, [("tactus_structure", ""), ("tactus_code", "")])
        first, again = (self.analyze(self.folder / name)[0] for name in ("fib.o", "again.o"))
        self.assertEqual(first, again, "IR that has its summaries gets no second ones")

    def test_stripped(self):
        program = self.build("p", "-fopenmp", "-O2", self.write("main.c", FIB_MAIN), "fib.c")
        subprocess.run(["strip", program], check=True)
        analysis, problems = self.analyze(program)
        self.assertEqual(problems.count("\n"), 1)
        self.assertIn("stacks get the default size", problems)
        self.assertEqual(analysis["parameters"]["task_stack_bytes"]["value"], 8 << 20)
        self.assertEqual(analysis["program"]["rho"], 2)

    def said_of_damaged(self, offset, value):
        """stderr for the object with one byte of its first summary changed."""
        data = bytearray(self.object.read_bytes())
        data[data.index(b"TSUM") + offset] = value
        (self.folder / "damaged.o").write_bytes(data)
        return harness.run(harness.ROOT / "bin/tactus", "analyze", self.folder / "damaged.o").stderr

    def test_corrupted(self):
        self.assertIn("is corrupted; what it tells of is left out", self.said_of_damaged(40, 0xFF))

    def test_of_another_version(self):
        self.assertIn("has version 99, this is Tactus for version 1; compile it again", self.said_of_damaged(4, 99))

    def test_files_cut_off(self):
        whole = self.object.read_bytes()
        for size in range(0, len(whole), len(whole) // 60):
            (self.folder / "cut.o").write_bytes(whole[:size])
            done = harness.run(harness.ROOT / "bin/tactus", "analyze", self.folder / "cut.o")
            self.assertIn(done.returncode, (0, 1), f"{size} bytes: {done.stderr}")

    def test_random_damage(self):
        """Headers and tables of the file itself."""
        whole, chance = self.object.read_bytes(), random.Random(3)
        tables = int.from_bytes(whole[40:48], "little")
        for round in range(80):
            data = bytearray(whole)
            for _ in range(1 + round % 5):
                position = chance.choice((chance.randrange(64), chance.randrange(tables, len(data)), chance.randrange(len(data))))
                data[position] = chance.choice((0, 1, 0x7F, 0xFF, chance.randrange(256)))
            (self.folder / "damaged.o").write_bytes(data)
            done = harness.run(harness.ROOT / "bin/tactus", "analyze", self.folder / "damaged.o", errors="replace")
            self.assertIn(done.returncode, (0, 1), f"round {round}: {done.stderr}")

    def test_usage(self):
        self.assertEqual(harness.run(harness.ROOT / "bin/tactus", "analyze").returncode, 2)
        self.assertEqual(harness.run(harness.ROOT / "bin/tactus", "analyze", "--help").returncode, 0)


class Stored(harness.Analyses):
    """What the analysis has chosen is in the program, and holds when tasks are eager."""

    def record(self, *arguments, cxx=False):
        """The words of the record, None if there is none."""
        program = self.build("program", *arguments, cxx=cxx)
        listing = harness.run("readelf", "-SW", program).stdout
        found = re.search(r"tactus_parameters +PROGBITS +[0-9a-f]+ ([0-9a-f]+) ([0-9a-f]+)", listing)
        if not found:
            return program, None
        offset, size = (int(word, 16) for word in found.groups())
        return program, struct.unpack(f"<{size // 4}I", program.read_bytes()[offset:offset + size])

    def assert_is_of_fib(self, *flags):
        self.write("fib.c", FIB)
        self.write("main.c", FIB_MAIN)
        program, record = self.record("-O2", "-fopenmp", *flags, "fib.c", "main.c")
        chosen = self.analyze(program)[0]["parameters"]
        self.assertEqual(record[2:6], (1, 1, 4, 256019), chosen)
        return program

    def test_a_link_that_strips_says_nothing(self):
        self.write("main.c", FIB_MAIN)
        self.write("fib.c", FIB)
        done = harness.run(harness.ROOT / "bin/tactus-clang", "-O2", "-fopenmp", "-s", self.folder / "fib.c",
                           self.folder / "main.c", "-o", self.folder / "stripped")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def promotions(self, program, **environment):
        statistics = self.folder / "statistics.json"
        done = harness.run(program, env=os.environ | {"TACTUS_TASKS": "eager", "TACTUS_WORKERS": "1",
                                                      "TACTUS_STATS": str(statistics)} | environment)
        self.assertEqual((done.returncode, done.stdout), (0, "610\n"), done.stderr)
        return json.loads(statistics.read_text())["counters"]["promotions"]

    def test_damaged_summary_at_the_link(self):
        """One line, and the defaults: parameters of a part may be worse than none."""
        self.write("fib.c", FIB)
        self.write("main.c", FIB_MAIN)
        main = self.build("main.o", "-O2", "-fopenmp", "-c", "main.c")
        for name, offset, value, expected in (("damaged", 40, 0xFF, "is corrupted"), ("foreign", 4, 99, "has version 99")):
            data = bytearray(self.build("fib.o", "-O2", "-fopenmp", "-c", "fib.c").read_bytes())
            data[data.index(b"TSUM") + offset] = value
            (self.folder / "fib.o").write_bytes(data)
            done = harness.run(harness.ROOT / "bin/tactus-clang", "-fopenmp", main, "fib.o", "-o", name, cwd=self.folder)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (0, 1), done.stderr)
            self.assertTrue(done.stderr.startswith("tactus: warning: ") and expected in done.stderr, done.stderr)
            self.assertTrue(done.stderr.endswith("; eager tasks get the default parameters\n"), done.stderr)
            program = self.folder / name
            self.assertEqual(self.promotions(program), self.promotions(program, TACTUS_QUEUE_SIZE="16"))
            self.assertNotEqual(self.promotions(program), self.promotions(program, TACTUS_QUEUE_SIZE="4"))

    def test_of_the_whole_program(self):
        program = self.assert_is_of_fib()
        chosen = self.promotions(program)
        self.assertGreater(chosen, 0)
        self.assertEqual(chosen, self.promotions(program, TACTUS_QUEUE_SIZE="4"))
        self.assertNotEqual(chosen, self.promotions(program, TACTUS_QUEUE_SIZE="16"))

    def test_lto(self):
        self.assert_is_of_fib("-flto", "-fuse-ld=lld")

    def test_static_runtime(self):
        program = self.assert_is_of_fib("-ftactus-static-runtime", "-Wl,--gc-sections")
        self.assertEqual(self.promotions(program), self.promotions(program, TACTUS_QUEUE_SIZE="4"))

    def test_no_tasks(self):
        self.write("empty.c", "int main(void) { return 0; }")
        self.assertEqual(self.record("-O2", "-fopenmp", "empty.c")[1][2], 0)

    def test_shared_object(self):
        self.write("fib.c", FIB)
        self.assertIsNone(self.record("-O2", "-fopenmp", "-shared", "-fPIC", "fib.c")[1])


if __name__ == "__main__":
    assert shutil.which("ar") and shutil.which("strip")
    harness.main()
