// A task that counts in a threadprivate variable must stay on the region's threads.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=tactus_fork
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
int count;
#pragma omp threadprivate(count)
// CHECK: call {{.*}}@__kmpc_omp_task(
void f(int n) {
// REMARK: :[[@LINE+1]]:1: remark: task left to libomp: the loop reaches a threadprivate or thread-local variable [-Rpass-missed=tactus]
#pragma omp task
  count += n;
}
