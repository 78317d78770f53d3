// A taskwait of a function without tasks may be meant for tasks that libomp runs: it asks whether there are any.
// RUN: %raw %s | %convert | FileCheck %s
// CHECK-LABEL: define {{.*}}@wait_for_all(
// CHECK: load atomic i32, ptr @tactus_libomp_tasks monotonic
// CHECK: call i32 @tactus.__kmpc_omp_taskwait(
void wait_for_all(void) {
#pragma omp taskwait
}
