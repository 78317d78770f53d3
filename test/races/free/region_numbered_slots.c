// Each thread has a slot.
#include <omp.h>
int slots[4];
int main(void) {
#pragma omp parallel num_threads(4)
  slots[omp_get_thread_num()]++;
  return slots[0] != 1;
}
