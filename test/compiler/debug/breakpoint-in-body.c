// A breakpoint in the body of a converted loop stops there, with and without optimisation; without it the iteration, the
// body's variables and the captured ones can be read. (The counter itself cannot, with plain clang either: clang
// describes only a copy of it that stays 0.)
// REQUIRES: gdb
// RUN: %tactus-clang -fopenmp -O0 -g %s -o %t0
// RUN: env TACTUS_WORKERS=1 gdb --batch -nx -ex "break breakpoint-in-body.c:26" -ex run -ex "print index" -ex "print *x" -ex "print n" -ex "ignore 1 4" -ex continue -ex "print index" -ex backtrace %t0 2>&1 | FileCheck %s --check-prefix=O0
// RUN: %tactus-clang -fopenmp -O2 -g %s -o %t2
// RUN: env TACTUS_WORKERS=1 gdb --batch -nx -ex "break breakpoint-in-body.c:26" -ex run -ex backtrace %t2 2>&1 | FileCheck %s --check-prefix=O2

// O0: Breakpoint 1, {{.*}} at {{.*}}breakpoint-in-body.c:26
// O0: $1 = 0
// O0: $2 = 1
// O0: $3 = {{.*}}100
// O0: Breakpoint 1, {{.*}} at {{.*}}breakpoint-in-body.c:26
// O0: $4 = 5
// O0: in f (
// O0: in main (
// O2: Breakpoint 1, {{.*}} at {{.*}}breakpoint-in-body.c:26
// O2: in main (
#include <stdio.h>

__attribute__((noinline)) static void f(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int index = i;
    x[index] *= 2;
    printf("%d\n", index);
  }
}

int main(void) {
  static double x[100] = {1};
  f(100, x);
  return 0;
}
