// Only scalars are handed to tasks as they were at the loop's entry (raise/firstprivate-and-lastprivate.c).
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=.slice
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK: call {{.*}}@__kmpc_fork_call(
int f(int n, const int *x) {
  int table[4] = {1, 2, 3, 4};
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs in phases: an array or an object is both firstprivate and lastprivate [-Rpass-missed=tactus]
#pragma omp parallel for firstprivate(table) lastprivate(table)
  for (int i = 0; i < n; i++)
    table[i & 3] += x[i];
  return table[0];
}
