// firstprivate reads a global before the loop and lastprivate writes it behind the loop. A task that starts after the
// last iteration has been run must still get the first value (see firstprivate-and-lastprivate.c).
// RUN: %tactus-clang -fopenmp -O1 %s -o %t
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
// RUN: %raw %s | %convert | FileCheck %s
// RUN: env TACTUS_WORKERS=2 TACTUS_CHAOS=3 %t
#include <stdlib.h>

enum { Count = 2000 };
static int x[Count];
static int global;

static void fail_unless(int condition) {
  if (!condition)
    abort();
}

// REMARK: :[[@LINE+4]]:1: remark: parallel region runs in phases: an array or an object is both firstprivate and lastprivate
// CHECK-LABEL: define {{.*}}@firstprivate_and_lastprivate_global(
// CHECK: call i32 @tactus_team_phases(
static void firstprivate_and_lastprivate_global(int n, int *values) {
#pragma omp parallel
#pragma omp for firstprivate(global) lastprivate(global)
  for (int i = 0; i < n; i++) {
    values[i] = global;
    if (i == n - 1)
      global = 77;
  }
}

int main(void) {
  for (int round = 0; round < 20; round++) {
    global = 3;
    firstprivate_and_lastprivate_global(Count, x);
    for (int i = 0; i < Count; i++)
      fail_unless(x[i] == 3);
  }
  return 0;
}
