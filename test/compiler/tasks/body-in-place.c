// What a task does stands where it is created, as in the serial program, if one call in it may reach a promotion point:
// that call is the fork's. It is only charged once, at the beginning; what is promoted there is called out of line. No
// record is filled: the function out of line takes values.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="%task = alloca"
int fits(const int *x, int way) { return x[way] > 3; }
int visit(int *x) {
  int left, right;
  if (*x < 2)
    return 1;
#pragma omp task shared(left)
  left = visit(x + 1);
  right = visit(x + 2);
#pragma omp taskwait
  return left + right;
}

// CHECK-LABEL: define {{.*}}@condition(
// CHECK: call i8 asm sideeffect "movq tactus_credit
// CHECK-NOT: call i8 asm sideeffect "movq tactus_credit
// CHECK: call i32 @fits(
// CHECK: invoke i32 @visit(ptr {{.*}}"deopt"(i64 3, i64
// CHECK: call {{.*}}ptr @tactus.poll
// CHECK: invoke void @.omp_task_entry.{{[0-9.]*}}(ptr %x, ptr %sums, i32 %way
// CHECK: call void @tactus_fork_join(
void condition(int *x, int *sums, int n) {
  for (int way = 0; way < n; way++)
#pragma omp task firstprivate(way)
    if (fits(x, way)) {
      sums[way] = visit(x + way);
      sums[way] += way;
    }
}

// So it is with a function, whose result is what it returns in place, too.
static int try_way(int *x, int way) { return fits(x, way) ? visit(x + way) + way : 0; }
// CHECK-LABEL: define {{.*}}@result(
// CHECK: call i32 @fits(
// CHECK: invoke i32 @visit(ptr {{.*}}"deopt"(i64 3, i64
// CHECK: invoke i32 @try_way(
void result(int *x, int n) {
  int sums[64];
  for (int way = 0; way < n; way++)
#pragma omp task shared(sums) firstprivate(way)
    sums[way] = try_way(x, way);
#pragma omp taskwait
  fits(sums, n);
}

// Not where the call may be made twice: what is promoted by the first must not be latent any more at the second.
// CHECK-LABEL: define {{.*}}@twice(
// CHECK: invoke void @.omp_task_entry.{{.*}}"deopt"(i64 3, i64
// CHECK-NOT: @visit(
// CHECK: ret void
void twice(int *x, int n) {
  for (int way = 0; way < n; way++)
#pragma omp task firstprivate(way)
  {
    visit(x + way);
    visit(x);
  }
}

// CHECK-LABEL: define {{.*}}@looped(
// CHECK: invoke void @.omp_task_entry.{{.*}}"deopt"(i64 3, i64
// CHECK-NOT: @visit(
// CHECK: ret void
void looped(int *x, int n) {
  for (int way = 0; way < n; way++)
#pragma omp task firstprivate(way)
    for (int i = 0; i < way; i++)
      visit(x + i);
}
