// A region that every thread starts is executed once a thread.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=.slice
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK

// CHECK: call {{.*}}@__kmpc_fork_call(
void f(int n, int *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs in phases: every thread of the region starts a region of its own [-Rpass-missed=tactus]
#pragma omp parallel
  {
#pragma omp parallel num_threads(1)
    {
#pragma omp atomic
      x[n]++;
    }
#pragma omp for
    for (int i = 0; i < n; i++)
      x[i]++;
  }
}
