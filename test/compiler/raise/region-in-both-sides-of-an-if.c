// The inner region is latent when the outer one is copied for its `if` clause, so both copies fork it. Both are
// converted, and reported once.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="call {{.*}}@__kmpc_fork_call"
// RUN: %remarks -ftactus-verify %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark: --implicit-check-not=error:

// CHECK: define internal {{.*}}.slice
void f(int n, int *x) {
#pragma omp parallel if (x[3] % 4 != 0)
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted: outer loop
#pragma omp for
  for (int i = 0; i < n; i++) {
    x[i]++;
#pragma omp parallel if (x[2] % 4 != 0)
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted: leaf loop
#pragma omp for
    for (int j = 0; j < n; j++)
      x[j] = i;
  }
}
