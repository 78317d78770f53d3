// Tasks that the iterations of a loop create: the iteration is a function, and waits for them at its end.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="{{(call|invoke) .*}}@__kmpc_omp_task"
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
int w(int);

// CHECK-LABEL: define {{.*}}@tactus.iteration(
// CHECK-NOT: global_tid
// CHECK: invoke {{.*}}@.omp_task_entry..record({{.*}} [ "deopt"(i64 3,
// CHECK: call {{.*}}@tactus_fork_join({{.*}} [ "deopt"() ]
// CHECK-LABEL: define {{.*}}@f.slice(
// CHECK: call {{.*}}@tactus.iteration({{.*}} [ "deopt"(i64 1,
void f(int n, int *x, int *y) {
// REMARK-DAG: :[[@LINE+1]]:1: remark: parallel loop converted: outer loop, polled once an iteration [-Rpass=tactus]
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
// REMARK-DAG: :[[@LINE+1]]:1: remark: task converted: a call that may be promoted [-Rpass=tactus]
#pragma omp task
    x[i] = w(i);
// REMARK-DAG: :[[@LINE+1]]:1: remark: task executed where it is created: nothing is left to run beside it before it is waited for [-Rpass-missed=tactus]
#pragma omp task
    y[i] = w(i + 1);
  }
}
