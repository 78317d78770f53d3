// omp_lock_t around an update inside tasks.
#include "support.h"
#ifdef _OPENMP
#include <omp.h>
#else
typedef int omp_lock_t;
static void omp_init_lock(int *l) { *l = 0; }
static void omp_set_lock(int *l) { *l = 1; }
static void omp_unset_lock(int *l) { *l = 0; }
static void omp_destroy_lock(int *l) { *l = 0; }
#endif
static omp_lock_t lock;
static uint64_t sum;
int main() {
  omp_init_lock(&lock);
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 200; i++) {
#pragma omp task firstprivate(i)
    {
      uint64_t x = work((uint64_t)i, 50);
      omp_set_lock(&lock);
      sum += x;
      omp_unset_lock(&lock);
    }
  }
  omp_destroy_lock(&lock);
  SHOW("sum", sum);
}
