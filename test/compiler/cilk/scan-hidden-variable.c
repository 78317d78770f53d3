// One thread runs a loop with a scan as simd, which assigns to the loop's variable. That gets a copy if its name can be read.
// RUN: not %tactus-clang -fopenmp -fno-caret-diagnostics -c %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error
// RUN: %tactus-clang -fopenmp -DREADABLE -save-temps=obj -c %s -o %t.o
#define PREFIXES _Pragma("omp parallel for reduction(inscan, + : sum)")
#define EACH(i, n) for (i = 0; i < n; i++)
int f(int n, int *x) {
  int i, sum = 0;
#ifdef READABLE
  PREFIXES
  for (i = 0; i < n; i++) {
#else
  // CHECK: scan-hidden-variable.c:[[@LINE+2]]:{{[0-9]+}}: error: the variable of a loop with a scan is declared outside, and a macro hides it: declare it in the loop
  PREFIXES
  EACH(i, n) {
#endif
    sum += x[i];
#pragma omp scan inclusive(sum)
    x[i] = sum;
  }
  return sum;
}
