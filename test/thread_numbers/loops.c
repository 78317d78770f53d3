// Loops whose iterations use scratch space by thread, through functions of another file that the compiler does not see:
// flat and nested, with and without num_threads, before and after omp_set_num_threads(), and several in one region.
#include "scratch.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned work(unsigned x, int rounds) {
  for (int round = 0; round < rounds; round++)
    x = x * 1664525u + 1013904223u;
  return x;
}

static unsigned flat(int n) {
  unsigned sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++) {
    int number = enterScratch();
    sum += work((unsigned)i, 300);
    leaveScratch(number);
  }
  return sum;
}

static unsigned flatOfThree(int n) {
  unsigned sum = 0;
#pragma omp parallel for reduction(+ : sum) num_threads(3)
  for (int i = 0; i < n; i++) {
    int number = enterScratch();
    sum += work((unsigned)i, 300);
    leaveScratch(number);
  }
  return sum;
}

// The inner loop's join is where an iteration might come to another slot.
static unsigned iterationWithLoop(int i, int m) {
  int number = enterScratch();
  unsigned inner = 0;
#pragma omp parallel for reduction(+ : inner)
  for (int j = 0; j < m; j++)
    inner += work((unsigned)(i ^ j), 200);
  leaveScratch(number);
  return inner;
}

static unsigned nested(int n, int m) {
  unsigned sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += iterationWithLoop(i, m);
  return sum;
}

// Strands of the inner loop have no place in the team of three.
static unsigned nestedInThree(int n, int m) {
  unsigned sum = 0;
#pragma omp parallel for reduction(+ : sum) num_threads(3)
  for (int i = 0; i < n; i++)
    sum += iterationWithLoop(i, m);
  return sum;
}

// Between the loops a thread of the program's gives its slot back; it keeps its number.
static unsigned severalInRegions(int regions, int loops, int n) {
  unsigned sum = 0;
  for (int region = 0; region < regions; region++) {
#pragma omp parallel
    for (int loop = 0; loop < loops; loop++) {
#pragma omp for reduction(+ : sum)
      for (int i = 0; i < n; i++) {
        int number = enterScratch();
        sum += work((unsigned)(i ^ loop), 300);
        leaveScratch(number);
      }
    }
  }
  return sum;
}

int main(void) {
  // At first all that max_threads promises.
  prepareScratch(omp_get_max_threads());
  // First of all: the thread has a slot when it is told its number.
  unsigned sum = severalInRegions(30, 20, 300);
  sum ^= flat(20000);
  sum ^= nested(60, 400);
  if (omp_in_parallel() || omp_get_thread_num() != 0 || omp_get_num_threads() != 1) {
    fprintf(stderr, "error: the sequential part is not sequential\n");
    return 1;
  }
  prepareScratch(3);
  sum ^= flatOfThree(20000);
  sum ^= nestedInThree(60, 400);
  omp_set_num_threads(2);
  if (omp_get_max_threads() != 2)
    return 1;
  prepareScratch(2);
  sum ^= flat(20000);
  sum ^= nested(60, 400);
  // Inside a serial region of libomp's each thread has number 0 again.
  unsigned wrong = 0;
#pragma omp parallel for reduction(+ : wrong)
  for (int i = 0; i < 200; i++) {
#pragma omp parallel num_threads(1) reduction(+ : wrong)
    {
      wrong += omp_get_thread_num() != 0 || omp_get_num_threads() != 1;
    }
  }
  printf("%u %u\n", sum, wrong);
}
