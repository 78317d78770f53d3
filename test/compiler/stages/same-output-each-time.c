// The same source gives the same code: what is made of a loop's or a region's blocks does not depend on their addresses, which
// differ between runs.
// RUN: %raw %s > %t.ll
// RUN: %python %S/Inputs/repeatedly.py 12 -- %opt -passes=tactus -S %t.ll
void f(int n, int m, double *a, double *b, int *c) {
#pragma omp parallel
  {
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++) {
        if (c[j] > 0 && a[j] > 1)
          b[i] += a[j];
        else if (c[j] < 0 || a[j] < -1)
          b[i] -= a[j];
        switch (c[i]) {
        case 1: a[i] += 1; break;
        case 2: a[i] += 3; break;
        case 3: a[i] *= 5; break;
        default: a[i] = 0;
        }
      }
#pragma omp for
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        if (c[j])
          b[i] = b[i] > 0 && a[i] < 3 ? b[i] * 2 : c[i] ? a[i] : a[i] + 1;
  }
}
