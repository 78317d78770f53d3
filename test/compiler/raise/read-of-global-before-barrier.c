// As read-through-pointer-before-barrier.c, for a global variable, which clang does not capture.
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

// CHECK-LABEL: define {{.*}}@of_global(
// CHECK: %[[READ:.*]] = load i32, ptr %before
// CHECK: call void @of_global.slice({{.*}}, i32 %[[READ]], ptr {{.*}}) [ "deopt"() ]
// CHECK-LABEL: define internal void @of_global.slice(
// CHECK-SAME: i32 %[[HANDED:[^ ,]*]], ptr %{{[0-9]+}})
// CHECK: store i32 %[[HANDED]], ptr
static void of_global(int n, int *values) {
#pragma omp parallel
  {
    int before = global;
#pragma omp barrier
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk
#pragma omp for
    for (int i = 0; i < n; i++) {
      values[i] = before;
      if (i == 0)
        global = 77;
    }
  }
}

int main(void) {
  for (int round = 0; round < 20; round++) {
    global = 3;
    of_global(Count, x);
    for (int i = 0; i < Count; i++)
      fail_unless(x[i] == 3);
  }
  return 0;
}
