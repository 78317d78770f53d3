// Each thread's tasks use its own slot.
#include <omp.h>
int slots[4];
int main(void) {
#pragma omp parallel num_threads(4)
  {
    int *mine = &slots[omp_get_thread_num()];
#pragma omp task
    *mine += 1;
#pragma omp taskwait
    *mine += 2;
  }
  return slots[0] != 3;
}
