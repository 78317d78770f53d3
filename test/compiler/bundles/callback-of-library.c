// qsort is a library function, but calls back what it is given: the callback may hold a loop, so the call carries the
// one around it.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
#include <stdlib.h>

// CHECK-LABEL: define internal void @f.slice(
// CHECK: call void @qsort({{.*}}) {{.*}}[ "deopt"(i64 1, i64 %{{[0-9]+}}, ptr %tactus.slot) ]
void f(int n, int m, int *x, int (*compare)(const void *, const void *)) {
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted: outer loop, polled once an iteration [-Rpass=tactus]
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    qsort(x + i * m, m, sizeof *x, compare);
}
