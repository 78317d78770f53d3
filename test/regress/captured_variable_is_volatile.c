// FLAGS: -O2
// Clang reads a volatile variable that a region has captured as an ordinary one, so that a loop which waits for it was
// no loop that waits, and never ended where nothing else in it could have written memory.
#include <omp.h>
#include <stdio.h>

int main(void) {
  volatile int begun = 0, done = 0;
#pragma omp parallel num_threads(2)
  {
    while (omp_get_thread_num() != 0 && !begun)
      ;
    if (omp_get_thread_num() == 0)
      begun = 1;
  }
  volatile int flags[3] = {0, 0, 0};
#pragma omp parallel num_threads(3)
  {
    int number = omp_get_thread_num();
    if (number > 0)
      while (!flags[number - 1])
        ;
    flags[number] = 1;
#pragma omp parallel num_threads(1)
    done = 1;
  }
  return begun + done + flags[2] - 3;
}
