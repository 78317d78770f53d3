// Where nothing is promoted, a reduction's private copy begins with the original's value, as in the sequential program.
// RUN: %raw %s | %convert | FileCheck %s

// CHECK-LABEL: define internal void @sum.serial(
// CHECK: %[[ORIGINAL:[0-9]+]] = load double, ptr %s,
// CHECK-NEXT: store double %[[ORIGINAL]], ptr %[[COPY:s[0-9]+]]
// CHECK: call double @llvm.fmuladd.f64(
// CHECK: %[[RESULT:[0-9]+]] = load double, ptr %[[COPY]]
// CHECK-NEXT: store double %[[RESULT]], ptr %s,
void sum(long n, const long *starts, const double *x, double *y) {
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (long k = starts[i]; k < starts[i + 1]; k++)
      s += x[k] * x[k + 1];
    y[i] = s;
  }
}

// A difference is a sum of what is taken away.
// CHECK-LABEL: define internal void @difference.serial(
// CHECK: %[[ORIGINAL:[0-9]+]] = load i32, ptr %s,
// CHECK-NEXT: store i32 %[[ORIGINAL]], ptr %{{s[0-9]+}}
void difference(long n, const long *starts, const int *x, int *y) {
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    int s = 0;
#pragma omp parallel for reduction(- : s)
    for (long k = starts[i]; k < starts[i + 1]; k++)
      s -= x[k];
    y[i] = s;
  }
}

// What else the body does with the copy would see another value.
// CHECK-LABEL: define internal void @looked_at.serial(
// CHECK: store i32 0, ptr %{{s[0-9]+}}
// CHECK: add nsw i32
void looked_at(long n, const long *starts, const int *x, int *y) {
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    int s = i;
#pragma omp parallel for reduction(+ : s)
    for (long k = starts[i]; k < starts[i + 1]; k++) {
      s += x[k];
      if (s > 100)
        s = 100;
    }
    y[i] = s;
  }
}

// A difference the other way round is not one.
// CHECK-LABEL: define internal void @turned_round.serial(
// CHECK: store i32 0, ptr %{{s[0-9]+}}
void turned_round(long n, const long *starts, const int *x, int *y) {
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    int s = i;
#pragma omp parallel for reduction(+ : s)
    for (long k = starts[i]; k < starts[i + 1]; k++)
      s = x[k] - s;
    y[i] = s;
  }
}

// Of a product, the neutral element is one.
// CHECK-LABEL: define internal void @product.serial(
// CHECK: %[[ORIGINAL:[0-9]+]] = load i64, ptr %s,
// CHECK-NEXT: store i64 %[[ORIGINAL]], ptr %{{s[0-9]+}}
void product(long n, const long *starts, const long *x, long *y) {
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    long s = i;
#pragma omp parallel for reduction(* : s)
    for (long k = starts[i]; k < starts[i + 1]; k++)
      s *= x[k];
    y[i] = s;
  }
}
