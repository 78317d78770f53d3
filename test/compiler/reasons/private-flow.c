// What the thread's last iteration has left in a private variable of the region depends on the thread.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=.slice
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK

// CHECK: call {{.*}}@__kmpc_fork_call(
void f(int n, int *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs in phases: a private variable of the region is read after a loop or a single construct has written it [-Rpass-missed=tactus]
#pragma omp parallel
  {
    int last = 0;
#pragma omp for
    for (int i = 0; i < n; i++) {
      last = i;
      x[i] = i;
    }
    if (last == 5)
      x[0] = 7;
#pragma omp for
    for (int i = 0; i < n; i++)
      x[i]++;
  }
}
