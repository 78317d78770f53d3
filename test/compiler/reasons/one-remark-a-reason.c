// A reason that stands in many lines of a region is one remark, at the first of them, which names others.
// RUN: %remarks %s 2>&1 | FileCheck %s --implicit-check-not=remark:
extern int (*other)(int);
int values[100];
// CHECK-DAG: one-remark-a-reason.c:[[@LINE+6]]:{{[0-9]+}}: remark: in the way of its parallel region: every thread of the region calls a function that may do something once a thread (also in lines 12, 13, 14 and 1 more) [
// CHECK-DAG: one-remark-a-reason.c:[[@LINE+5]]:{{[0-9]+}}: remark: in the way of phases: a thread of the region calls code of another file, which may hold a barrier (also in lines 12, 13, 14 and 1 more) [
// CHECK-DAG: one-remark-a-reason.c:9:1: remark: parallel region runs as strands: every thread of the region calls a function
void region(void) {
#pragma omp parallel
  {
    values[0] += other(1), values[1] += other(2),
    values[2] += other(3),
    values[3] += other(4);
    values[4] += other(5);
    values[5] += other(6);
#pragma omp for
    for (int i = 0; i < 100; i++)
      values[i] = i;
  }
}

// CHECK-DAG: remark: in the way of its parallel region: every thread of the region calls a function that may do something once a thread (also in line [[@LINE+7]]) [
// CHECK-DAG: remark: in the way of phases: a thread of the region calls code of another file, which may hold a barrier (also in line [[@LINE+6]]) [
// CHECK-DAG: one-remark-a-reason.c:26:1: remark: parallel region runs as strands: every thread of the region calls a function
void twice(void) {
#pragma omp parallel
  {
    values[0] += other(1);
    values[1] += other(2);
#pragma omp for
    for (int i = 0; i < 100; i++)
      values[i] = i;
  }
}
