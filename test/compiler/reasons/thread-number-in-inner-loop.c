// An inner loop that stays takes its outer loops with it: they would run it on a thread with another number.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=.slice
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK: call {{.*}}@__kmpc_fork_call(
// CHECK: call {{.*}}@__kmpc_fork_call(
int omp_get_thread_num(void);
void f(int n, int *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs in phases: the loop asks for its thread number, team size or nesting level [-Rpass-missed=tactus]
#pragma omp parallel for
  for (int i = 0; i < n; i++)
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs in phases: the loop asks for its thread number, team size or nesting level [-Rpass-missed=tactus]
#pragma omp parallel for
    for (int j = 0; j < n; j++)
      x[i * n + j] = omp_get_thread_num();
}
