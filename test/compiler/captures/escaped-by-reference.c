// A variable whose address somebody else has may be written while the region runs (by g, on this thread): tasks must see
// that, so it stays by reference, although the region itself only reads it.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %raw -DKEPT %s | %convert | FileCheck %s --check-prefix=VALUE
void publish(const int *address);
void g(int value);

// CHECK-LABEL: define {{.*}}void @f(
// CHECK: call void @f.region(i64 0, i64 -1, ptr null, i64 0, i32 %{{[0-9]+}}, ptr %limit)
// VALUE-LABEL: define {{.*}}void @f(
// VALUE: call void @f.region(i64 0, i64 -1, ptr null, i64 0, i32 %{{[0-9]+}}, i32 %{{[0-9]+}})
void f(int n) {
  int limit = 5;
#ifndef KEPT
  publish(&limit);
#endif
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    g(limit);
}
