// The tasks of a team of one thread must not run in parallel: with num_threads or if, loop and tasks stay with libomp.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=tactus_fork --implicit-check-not=.slice
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
int w(int);
// CHECK: call {{.*}}@__kmpc_omp_task(
// CHECK: call {{.*}}@__kmpc_omp_task(
void numThreads(int n, int *x) {
// REMARK-DAG: :[[@LINE+1]]:1: remark: parallel region left to libomp: the region creates or waits for tasks [-Rpass-missed=tactus]
#pragma omp parallel for num_threads(n)
  for (int i = 0; i < n; i++) {
// REMARK-DAG: :[[@LINE+1]]:1: remark: task left to libomp: the tasks stand in a parallel region that libomp runs [-Rpass-missed=tactus]
#pragma omp task
    x[i] = w(i);
  }
}
void onCondition(int n, int *x) {
// REMARK-DAG: :[[@LINE+1]]:{{[0-9]+}}: remark: parallel region left to libomp: the region creates or waits for tasks [-Rpass-missed=tactus]
#pragma omp parallel for if (n > 10)
  for (int i = 0; i < n; i++) {
// REMARK-DAG: :[[@LINE+1]]:1: remark: task left to libomp: the tasks stand in a parallel region that libomp runs [-Rpass-missed=tactus]
#pragma omp task
    x[i] = w(i);
  }
}
