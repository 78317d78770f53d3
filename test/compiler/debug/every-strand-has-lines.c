// All functions that tasks are made of have subprograms of their own and locations: `run` functions of loops, serial copies
// of inner loops, results of reductions, rests behind tasks and their copies, polls of forks. Without a subprogram LLVM drops
// the locations of all that it inlines there, and sanitizers and debuggers said `main.run (race.c:?)`.
// RUN: %tactus-clang -fopenmp -g -O0 -ftactus-verify -S -emit-llvm %s -o %t.ll
// RUN: %python %S/Inputs/without_debug_info.py < %t.ll | count 0
// RUN: opt -passes=verify -disable-output %t.ll 2>&1 | count 0
// RUN: %tactus-clang -fopenmp -g -O1 -ftactus-verify -S -emit-llvm %s -o %t.ll
// RUN: %python %S/Inputs/without_debug_info.py < %t.ll | count 0
// RUN: opt -passes=verify -disable-output %t.ll 2>&1 | count 0
// RUN: %tactus-clang -fopenmp -g -O2 -ftactus-verify -S -emit-llvm %s -o %t.ll
// RUN: %python %S/Inputs/without_debug_info.py < %t.ll | count 0
// RUN: opt -passes=verify -disable-output %t.ll 2>&1 | count 0
// RUN: %tactus-clang -fopenmp -gline-tables-only -O3 -ftactus-verify -S -emit-llvm %s -o %t.ll
// RUN: %python %S/Inputs/without_debug_info.py < %t.ll | count 0
// RUN: %tactus-clang -fopenmp -g -O2 -c %s -o %t.o && llvm-dwarfdump --verify %t.o | FileCheck %s --check-prefix=DWARF
// RUN: llvm-dwarfdump --name=flat.run %t.o | FileCheck %s --check-prefix=NAMED

// DWARF: No errors.
// NAMED: DW_AT_name ("flat.run")
// NAMED: DW_AT_artificial (true)
static double a[400][40];
double work(double x);

void flat(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i][0] = work(i);
}

void nest(int n, int m) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
#pragma omp parallel for
    for (int j = 0; j < m; j++)
      a[i][j] += j;
}

double sum(int n) {
  double total = 0;
#pragma omp parallel for reduction(+ : total) schedule(dynamic)
  for (int i = 0; i < n; i++)
    total += work(a[i][0]);
  return total;
}

long fib(long n) {
  if (n < 2)
    return n;
  long x, y;
#pragma omp task shared(x)
  x = fib(n - 1);
#pragma omp task shared(y)
  y = fib(n - 2);
#pragma omp taskwait
  return x + y;
}

void waits(long n) {
#pragma omp task
  flat(n);
#pragma omp taskgroup
  {
#pragma omp task
    flat(n);
    nest(n, n);
  }
}

void tasks_in_loops(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp task
    a[i][0] = work(i);
    a[i][1] = work(-i);
  }
#pragma omp parallel
#pragma omp single
#pragma omp taskloop
  for (int i = 0; i < n; i++)
    waits(i);
}
