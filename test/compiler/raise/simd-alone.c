// `simd` without `parallel` is one thread's loop: nothing to convert and nothing to report.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=.slice --implicit-check-not=tactus_poll
// RUN: %remarks %s 2>&1 | count 0

// CHECK: define {{.*}}void @f(
void f(int n, double *x) {
#pragma omp simd
  for (int i = 0; i < n; i++)
    x[i] *= 2;
}
