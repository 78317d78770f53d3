// Parallel loops of OpenMP are spliced, too; those that are not stay what they were.
// RUN: %tactus-clang -O1 -fopenmp -ftactus-verify -fno-caret-diagnostics -ftactus-remarks -ftactus-remarks-missed -c %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark: --implicit-check-not=error:

void spliced(double *a, double *b, long n, long steps) {
  // CHECK-DAG: [[@LINE+2]]:3: remark: spliced: 2 passes over arrays, whose effects are derived [-Rpass=tactus]
#pragma splice
  for (long t = 0; t < steps; t++) {
    // CHECK-DAG: [[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp parallel for
    for (long i = 1; i < n; i++)
      a[i] = b[i - 1] + b[i];
    // CHECK-DAG: [[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp parallel for
    for (long i = 1; i < n; i++)
      b[i] = a[i];
  }
}

double notSpliced(double *a, double *b, long n, long steps) {
  double sum = 0;
  // CHECK-DAG: [[@LINE+2]]:3: remark: spliced: 1 pass over arrays, whose effects are derived [-Rpass=tactus]
#pragma splice
  for (long t = 0; t < steps; t++) {
    for (long i = 1; i < n; i++)
      b[i] = a[i - 1];
    // CHECK-DAG: [[@LINE+2]]:1: remark: passes before this code and behind it are not spliced together: the parallel region is more than one loop whose schedule is static [-Rpass-missed=tactus]
    // CHECK-DAG: [[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp parallel for reduction(+ : sum)
    for (long i = 1; i < n; i++)
      sum += b[i];
    // CHECK-DAG: [[@LINE+2]]:1: remark: passes before this code and behind it are not spliced together: the parallel region is more than one loop whose schedule is static [-Rpass-missed=tactus]
    // CHECK-DAG: [[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp parallel for schedule(dynamic)
    for (long i = 1; i < n; i++)
      a[i] = b[i];
    // CHECK-DAG: [[@LINE+3]]:1: remark: passes before this loop and behind it are not spliced together: it is not known which part of 'a' an iteration writes: the place is no linear function of loop counters that cannot wrap around; use counters of type long (line [[@LINE+5]]) [-Rpass-missed=tactus]
    // CHECK-DAG: [[@LINE+2]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
    // A copy that is no pass goes.
#pragma omp parallel for
    for (long i = 1; i < n; i++)
      a[i * i] = b[i];
  }
  return sum;
}

// Those of functions that are called, and of the second region of a function; each counter is right.
void pass(double *a, double *b, long n) {
  // CHECK-DAG: [[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp parallel for
  for (long i = 1; i < n; i++)
    a[i] = b[i - 1] + b[i];
}
static void both(double *a, double *b, long n) {
  pass(a, b, n);
  pass(b, a, n);
}
void regions(double *a, double *b, long n, long steps) {
  // CHECK-DAG: [[@LINE+2]]:3: remark: spliced: 2 passes over arrays, whose effects are derived [-Rpass=tactus]
#pragma splice
  for (long t = 0; t < steps; t++)
    both(a, b, n);
  // CHECK-DAG: [[@LINE+2]]:3: remark: spliced: 2 passes over arrays, whose effects are derived [-Rpass=tactus]
#pragma splice
  for (long t = 0; t < steps; t++) {
    // CHECK-DAG: [[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp parallel for
    for (long i = 1; i < n; i++)
      a[i] = b[i - 1] + b[i];
    // CHECK-DAG: [[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp parallel for
    for (int i = 1; i < 1000; i++)
      b[i] = a[i];
  }
}

void two_loops_in_one_region(double *a, double *b, long n, long steps) {
  // CHECK-DAG: [[@LINE+2]]:3: remark: not spliced: its parallel region is more than one loop whose schedule is static (line [[@LINE+4]]) [-Rpass-missed=tactus]
#pragma splice
  for (long t = 0; t < steps; t++) {
    // CHECK-DAG: [[@LINE+1]]:1: remark: parallel region converted: one strand runs it, and its loops are latent [-Rpass=tactus]
#pragma omp parallel
    {
      // CHECK-DAG: [[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp for
      for (long i = 1; i < n; i++)
        a[i] = b[i - 1] + b[i];
      // CHECK-DAG: [[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp for
      for (long i = 1; i < n; i++)
        b[i] = a[i];
    }
  }
}
