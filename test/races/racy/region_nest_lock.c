// Each thread has a nestable lock of its own for what is shared.
#include <omp.h>
int x;
int main(void) {
#pragma omp parallel num_threads(4)
  {
    omp_nest_lock_t lock;
    omp_init_nest_lock(&lock);
    omp_set_nest_lock(&lock);
    x++;
    omp_unset_nest_lock(&lock);
    omp_destroy_nest_lock(&lock);
  }
  return x < 0;
}
