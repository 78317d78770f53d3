// reduction(task, ...) lets explicit tasks take part.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=.slice
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not='{{remark: [^i]}}'

// CHECK: call {{.*}}@__kmpc_fork_call(
int f(int n, const int *x) {
  int sum = 0;
// REMARK: :[[@LINE+1]]:1: remark: task left to libomp: the reduction has the task modifier [-Rpass-missed=tactus]
#pragma omp parallel for reduction(task, + : sum)
  for (int i = 0; i < n; i++)
    sum += x[i];
  return sum;
}

// The tasks of such a region are all reported, and nothing in them is converted.
// CHECK: call {{.*}}@tactus.__kmpc_task_reduction_get_th_data(
void work(int i);
int g(int n) {
  int sum = 0;
#pragma omp parallel reduction(task, + : sum)
  {
#pragma omp single
    for (int i = 0; i < n; i++) {
// REMARK: :[[@LINE+1]]:{{[0-9]+}}: remark: task left to libomp: the reduction has the task modifier [-Rpass-missed=tactus]
#pragma omp task in_reduction(+ : sum)
      {
        sum += i;
// REMARK: :[[@LINE+1]]:{{[0-9]+}}: remark: task left to libomp: the tasks stand in a parallel region that libomp runs [-Rpass-missed=tactus]
#pragma omp task
        work(i);
        work(i + 1);
      }
    }
  }
  return sum;
}
// Regions come last.
// REMARK: :9:1: remark: parallel region left to libomp: the reduction has the task modifier [-Rpass-missed=tactus]
// REMARK: remark: parallel region left to libomp: the reduction has the task modifier [-Rpass-missed=tactus]
