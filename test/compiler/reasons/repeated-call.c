// A function of another file may do anything once a thread.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=.slice
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK

void g(void);

// CHECK: call {{.*}}@__kmpc_fork_call(
void f(int n, int *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs in phases unless a callee is in the way: every thread of the region calls a function that may do something once a thread [-Rpass-missed=tactus]
#pragma omp parallel
  {
    g();
#pragma omp for
    for (int i = 0; i < n; i++)
      x[i]++;
  }
}
