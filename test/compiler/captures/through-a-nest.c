// What an inner loop captures is the outer slice's own variable, so that values are values at every level.
// RUN: %raw %s | %convert | FileCheck %s

// CHECK: define internal void @f.slice(i64 %0, i64 %1, ptr %2, i64 %3, i32 %n, ptr %x, double %factor)
// CHECK: call void @f.serial(i64 0, i64 -1, ptr null, i64 0, i32 %{{[0-9]+}}, {{.*}}double %{{[0-9]+}}
void f(int n, double *x, double factor) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
#pragma omp parallel for
    for (int j = 0; j < n; j++)
      x[i * n + j] *= factor;
}
