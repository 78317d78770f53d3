// A task that is made by hand, of code that is elsewhere, is not taken for one of clang's.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=tactus_fork
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
void *__kmpc_omp_task_alloc(void *, int, int, unsigned long, unsigned long, void *);
int __kmpc_omp_task(void *, int, void *);
int entry(int, void *);
// CHECK: call {{.*}}@__kmpc_omp_task(
void f(void) {
// REMARK: remark: task left to libomp: the tasks are not in the shape that clang gives them [-Rpass-missed=tactus]
  __kmpc_omp_task(0, 0, __kmpc_omp_task_alloc(0, 0, 1, 40, 0, (void *)entry));
}
