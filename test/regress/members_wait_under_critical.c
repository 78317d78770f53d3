// FLAGS: -O2
// Only one member changes what all wait for, under critical.
#include <omp.h>
#include <unistd.h>
int left = 10;
int main(void) {
  alarm(30);
  int done = 0;
#pragma omp parallel num_threads(4)
  {
    int now = 1;
    while (now) {
#pragma omp critical
      {
        if (omp_get_thread_num() == 3 && left > 0) {
          left--;
          done++;
        }
        now = left;
      }
    }
  }
  return !(done == 10);
}
