// A collapsed nest becomes rows again: divisions find the place where a strip begins, and none is left in the rows.
// RUN: %raw %s | %convert | FileCheck %s

// CHECK-LABEL: define internal void @two.slice(
// The inner loop ends with the row.
// CHECK: omp.inner.for.cond:
// CHECK: br i1 %{{.*}}, label %omp.inner.for.body, label %[[ROWDONE:[0-9]+]]{{.*}}!llvm.loop
// CHECK: [[ROW:[0-9]+]]:
// CHECK: %[[COLUMNS:[0-9]+]] = sub i64 %[[LENGTH:[0-9]+]], %
// CHECK: %[[LEFT:[0-9]+]] = sub i64
// CHECK: call i64 @llvm.umin.i64(i64 %[[COLUMNS]], i64 %[[LEFT]])
// CHECK: br label %omp.inner.for.body
// CHECK: omp.inner.for.body:
// CHECK-NOT: div
// CHECK: omp.inner.for.inc:
// CHECK: add nsw i32 %{{.*}}, 1,
// The nest ends with the strip; else the outer variable is stepped.
// CHECK: [[ROWDONE]]:
// CHECK: br i1 %{{.*}}, label %{{.*}}, label %[[NEXT:[0-9]+]]
// CHECK: [[NEXT]]:
// CHECK-NOT: div
// CHECK: add i32 %{{.*}}, 3,
// CHECK: br label %[[ROW]]
// CHECK: sdiv i64
// CHECK: br label %[[ROW]]
void two(int n, int m, int *restrict *x) {
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; i += 3)
    for (int j = 1; j < m; j++)
      x[i][j] = i * j;
}

// The loop in the middle has a position: where it comes to its end, the outer one goes on.
// CHECK-LABEL: define internal void @three.slice(
// CHECK: omp.inner.for.body:
// CHECK-NOT: div
// CHECK: omp.inner.for.inc:
// CHECK: %[[POSITION:[0-9]+]] = add i64 %{{.*}}, 1,
// CHECK: %[[ISATEND:[0-9]+]] = icmp eq i64 %[[POSITION]], %
// CHECK: select i1 %[[ISATEND]], i64 0, i64 %[[POSITION]],
// CHECK: select i1 %[[ISATEND]], i32 5, i32 %
void three(int n, int m, int k, int *restrict **x) {
#pragma omp parallel for collapse(3)
  for (int h = 0; h < n; h++)
    for (int i = 5; i < m; i++)
      for (int j = k; j >= 0; j--)
        x[h][i][j] = i * j;
}

// A nest with a bound that depends on the outer variable is a rectangle of iterations, some of which do nothing. What
// clang has asked about the outer loop says nothing of the inner one.
// CHECK-LABEL: define internal void @triangle.slice(
// CHECK: omp.inner.for.body:
// CHECK-NOT: div
// CHECK: omp.inner.for.inc:
// CHECK: add i32 %{{.*}}, 1,
void triangle(int n, int *restrict *x) {
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      x[i][j] = i * j;
}
