// The original of a reduction is touched where the serial slice combines, and nowhere else: tasks get null for it, and
// its address is not recorded.
// RUN: %raw %s | %convert | FileCheck %s

// CHECK: @tactus.loop = internal global {{.*}} i32 2, i32 11, i64
// CHECK: define internal void @f.slice(i64 %0, i64 %1, ptr %2, i64 %3, i32 %n, ptr %sum, ptr %x)
// CHECK-NOT: store ptr %sum, ptr %{{[0-9]+}}
// CHECK-LABEL: define internal void @f.run(
// CHECK: call void @f.slice(i64 %0, i64 %1, ptr %3, i64 0, i32 %{{[0-9]+}}, ptr null, ptr %{{[0-9]+}})
double f(int n, const double *x) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += x[i];
  return sum;
}
