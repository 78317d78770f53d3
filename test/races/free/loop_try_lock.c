// The lock is tried until it is there.
#include <omp.h>
int main(void) {
  omp_lock_t lock;
  omp_init_lock(&lock);
  int x = 0;
#pragma omp parallel for
  for (int i = 0; i < 20; ++i) {
    while (!omp_test_lock(&lock))
      ;
    x += i;
    omp_unset_lock(&lock);
  }
  omp_destroy_lock(&lock);
  return x != 190;
}
