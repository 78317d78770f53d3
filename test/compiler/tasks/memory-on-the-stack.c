// Memory on the stack that is made behind a task is no obstacle where it is used there alone.
// RUN: %tactus-clang -O1 -fopenmp -fno-caret-diagnostics -ftactus-remarks -ftactus-remarks-missed -c %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark:
#include <alloca.h>
void work(int, long *);
static long first(const char *bytes) { return bytes[0]; }

// It is in the other branch, and a function of the file reads it.
void beside(int n, long *sums) {
  for (int i = 0; i < n; i++)
    if (i % 2) {
      // CHECK-DAG: [[@LINE+1]]:1: remark: task converted: a call that may be promoted [-Rpass=tactus]
#pragma omp task
      work(i, sums);
    } else {
      char *bytes = alloca(n);
      bytes[0] = i;
      sums[i] = first(bytes);
    }
#pragma omp taskwait
}

void scoped(int n, long *sums) {
  for (int i = 0; i < n; i++)
    if (i % 2) {
      // CHECK-DAG: [[@LINE+1]]:1: remark: task converted: a call that may be promoted [-Rpass=tactus]
#pragma omp task
      work(i, sums);
    } else {
      char bytes[i];
      bytes[0] = i;
      sums[i] = first(bytes);
    }
#pragma omp taskwait
}

// Somebody may have its address behind the rest.
void kept(int n, long *sums, char **last) {
  for (int i = 0; i < n; i++)
    if (i % 2) {
      // CHECK-DAG: [[@LINE+1]]:1: remark: task executed where it is created: what follows makes memory on the stack that may be used behind it [-Rpass-missed=tactus]
#pragma omp task
      work(i, sums);
    } else {
      *last = alloca(n);
    }
#pragma omp taskwait
}
long used(int n, long *sums) {
  char *bytes = 0;
  for (int i = 0; i < n; i++)
    if (i % 2) {
      // CHECK-DAG: [[@LINE+1]]:1: remark: task executed where it is created: what follows makes memory on the stack that may be used behind it [-Rpass-missed=tactus]
#pragma omp task
      work(i, sums);
    } else {
      bytes = alloca(n);
      bytes[0] = i;
    }
#pragma omp taskwait
  return first(bytes);
}
// A task has it.
void given(int n, long *sums) {
  for (int i = 0; i < n; i++) {
    long *number = alloca(sizeof(long));
    *number = i;
    // CHECK-DAG: [[@LINE+1]]:1: remark: task executed where it is created: what follows makes memory on the stack that may be used behind it [-Rpass-missed=tactus]
#pragma omp task
    work(*number, sums);
  }
#pragma omp taskwait
}
// Its scope began before the task, and ends behind it.
void around(int n, long *sums) {
  for (int i = 0; i < n; i++) {
    char bytes[n];
    bytes[0] = i;
    // CHECK-DAG: [[@LINE+1]]:1: remark: task executed where it is created: what follows makes memory on the stack that may be used behind it [-Rpass-missed=tactus]
#pragma omp task
    work(i, sums);
    sums[i] += first(bytes);
  }
#pragma omp taskwait
}
