// Initialised once, but looked at without a guard.
int ready, value;
int out[4];
#include <omp.h>
int main(void) {
#pragma omp parallel num_threads(4)
  {
    if (!ready) {
#pragma omp critical
      if (!ready) {
        value = 7;
        ready = 1;
      }
    }
    out[omp_get_thread_num()] = value;
  }
  return out[0] < 0;
}
