// Each creates one task, and nothing that could run beside it.
#include "functions.h"
#include <omp.h>
#include <sched.h>
#include <stdlib.h>

long combine(long a, long b, long c) { return (3 * a + 5 * b + 7 * c) % 1000003; }

long work(long a, long b, long c) {
  volatile long spin = 0;
  int before = omp_get_thread_num();
  for (int k = 0; k < 2000; k++)
    spin += k;
  if (omp_get_thread_num() != before || before < 0 || before >= omp_get_num_threads())
    abort();
  return combine(a, b, c);
}

void step(const long *a, const long *b, long *c) {
#pragma omp task depend(in : a[0], b[0]) depend(inout : c[0])
  *c = work(*a, *b, *c);
}

void stepIf(int isDeferred, const long *a, const long *b, long *c) {
#pragma omp task depend(in : a[0], b[0]) depend(inout : c[0]) if (isDeferred) final(c - a > 20)
  *c = work(*a, *b, *c);
}

void add(long *sum, long value) {
#pragma omp task
  {
    work(1, 2, 3);
#pragma omp atomic
    *sum += value;
  }
}

void tree(int depth, long *count) {
#pragma omp task
  {
    work(1, 2, 3);
#pragma omp atomic
    ++*count;
    if (depth > 0) {
      tree(depth - 1, count);
      tree(depth - 1, count);
    }
  }
}

long waitAndSum(const long *values, int count) {
  long sum = 0;
#pragma omp taskwait
  for (int i = 0; i < count; i++)
    sum += values[i];
  return sum;
}

static void arrive(int *arrived) {
  __atomic_fetch_add(arrived, 1, __ATOMIC_SEQ_CST);
  while (__atomic_load_n(arrived, __ATOMIC_SEQ_CST) < 2)
    sched_yield();
}

void meet(int *arrived) {
#pragma omp task
  arrive(arrived);
}

void meetInOrder(int *arrived, int *item) {
#pragma omp task depend(inout : item[0])
  arrive(arrived);
}

void beginLong(int *hasBegun) {
#pragma omp task
  {
    __atomic_store_n(hasBegun, 1, __ATOMIC_SEQ_CST);
    for (int i = 0; i < 20000; i++)
      work(1, 2, 3);
  }
}

void awaitBegin(int *hasBegun) {
  while (!__atomic_load_n(hasBegun, __ATOMIC_SEQ_CST))
    sched_yield();
}
