// A breakpoint in the body of a converted loop stops there, with and without optimisation, and without it the loop's
// variable and the captured ones can be read.
// REQUIRES: gdb
// RUN: %tactus-clang -fopenmp -O0 -g %s -o %t0
// RUN: env TACTUS_WORKERS=1 gdb --batch -nx -ex "break breakpoint-in-body.c:22" -ex run -ex "print i" -ex "print *x" -ex "print n" -ex "tbreak breakpoint-in-body.c:22 if i == 5" -ex "delete 1" -ex continue -ex "print i" %t0 2>&1 | FileCheck %s --check-prefix=O0
// RUN: %tactus-clang -fopenmp -O2 -g %s -o %t2
// RUN: env TACTUS_WORKERS=1 gdb --batch -nx -ex "break breakpoint-in-body.c:22" -ex run -ex backtrace %t2 2>&1 | FileCheck %s --check-prefix=O2

// O0: Breakpoint 1, {{.*}}f{{.*}} at {{.*}}breakpoint-in-body.c:22
// O0: $1 = 0
// O0: $2 = 1
// O0: $3 = 100
// O0: {{.*}}breakpoint-in-body.c:22
// O0: $4 = 5
// O2: Breakpoint 1, {{.*}} at {{.*}}breakpoint-in-body.c:22
// O2: main (
#include <stdio.h>

__attribute__((noinline)) static void f(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    x[i] *= 2;
    printf("%d\n", i);
  }
}

int main(void) {
  static double x[100] = {1};
  f(100, x);
  return 0;
}
