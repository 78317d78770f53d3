// Code beside the loop runs once a thread; a slice would run it once a task.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=.slice
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK-COUNT-3: call {{.*}}@__kmpc_fork_call(
void g(void);
void call(int n, double *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel region left to libomp: the parallel region holds code of its own beside the loop, which every thread would run [-Rpass-missed=tactus]
#pragma omp parallel
  {
    g();
#pragma omp for
    for (int i = 0; i < n; i++)
      x[i] *= 2;
  }
}
void store(int n, double *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel region left to libomp: the parallel region holds code of its own beside the loop, which every thread would run [-Rpass-missed=tactus]
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++)
      x[i] *= 2;
    x[n] = 1;
  }
}
void repeat(int n, double *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel region left to libomp: the parallel region holds code of its own beside the loop, which every thread would run [-Rpass-missed=tactus]
#pragma omp parallel
  for (int round = 0; round < 10; round++)
#pragma omp for
    for (int i = 0; i < n; i++)
      x[i] *= 2;
}
