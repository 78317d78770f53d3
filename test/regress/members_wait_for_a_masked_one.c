// FLAGS: -O2
// Only one member changes what all wait for, with an atomic update under masked.
#include <omp.h>
#include <unistd.h>
int left = 10;
int main(void) {
  alarm(30);
  int done = 0;
#pragma omp parallel num_threads(4)
  while (1) {
    int now;
#pragma omp atomic read
    now = left;
    if (now <= 0)
      break;
#pragma omp masked filter(3)
    {
      done++;
#pragma omp atomic
      left = left - 1;
    }
  }
  return !(done == 10);
}
