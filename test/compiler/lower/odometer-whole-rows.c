// Rows whose length and first value are constants have a loop of their own where the whole row belongs to the strip, and
// LLVM knows both there. The row that a strip begins in, and the one that it ends in, are in the other loop.
// RUN: %raw %s | %convert | FileCheck %s

// CHECK-LABEL: define internal void @constant.slice(
// CHECK-DAG: icmp uge i32 %{{[0-9]+}}, 58
// CHECK-DAG: add i32 %{{[0-9]+}}, 58
double a[60][60], b[60][60];
void constant(void) {
#pragma omp parallel for collapse(2)
  for (int i = 1; i < 59; i++)
    for (int j = 1; j < 59; j++)
      b[i][j] = a[i][j - 1] + a[i][j + 1];
}

// Nothing is known of these.
// CHECK-LABEL: define internal void @variable.slice(
// CHECK-NOT: icmp uge
// CHECK: ret void
void variable(int n) {
#pragma omp parallel for collapse(2)
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      b[i][j] = a[i][j - 1] + a[i][j + 1];
}
