// FLAGS: -pthread
// A walk of the stack and a promotion took more than such a thread has. It runs serially now, and with more room in
// parallel.
#include <pthread.h>
#include <stdio.h>

enum { Rows = 500 };
static long found;

static void *sumRows(void *unused) {
  long sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int row = 0; row < Rows; row++)
#pragma omp parallel for reduction(+ : sum)
    for (int column = 0; column < row; column++)
      sum += (row ^ column) % 7;
  found = sum;
  return unused;
}

int main(void) {
  long expected = 0;
  for (int row = 0; row < Rows; row++)
    for (int column = 0; column < row; column++)
      expected += (row ^ column) % 7;
  for (size_t kilobytes = 16; kilobytes <= 128; kilobytes += kilobytes < 64 ? 4 : 32)
    for (int repetition = 0; repetition < 3; repetition++) {
      pthread_attr_t attributes;
      pthread_t thread;
      pthread_attr_init(&attributes);
      if (pthread_attr_setstacksize(&attributes, kilobytes * 1024) ||
          pthread_create(&thread, &attributes, sumRows, NULL))
        continue; // what is local to threads may not fit
      pthread_join(thread, NULL);
      pthread_attr_destroy(&attributes);
      if (found != expected)
        return printf("%zu KiB: %ld, not %ld\n", kilobytes, found, expected), 1;
    }
  return 0;
}
