// An object may know where it is, so its task is not copied: the rest waits.
// RUN: %rawxx %s | %convert | FileCheck %s --implicit-check-not=tactus_tasks_defer

// CHECK-LABEL: define {{.*}}void @{{.*}}f{{.*}}.rest(
// CHECK: call void @tactus_tasks_await(
struct Object {
  Object(const Object &) : own(&value) {}
  int value = 0, *own;
};
void g(int *x, const Object &object);
void f(int *x, int n, const Object &object) {
  for (int i = 1; i < n; i++) {
    Object copy(object);
#pragma omp task depend(in : x[i - 1]) depend(out : x[i]) firstprivate(copy)
    g(x + i, copy);
  }
#pragma omp taskwait
}
