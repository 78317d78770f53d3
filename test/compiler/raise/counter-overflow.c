// Which steps are known not to overflow, and in which sense: what clang compares before the loop says so.
// RUN: %raw %s | %convert | FileCheck %s

// CHECK-LABEL: define internal void @signedUp.slice(
// CHECK: omp.inner.for.inc:
// CHECK: add nsw i32 %{{.*}}, 2,
void signedUp(int first, int n, int *x) {
#pragma omp parallel for
  for (int i = first; i < n; i += 2)
    x[i] = 1;
}

// CHECK-LABEL: define internal void @signedDown.slice(
// CHECK: omp.inner.for.inc:
// CHECK: add nsw i64 %{{.*}}, -3,
void signedDown(long first, long n, int *x) {
#pragma omp parallel for
  for (long i = first; i >= n; i -= 3)
    x[i] = 1;
}

// CHECK-LABEL: define internal void @unsignedUp.slice(
// CHECK: omp.inner.for.inc:
// CHECK: add nuw i32 %{{.*}}, 2,
void unsignedUp(unsigned n, int *x) {
#pragma omp parallel for
  for (unsigned i = 0; i <= n; i += 2)
    x[i] = 1;
}

// CHECK-LABEL: define internal void @unsignedDown.slice(
// CHECK: omp.inner.for.inc:
// CHECK: add i32 %{{.*}}, -1,
void unsignedDown(unsigned n, int *x) {
#pragma omp parallel for
  for (unsigned i = n; i > 0; i--)
    x[i] = 1;
}

// Between constants the numbers decide. These go beyond the signed range.
// CHECK-LABEL: define internal void @constants.slice(
// CHECK: omp.inner.for.inc:
// CHECK: add nuw i32 %{{.*}}, 65536,
void constants(int *x) {
#pragma omp parallel for
  for (unsigned i = 0; i < 4000000000u; i += 65536)
    x[i] = 1;
}

// The comparison is of more bits than the variable has.
// CHECK-LABEL: define internal void @wider.slice(
// CHECK: omp.inner.for.inc:
// CHECK: add i32 %{{.*}}, 2,
void wider(long n, int *x) {
#pragma omp parallel for
  for (unsigned i = 0; i < n; i += 2)
    x[i] = 1;
}

// As a signed number this step is negative.
// CHECK-LABEL: define internal void @longStep.slice(
// CHECK: omp.inner.for.inc:
// CHECK: add i32 %{{.*}}, %
void longStep(int n, unsigned step, int *x) {
#pragma omp parallel for
  for (int i = -2000000000; i < n; i += step)
    x[i] = 1;
}

// The comparison belongs to the loop outside this one, or to the program.
// CHECK-LABEL: define internal void @others.slice(
// CHECK: omp.inner.for.inc:
// CHECK: add nuw i32 %{{.*}}, 16777216,
void others(int n, int *x) {
#pragma omp parallel
  if (0 < n)
#pragma omp for collapse(2)
    for (int i = 0; i < n; i++)
      for (unsigned j = 0; j < 4278190080u; j += 16777216)
        x[j] = i;
}
