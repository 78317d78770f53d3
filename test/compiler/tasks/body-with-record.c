// A task that may ask OpenMP where it is has a record in its frame. That is not put into its creator's frame: the rest
// that is promoted from there would be taken for a part of the task.
// RUN: %raw %s | %convert | FileCheck %s
int ask(void);
void visit(int *x) {
  if (*x > 1) {
#pragma omp task
    visit(x + 1);
    visit(x + 2);
  }
}

// CHECK-LABEL: define {{.*}}@f(
// CHECK-NOT: @tactus_task_enter(
// CHECK: invoke i32 @.omp_task_entry.{{.*}}.record({{.*}}"deopt"(i64 3, i64
// CHECK-NOT: @tactus_task_enter(
// CHECK: ret void
void f(int *x, int n) {
  for (int i = 0; i < n; i++)
#pragma omp task firstprivate(i)
    if (x[i] > 1) {
      x[i] = ask();
      visit(x + i);
    }
}
