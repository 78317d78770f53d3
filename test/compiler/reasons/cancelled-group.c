// A task that cancels its group belongs to libomp, and so does each task around it, which libomp has to know of.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK
void work(int);
int found(int);

// CHECK-LABEL: define {{.*}}@search(
// CHECK-NOT: tactus_fork
// CHECK: call {{.*}}@__kmpc_omp_task(
void search(int n) {
  for (int i = 0; i < n; i++) {
// REMARK-DAG: :[[@LINE+1]]:1: remark: task left to libomp: a task of the group may cancel it [-Rpass-missed=tactus]
#pragma omp task
    {
      if (found(i)) {
#pragma omp cancel taskgroup
      }
    }
  }
#pragma omp taskwait
}

// CHECK-LABEL: define {{.*}}@around(
// CHECK: call {{.*}}@__kmpc_taskgroup(
// CHECK: call {{.*}}@__kmpc_omp_task(
void around(int n) {
#pragma omp taskgroup
  {
// REMARK-DAG: :[[@LINE+1]]:1: remark: task left to libomp: a task of the group may cancel it [-Rpass-missed=tactus]
#pragma omp task
    search(n);
    work(n);
  }
}

// Others of the file are converted as ever.
// CHECK-LABEL: define {{.*}}@beside(
// CHECK-NOT: __kmpc_omp_task(
// CHECK: ret void
void beside(int n) {
#pragma omp task
  work(n);
  work(n + 1);
#pragma omp taskwait
}
