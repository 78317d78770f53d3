// A call without a bundle hides what is around it, after inlining as well. So calls on the way from a body to a poll
// carry an empty one where their own function has nothing to record; code that no body calls directly carries none.
// RUN: %raw %s | %convert | FileCheck %s

void unknown(void);

__attribute__((noinline)) static void between(void) { unknown(); }

// CHECK-LABEL: define {{.*}}void @elsewhere(
// CHECK-NOT: deopt
// CHECK: ret void
void elsewhere(void) { unknown(); }

void f(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    between();
}
// CHECK-LABEL: define internal void @between(
// CHECK: call void @unknown() {{.*}}[ "deopt"() ]
// CHECK: ret void
// CHECK-LABEL: define internal void @f.slice(
// CHECK: call void @between() {{.*}}[ "deopt"(i64 1,
// A task's way into the slice:
// CHECK-LABEL: define internal void @f.run(
// CHECK: call void @f.region({{.*}}) {{.*}}[ "deopt"() ]
