// What the tasks of a group call may leave tasks to whoever runs them. The group waits for those, as libomp's group.
// RUN: %raw %s | %convert | FileCheck %s

void elsewhere(int *x);

// CHECK-LABEL: define {{.*}}void @f(
// CHECK: call void @tactus.__kmpc_taskgroup(
// CHECK: call void @tactus_left_wait()
// CHECK: call void @tactus.__kmpc_end_taskgroup(
void f(int *x) {
#pragma omp taskgroup
  for (int i = 0; i < 8; i++) {
#pragma omp task firstprivate(i)
    elsewhere(x + i);
  }
}

// CHECK-LABEL: define {{.*}}void @ofThisFile(
// CHECK-NOT: _taskgroup(
// CHECK: ret void
void ofThisFile(int *x) {
#pragma omp taskgroup
  for (int i = 0; i < 8; i++) {
#pragma omp task firstprivate(i)
    x[i]++;
  }
}
