// After its parallel part the program sleeps. How many of 100 sleeps does a signal end?
#include <stdio.h>
#include <time.h>

__attribute__((noinline)) static double compute(int count) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < count; i++)
    sum += 1.0 / (i + 1);
  return sum;
}

#ifdef APART
__attribute__((noinline))
#endif
static int
sleeps(void) {
  int early = 0;
  for (int k = 0; k < 100; k++) {
    struct timespec time = {0, 2000000};
    early += nanosleep(&time, NULL) != 0;
  }
  return early;
}

int main(void) {
  double sum = compute(20000000);
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 20000000; i++)
    sum += 1.0 / (i + 1);
  int early = sleeps();
  // A new part gets beats again.
  sum += compute(20000000);
  printf("%d\n", early);
  return sum < 30;
}
