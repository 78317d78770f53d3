// One lock for all.
#include <omp.h>
int main(void) {
  omp_lock_t lock;
  omp_init_lock(&lock);
  int x = 0;
#pragma omp parallel for
  for (int i = 0; i < 50; ++i) {
    omp_set_lock(&lock);
    x += i;
    omp_unset_lock(&lock);
  }
  omp_destroy_lock(&lock);
  return x != 1225;
}
