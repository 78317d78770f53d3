// A library of another compiler, which has a slot for each thread.
#include <omp.h>

enum { MostThreads = 64, Apart = 16 };
static long slots[MostThreads * Apart];

void add(long value) { slots[omp_get_thread_num() * Apart] += value; }

long sum(void) {
  long all = 0;
  for (int i = 0; i < MostThreads; i++)
    all += slots[i * Apart];
  return all;
}
