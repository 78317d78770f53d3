// A pointer to a private variable is a way to it that nobody can follow.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=.slice
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK

// CHECK: call {{.*}}@__kmpc_fork_call(
void f(int n, int *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs in phases: the address of a private variable of the region is passed on [-Rpass-missed=tactus]
#pragma omp parallel
  {
    int mine[2] = {0, 0}, *p = mine, **q = &p;
#pragma omp for
    for (int i = 0; i < n; i++)
      (*q)[i & 1] += mine[1] + x[i];
#pragma omp for
    for (int i = 0; i < n; i++)
      x[i]++;
  }
}
