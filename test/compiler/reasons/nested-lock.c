// A nested lock that a caller holds lets its thread in again, but not the one that runs what follows a task.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
#include <omp.h>

omp_nest_lock_t lock;
long total;
void work(long *);

__attribute__((noinline)) static void add(void) {
  omp_set_nest_lock(&lock);
  total++;
  omp_unset_nest_lock(&lock);
}

__attribute__((noinline)) static void fill(long *a) {
  for (int i = 0; i < 1000; i++)
    a[i] = a[i] * 3 + i;
}

// CHECK-LABEL: define {{.*}}@beside(
// CHECK-NOT: tactus_fork
// CHECK: call {{.*}}@tactus.__kmpc_omp_task(
void beside(long *a) {
// REMARK: :[[@LINE+1]]:1: remark: task left to its region: a nested lock is taken beside a task, and belongs to the thread that has taken it [-Rpass-missed=tactus]
#pragma omp task
  work(a);
  add();
#pragma omp taskwait
}

// A task is somebody else for the lock, wherever it runs.
// CHECK-LABEL: define {{.*}}@inside(
// CHECK-NOT: __kmpc_omp_task(
// CHECK: ret void
void inside(long *a) {
// REMARK: :[[@LINE+1]]:1: remark: task converted
#pragma omp task
  {
    add();
    work(a);
  }
  fill(a + 1000);
#pragma omp taskwait
}
