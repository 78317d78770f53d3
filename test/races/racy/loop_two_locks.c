// Even and odd iterations take different locks.
#include <omp.h>
int main(void) {
  omp_lock_t locks[2];
  omp_init_lock(&locks[0]);
  omp_init_lock(&locks[1]);
  int x = 0;
#pragma omp parallel for
  for (int i = 0; i < 50; ++i) {
    omp_set_lock(&locks[i % 2]);
    x += i;
    omp_unset_lock(&locks[i % 2]);
  }
  return x < 0;
}
