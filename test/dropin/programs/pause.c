// A pause ends the threads: those that come have threadprivate variables as they were in the beginning.
#include "check.h"

static int own = 128;
#pragma omp threadprivate(own)

int main(void) {
  for (int round = 0; round < 100; ++round) {
    int isFirst = round == 0;
#pragma omp parallel
    {
      CHECK(omp_get_thread_num() == 0 ? isFirst == (own == 128) : own == 128);
      own = omp_get_thread_num() + 256;
    }
#pragma omp parallel
    CHECK(own == omp_get_thread_num() + 256);
    CHECK((round % 2 ? omp_pause_resource_all(omp_pause_hard)
                     : omp_pause_resource(omp_pause_soft, omp_get_initial_device())) == 0);
  }
#pragma omp parallel
  CHECK(omp_pause_resource_all(omp_pause_soft) != 0);
  return report();
}
