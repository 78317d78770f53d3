// Writers take the lock, readers do not.
#include <omp.h>
int x, out[4];
int main(void) {
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel num_threads(4)
  {
    omp_set_lock(&lock);
    x++;
    omp_unset_lock(&lock);
    out[omp_get_thread_num()] = x;
  }
  omp_destroy_lock(&lock);
  return out[0] < 0;
}
