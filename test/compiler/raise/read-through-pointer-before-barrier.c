// What a thread reads before a barrier it reads before any iteration runs. A slice that starts later, as a task, must
// not read it anew: by then iterations have overwritten it. So the value is handed to tasks, or the region stays.
// RUN: %tactus-clang -fopenmp -O1 %s -o %t
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
// RUN: %raw %s | %convert | FileCheck %s
// RUN: env TACTUS_WORKERS=2 TACTUS_CHAOS=3 %t
#include <stdlib.h>

enum { Count = 2000 };
static int x[Count];

static void fail_unless(int condition) {
  if (!condition)
    abort();
}

// CHECK-LABEL: define {{.*}}@through_pointer(
// CHECK: %[[READ:.*]] = load i32, ptr %first
// CHECK: call void @through_pointer.slice({{.*}}, i32 %[[READ]], ptr {{.*}}) [ "deopt"() ]
// CHECK-LABEL: define internal void @through_pointer.slice(
// CHECK-SAME: i32 %[[HANDED:[^ ,]*]], ptr %{{[0-9]+}})
// CHECK: store i32 %[[HANDED]], ptr
static void through_pointer(int n, int *values) {
#pragma omp parallel
  {
    int first = values[0];
#pragma omp barrier
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk
#pragma omp for
    for (int i = 0; i < n; i++)
      values[i] = first + 1;
  }
}

int main(void) {
  for (int round = 0; round < 20; round++) {
    for (int i = 0; i < Count; i++)
      x[i] = 10;
    through_pointer(Count, x);
    for (int i = 0; i < Count; i++)
      fail_unless(x[i] == 11);
  }
  return 0;
}
