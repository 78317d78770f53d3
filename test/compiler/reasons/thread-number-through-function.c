// The question may be asked by a function of the same file, at any depth, and on the far side of an inner region.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=.slice
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK: call {{.*}}@__kmpc_fork_call(
int omp_get_thread_num(void);
static int deeper(void) { return omp_get_thread_num(); }
static int deep(int value) { return value ? deeper() : 0; }
void f(int n, int *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs in phases: the loop asks for its thread number, team size or nesting level [-Rpass-missed=tactus]
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = deep(x[i]);
}
