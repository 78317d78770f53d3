// A loop that calls its own function carries itself; each level has its own slot in its own frame. So has the copy of it
// that runs while the credit pays for all iterations (SerialCopy.h).
// RUN: %raw %s | %convert | FileCheck %s

// CHECK-LABEL: define {{.*}}void @walk(
// CHECK: call void @walk.serial(i64 0, i64 -1, {{.*}}) {{.*}}[ "deopt"() ]
// CHECK-LABEL: define internal void @walk.slice(
// CHECK: call void @walk(i32 {{.*}}) {{.*}}[ "deopt"(i64 1, i64 %{{[0-9]+}}, ptr %tactus.slot) ]
// CHECK-LABEL: define internal void @walk.serial(
// CHECK: call void @walk(i32 {{.*}}) {{.*}}[ "deopt"(i64 1, i64 %{{[0-9]+}}, ptr %tactus.slot) ]
void walk(int depth, int *x) {
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    if (depth > 0)
      walk(depth - 1, x + i);
}
