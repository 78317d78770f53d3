// A last value that an iteration may leave unwritten comes from an earlier one of its thread, also where clang has numbers
// that are none of an iteration: in nests that are not rectangular.
// RUN: %remarks %s 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: %remarks -O0 %s 2>&1 | FileCheck %s --implicit-check-not=remark:

// CHECK: [[@LINE+3]]:1: remark: parallel region runs in phases: an iteration may find in a private variable what an
int lastValueOfSome(int n, int *a) {
  int k = 0;
#pragma omp parallel for lastprivate(k)
  for (int i = 0; i < n; i++)
    if (a[i])
      k = a[i];
  return k;
}
// CHECK: [[@LINE+3]]:1: remark: parallel region runs in phases: an iteration may find in a private variable what an
int lastValueOfTriangle(int n) {
  int k = 0;
#pragma omp parallel for collapse(2) lastprivate(k) schedule(dynamic)
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      k = i;
  return k;
}
// CHECK: [[@LINE+3]]:1: remark: parallel loop converted
int lastValueOfRectangle(int n) {
  int k = 0;
#pragma omp parallel for collapse(2) lastprivate(k) schedule(dynamic)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      k = i + j;
  return k;
}
// CHECK: [[@LINE+3]]:1: remark: parallel loop converted
int lastValueOfInnerLoop(int n, int *a) {
  int k = 0;
#pragma omp parallel for lastprivate(k)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) {
      k = a[j];
      a[n + i * n + j] = k;
    }
  return k;
}
// CHECK: [[@LINE+3]]:1: remark: parallel loop converted
int noLastValueOfTriangle(int n) {
  int count = 0;
#pragma omp parallel for collapse(2) reduction(+ : count) schedule(dynamic)
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      count += i * j;
  return count;
}
