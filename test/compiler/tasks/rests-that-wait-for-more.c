// Only a rest that is the same code is handed on to: one in a group is joined by the rest around it, and so is the rest
// of a second loop by that of the first.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=hand_on
static volatile int sink;
__attribute__((noinline)) static void work(int i) { sink += i; }

// CHECK-LABEL: define internal void @group.rest(
// CHECK: call void @tactus_fork_join(
void group(int n) {
#pragma omp task
  work(0);
#pragma omp taskgroup
  {
#pragma omp task
    work(1);
    work(n);
  }
  work(2);
}

// CHECK-LABEL: define internal void @straight.rest(
// CHECK: call void @tactus_fork_join(
void straight(int n) {
#pragma omp task
  work(0);
#pragma omp task
  work(1);
  work(n);
}
