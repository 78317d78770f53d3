// A lock for each bin.
#include <omp.h>
int bins[8];
int main(void) {
  omp_lock_t locks[8];
  for (int i = 0; i < 8; ++i)
    omp_init_lock(&locks[i]);
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < 80; ++i) {
    omp_set_lock(&locks[i % 8]);
    bins[i % 8]++;
    omp_unset_lock(&locks[i % 8]);
  }
  for (int i = 0; i < 8; ++i)
    omp_destroy_lock(&locks[i]);
  return bins[0] != 10;
}
