// A function that waits is called behind the task: where the rest runs elsewhere, it calls a copy that waits for the
// task as well. The function itself asks nothing.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %tactus-clang -fopenmp -O2 -g -ftactus-verify -c -o /dev/null %s
void unknown(void);
int w(int i);
static int g(int n);

// CHECK-LABEL: define {{.*}}@f(
// CHECK: call void @tactus_fork_join(
// CHECK: call i32 @g(
// CHECK-NOT: @tactus_wait_for_first_branches
// CHECK-LABEL: define {{.*}}@g(
int f(int n) {
  int a, b;
#pragma omp task shared(a)
  a = w(n);
  b = g(n);
#pragma omp taskwait
  return a + b;
}

// CHECK-NOT: @tactus_wait_for_first_branches
// CHECK-LABEL: define {{.*}}@h(
static int g(int n) {
  int a, b;
#pragma omp task shared(a)
  a = w(n);
  b = n > 2 ? g(n - 1) : 1;
#pragma omp taskwait
  return a + b;
}

// Code that is not known may wait: the rest ends before it. Here nothing is left of it.
// CHECK-NOT: @tactus_fork_join(
// CHECK: call void @unknown(
// CHECK-LABEL: define {{.*}}@g.in_rest(
int h(int n) {
  int a;
#pragma omp task shared(a)
  a = w(n);
  unknown();
  return a;
}

// CHECK: call i32 @g.in_rest(
// CHECK: call void @tactus_wait_for_first_branches(
// CHECK-LABEL: define {{.*}}@f.rest(
// CHECK: call i32 @g.in_rest(
// CHECK-LABEL: define {{.*}}@g.rest(
// CHECK: call i32 @g.in_rest(
