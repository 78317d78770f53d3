// Private variables that each iteration writes before it reads, or only reads, or does not read at all, carry nothing.
// RUN: %remarks %s 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: %remarks -O0 %s 2>&1 | FileCheck %s --implicit-check-not=remark:

// CHECK-COUNT-14: remark: parallel loop converted
#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

int check(int);

void onlyRead(int n, int *a, int k) {
#pragma omp parallel for firstprivate(k)
  for (int i = 0; i < n; i++)
    a[i] = k;
}
void writtenFirst(int n, int *a) {
  int k, j;
#pragma omp parallel for private(k, j)
  for (int i = 0; i < n; i++) {
    k = a[i];
    for (j = 0; j < k; j++)
      a[i] += j;
  }
}
void onEachPath(int n, int *a) {
#pragma omp parallel
  {
    int k;
#pragma omp for nowait
    for (int i = 0; i < n; i++) {
      if (i & 1)
        k = 3;
      else
        k = 4;
      a[i] = k;
      k += i;
    }
  }
}
void filledArray(int n, int *a) {
  int b[10];
#pragma omp parallel for private(b)
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 10; j++)
      b[j] = a[i] + j;
    a[i] = b[a[i] & 7];
  }
}
void otherMember(int n, int *a) {
  struct {
    int x, y;
  } s = {0, 5};
#pragma omp parallel for firstprivate(s)
  for (int i = 0; i < n; i++) {
    s.x = i;
    a[i] = s.y + s.x;
    s.x = 1;
  }
}
void sameBounds(int n, int m, int *a) {
  int b[100];
#pragma omp parallel for private(b)
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      b[j] = a[i] + j;
    for (int j = 0; j < m; j++)
      a[i] += b[j];
  }
}
double reductions(int n, int *a, double *d) {
  int s = 0, ok = 1;
  double m = 0, p = 1;
#pragma omp parallel for reduction(+ : s) reduction(&& : ok) reduction(max : m) reduction(* : p)
  for (int i = 0; i < n; i++) {
    s += a[i];
    ok = ok && check(i);
    if (d[i] > m)
      m = d[i];
    p *= d[i];
  }
  return s + ok + m + p;
}
int lastValue(int n, int *a, int k) {
#pragma omp parallel for firstprivate(k) lastprivate(k)
  for (int i = 0; i < n; i++) {
    k = a[i];
    a[i] = k + 1;
  }
  return k;
}
void countedInVain(int n, int *a, int k) {
#pragma omp parallel for firstprivate(k)
  for (int i = 0; i < n; i++) {
    k++;
    a[i] = i;
  }
}
void resultsBehindPointers(int n, double *a) {
  int e;
  double whole;
#pragma omp parallel for private(e, whole)
  for (int i = 0; i < n; i++)
    a[i] = frexp(a[i], &e) * e + modf(a[i], &whole) + whole;
}
void matrix(int n, double *a) {
  double t[3][3];
  int i, j, k;
#pragma omp parallel for private(t, j, k)
  for (i = 0; i < n; i++) {
    for (j = 0; j < 3; j++)
      for (k = 0; k < 3; k++)
        t[j][k] = a[i] * j;
    for (j = 0; j < 3; j++)
      for (k = 0; k < 3; k++)
        a[i] += t[j][k];
  }
}
void cleared(int n, double *a) {
  double b[64];
#pragma omp parallel for private(b)
  for (int i = 0; i < n; i++) {
    memset(b, 0, sizeof b);
    for (int j = 0; j < 200; j++)
      b[rand() & 63] += j;
    a[i] = b[5];
  }
}
void variableLength(int n, int m, double *a) {
  double b[m];
#pragma omp parallel for private(b)
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      b[j] = j;
    for (int j = 1; j < m; j++)
      a[i] += b[j];
  }
}
void oneThread(int n, int *a, int k) {
#pragma omp parallel for num_threads(1) firstprivate(k)
  for (int i = 0; i < n; i++)
    a[i] = k++;
}
