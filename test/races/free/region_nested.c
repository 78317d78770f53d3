// Threads of inner regions have slots of their own.
#include <omp.h>
int slots[2][2];
int main(void) {
#pragma omp parallel num_threads(2)
  {
    int me = omp_get_thread_num();
#pragma omp parallel num_threads(2)
    slots[me][omp_get_thread_num()]++;
  }
  return slots[0][0] != 1;
}
