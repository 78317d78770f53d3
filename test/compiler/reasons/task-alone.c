// Nothing is beside the task in its function, so whoever runs the region has it. Tasks of a recursion, tasks of a loop, and
// those that are waited for have each other.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not="remark: task left"

void g(int *x);

// CHECK-LABEL: define {{.*}}@f(
// CHECK: call {{.*}}@tactus_left_task_alloc(
// CHECK: call {{.*}}@tactus.__kmpc_omp_task(
void f(int *x) {
// REMARK: :[[@LINE+1]]:1: remark: task left to its region: what may run beside the task stands in the function's caller [-Rpass-missed=tactus]
#pragma omp task
  g(x);
}

// CHECK-LABEL: define {{.*}}@two(
// CHECK: call {{.*}}@tactus_left_task_alloc(
void two(int *x) {
// REMARK: :[[@LINE+1]]:1: remark: task left to its region: what may run beside the task stands in the function's caller [-Rpass-missed=tactus]
#pragma omp task
  g(x);
// REMARK: :[[@LINE+1]]:1: remark: task left to its region: what may run beside the task stands in the function's caller [-Rpass-missed=tactus]
#pragma omp task
  g(x + 1);
}

// CHECK-LABEL: define {{.*}}@sort(
// CHECK-NOT: tactus_left_task_alloc
// CHECK-LABEL: define {{.*}}@loop(
// CHECK-NOT: tactus_left_task_alloc
// CHECK-LABEL: define {{.*}}@waits(
// CHECK-NOT: tactus_left_task_alloc
// CHECK: define
void sort(int *x, int n) {
  if (n < 2)
    return;
#pragma omp task
  sort(x, n / 2);
#pragma omp task
  sort(x + n / 2, n - n / 2);
}

void loop(int *x, int n) {
  for (int i = 0; i < n; i++) {
#pragma omp task
    g(x + i);
  }
}

void waits(int *x) {
#pragma omp task
  g(x);
#pragma omp task
  g(x + 1);
#pragma omp taskwait
}
