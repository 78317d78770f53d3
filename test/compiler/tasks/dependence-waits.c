// Waits for some tasks, and the end of a group, mean nothing in the function itself; its rests wait there.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="call void @tactus.depend"

// CHECK-LABEL: define {{.*}}void @f(
// CHECK-NOT: tactus_tasks_await
// CHECK: ret void

// CHECK-LABEL: define {{.*}}void @f.rest(
// CHECK: call void @tactus_tasks_await(ptr %{{.*}}, ptr %{{.*}}, i64 1)
// CHECK: call void @tactus_tasks_await(ptr %{{.*}}, ptr null, i64 0)
void g(int *x);
__attribute__((noinline)) static void own(int *x) { x[0]++; }
// Of this file: nobody leaves tasks to the group, which so is not libomp's as well.
__attribute__((noinline)) static void h(int *x) {
  for (int i = 0; i < 1000; i++)
    own(x);
}
void f(int *x, int n) {
#pragma omp task depend(out : x[0])
  g(x);
#pragma omp taskwait depend(in : x[0])
  own(x + 1);
#pragma omp taskgroup
  {
#pragma omp task depend(out : x[2])
    h(x + 2);
    own(x + 3);
  }
  own(x + 4);
#pragma omp taskwait
}
