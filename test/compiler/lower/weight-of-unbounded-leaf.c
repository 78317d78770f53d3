// Nothing is known of an iteration with a loop of its own, so its first price is higher than any credit: it is polled
// after every iteration until the runtime has measured it. A straight body is priced by its instructions.
// RUN: %raw %s | %convert | FileCheck %s

// 1 << 24: abi::UnknownWeight
// CHECK: = internal global {{.*}} { ptr @unbounded.run, {{.*}} i32 9, i64 16777216, i64 0, i64 0 }
// CHECK: = internal global {{.*}} { ptr @straight.run, {{.*}} i32 9, i64 {{[0-9][0-9]?[0-9]?}}, i64 0, i64 0 }
void unbounded(int n, int m, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      x[i] *= 2;
}
void straight(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] *= 2;
}
