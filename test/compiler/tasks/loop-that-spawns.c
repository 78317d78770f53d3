// The rest of a loop runs through its further iterations: its fork continues with itself.
// RUN: %raw %s | %convert | FileCheck %s

// CHECK-LABEL: define {{.*}}@walk(
// CHECK: invoke i32 @.omp_task_entry..record({{.*}}[[FORK:i64 3, i64 [0-9]+, i64 [0-9]+, i64 [0-9]+]]
// CHECK-LABEL: define internal void @walk.rest(
// CHECK: invoke i32 @.omp_task_entry..record({{.*}}[[FORK]]
void work(int i);
void walk(int n) {
  for (int i = 0; i < n; i++) {
#pragma omp task
    work(i);
  }
}
