// FLAGS: -O2
// What a private variable carries from one iteration of a thread to its next one is fixed by the standard where the
// schedule and the number of threads are; a task began with fresh copies in the middle.
#include <stdio.h>
#include <stdlib.h>

enum { N = 20000, Half = N / 2 };
static long a[N];

static void expect(const char *what, long (*wanted)(int)) {
  for (int i = 0; i < N; i++)
    if (a[i] != wanted(i)) {
      fprintf(stderr, "%s: a[%d] is %ld\n", what, i, a[i]);
      exit(1);
    }
}
static long position(int i) { return i % Half; }
static long sum(int i) { return (long)(i % Half) * (i % Half + 1) / 2 + (long)(i / Half) * Half * (i % Half + 1); }
static long remainders(int i) { return i % Half / 10 + 1; }
static void step(long *counter, long by) { *counter += by; }

int main(void) {
  for (int round = 0; round < 3; round++) {
    long k = 0;
#pragma omp parallel for num_threads(2) schedule(static, Half) firstprivate(k)
    for (int i = 0; i < N; i++)
      a[i] = k++;
    expect("firstprivate", position);

#pragma omp parallel for num_threads(2) schedule(static, Half) private(k)
    for (int i = 0; i < N; i++) {
      if (i % Half == 0)
        k = 0;
      a[i] = k++;
    }
    expect("private", position);

#pragma omp parallel num_threads(2)
    {
      struct {
        long unused, value;
      } state = {1, 0};
#pragma omp for schedule(static, Half) nowait
      for (int i = 0; i < N; i++)
        a[i] = state.value++;
    }
    expect("of the region", position);

    long s = 0;
#pragma omp parallel for num_threads(2) schedule(static, Half) reduction(+ : s)
    for (int i = 0; i < N; i++) {
      s += i;
      a[i] = s;
    }
    expect("reduction", sum);

    long counts[10] = {0};
#pragma omp parallel for num_threads(2) schedule(static, Half) firstprivate(counts)
    for (int i = 0; i < N; i++)
      a[i] = ++counts[i % 10];
    expect("array", remainders);

    long c = 0;
#pragma omp parallel for num_threads(2) schedule(static, Half) firstprivate(c)
    for (int i = 0; i < N; i++) {
      a[i] = c;
      step(&c, 1);
    }
    expect("through a pointer", position);

    long last = 0;
#pragma omp parallel for num_threads(2) schedule(static, Half) firstprivate(last) lastprivate(last)
    for (int i = 0; i < N; i++)
      last++;
    if (last != Half) {
      fprintf(stderr, "lastprivate: %ld\n", last);
      return 1;
    }
  }
}
