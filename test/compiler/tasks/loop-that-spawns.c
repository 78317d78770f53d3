// The rest of a loop runs through its further iterations: its fork continues with itself, by a descriptor of its own,
// and is handed on instead of joined.
// RUN: %raw %s | %convert | FileCheck %s

// CHECK-LABEL: define {{.*}}@walk(
// CHECK: invoke i32 @.omp_task_entry..record({{.*}}[[FORK:i64 3, i64 [0-9]+, i64 [0-9]+, i64 [0-9]+]]
// CHECK: call void @tactus_fork_join(
// CHECK-LABEL: define internal void @walk.rest(
// CHECK-NOT: [[FORK]]
// CHECK: invoke i32 @.omp_task_entry..record({{.*}}i64 3, i64 {{[0-9]+}}, i64
// CHECK-NOT: call void @tactus_fork_join(
// CHECK: call void @tactus_fork_hand_on(ptr
// CHECK-NEXT: ret void
// CHECK-NOT: call void @tactus_fork_join(
// CHECK: }
void work(int i);
void walk(int n) {
  for (int i = 0; i < n; i++) {
#pragma omp task
    work(i);
  }
}
