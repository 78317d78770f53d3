// `if(0)` leaves nothing but the serial call of the microtask: there is no fork to raise and nothing to promote.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=.slice --implicit-check-not=tactus_poll
// RUN: %remarks %s 2>&1 | count 0

// CHECK: call void @f.omp_outlined(
void f(int n, double *x) {
#pragma omp parallel for if (0)
  for (int i = 0; i < n; i++)
    x[i] *= 2;
}
