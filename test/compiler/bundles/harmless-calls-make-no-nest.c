// A loop that calls only what cannot come back to a poll is a leaf, and no call in it carries anything.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// CHECK-LABEL: define internal void @f.slice(
// CHECK-NOT: call {{.*}}@{{sin|malloc|free|puts}}({{.*}}"deopt"
// CHECK: call preserve_mostcc i64 @tactus_poll(ptr{{.*}})
void f(int n, double *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double *copy = malloc(sizeof *copy);
    *copy = sin(x[i]);
    x[i] = *copy;
    free(copy);
    if (x[i] > 2)
      puts("too large");
  }
}
