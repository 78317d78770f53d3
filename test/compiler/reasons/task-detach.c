// A detached task ends when an event says so, which only libomp knows of.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=tactus_fork
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
#include <omp.h>

// CHECK: call {{.*}}@__kmpc_task_allow_completion_event(
void g(omp_event_handle_t);
void f(void) {
  omp_event_handle_t event;
// REMARK: :[[@LINE+1]]:1: remark: task left to libomp: a task can be detached [-Rpass-missed=tactus]
#pragma omp task detach(event)
  g(event);
#pragma omp taskwait
}
