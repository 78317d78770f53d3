// Tasks that a loop creates ask in its rest whether they are to be deferred, where their scope wants to be asked; the
// function itself asks nobody.
// RUN: %raw %s | %convert | FileCheck %s
void g(int x);
static int plain(int *cell, int x) { return *cell = x * x; }

// CHECK-LABEL: define {{.*}}void @f(
// CHECK-NOT: tactus_tasks_issue
// CHECK: store ptr null, ptr %dependences
// CHECK-NOT: tactus_tasks_issue
// CHECK: ret void
void f(int n) {
  for (int i = 0; i < n; i++) {
#pragma omp task firstprivate(i)
    g(i);
  }
#pragma omp taskwait
}

// Not in a loop: the fork's rest is all that there is to offer.
// CHECK-LABEL: define {{.*}}void @twice(
// CHECK-NOT: dependences
// CHECK: ret void
void twice(int n) {
#pragma omp task firstprivate(n)
  g(n);
#pragma omp task firstprivate(n)
  g(n + 1);
#pragma omp taskwait
}

// Each iteration waits for its own task: nothing of the loop is beside it.
// CHECK-LABEL: define {{.*}}void @oneByOne(
// CHECK-NOT: dependences
// CHECK: ret void
void oneByOne(int n) {
  for (int i = 0; i < n; i++) {
#pragma omp task firstprivate(i)
    g(i);
    g(-i);
#pragma omp taskwait
  }
}

// A function that waits at the end of a group while it may hold a lock defers nothing.
// CHECK-LABEL: define {{.*}}void @lock(
// CHECK-NOT: dependences
// CHECK: ret void
void lock(int n) {
#pragma omp critical
#pragma omp taskgroup
  for (int i = 0; i < n; i++) {
#pragma omp task firstprivate(i)
    g(i);
  }
}

// CHECK-LABEL: define {{.*}}void @group(
// CHECK: ret void
void group(int *cells, int n) {
#pragma omp task firstprivate(n)
  plain(cells, n);
#pragma omp taskgroup
  for (int i = 1; i < n; i++) {
#pragma omp task firstprivate(i)
    plain(cells + i, i);
  }
  plain(cells + n, 0);
#pragma omp taskwait
}

// CHECK-LABEL: define {{.*}}void @values(
// CHECK: ret void
void values(int *cells, int n) {
  for (int i = 0; i < n; i++) {
#pragma omp task firstprivate(i)
    plain(cells + i, i);
  }
#pragma omp taskwait
}

// Tasks of a group that reduces find the group's copies.
// CHECK-LABEL: define {{.*}}void @reduces(
// CHECK-NOT: dependences
// CHECK: ret void
void reduces(int *cells, int n, int *sum) {
  int own = 0;
#pragma omp taskgroup task_reduction(+ : own)
  for (int i = 0; i < n; i++) {
#pragma omp task in_reduction(+ : own) firstprivate(i)
    own += plain(cells + i, i);
  }
  *sum = own;
}

// A recursion's tasks are long near its root.
// CHECK-LABEL: define {{.*}}i32 @tree(
// CHECK-NOT: dependences
// CHECK: ret i32
int tree(int depth) {
  int sums[3] = {0, 0, 0};
  for (int i = 0; depth > 0 && i < 3; i++) {
#pragma omp task firstprivate(i) shared(sums)
    sums[i] = tree(depth - 1);
  }
#pragma omp taskwait
  return 1 + sums[0] + sums[1] + sums[2];
}

// What the task calls has become a latent loop in its place.
// CHECK-LABEL: define {{.*}}void @loops(
// CHECK: ret void
void loops(int *cells, int n) {
  for (int i = 0; i < n; i++) {
#pragma omp task firstprivate(i)
#pragma omp parallel for
    for (int j = 0; j < 1000; j++)
      cells[i * 1000 + j] = j;
  }
#pragma omp taskwait
}

// A task that may ask OpenMP where it is has a record of its own, which is copied.
// CHECK-LABEL: define {{.*}}void @f.rest(
// CHECK: scope:
// CHECK: load i64, ptr %
// CHECK: asking:
// CHECK: %[[words:.*]] = call ptr @tactus_tasks_issue(ptr %{{.*}}, ptr null, i64 0, ptr @{{tactus.fork.*}})
// CHECK: call void @llvm.memcpy{{.*}}(ptr {{.*}}%[[words]], ptr {{.*}}%task, i64 48
// CHECK: call void @tactus_tasks_defer(ptr %{{.*}}, ptr %[[words]])

// The end of a group in a rest waits for what the rest has deferred: this is the rest of the first task.
// CHECK-LABEL: define {{.*}}void @group.rest(
// CHECK: call ptr @tactus_tasks_issue(
// CHECK: call void @tactus_tasks_await(ptr %{{.*}}, ptr null, i64 0)

// CHECK-LABEL: define {{.*}}void @values.rest(
// CHECK: call ptr @tactus_tasks_issue(
// CHECK-NOT: memcpy
// CHECK: call void @tactus_tasks_defer(ptr %{{.*}}, ptr %{{.*}})
