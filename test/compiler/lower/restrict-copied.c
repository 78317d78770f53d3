// A restrict pointer that is assigned, stored or given to another function has no scope: other pointers may be based on
// it.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=!alias.scope
// CHECK: define internal void @moved.slice

void moved(int n, double *restrict x, const double *y) {
  x += n;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = y[i];
}

void copied(int n, double *restrict x) {
  double *y = x + 1;
#pragma omp parallel for
  for (int i = 0; i < n - 1; i++)
    x[i] += y[i];
  y = 0;
}

double *last(double *x);
void given(int n, double *restrict x) {
  double *y = last(x);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] += *y;
}
