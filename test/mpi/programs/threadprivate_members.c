// Variables of threads keep their values over regions in which the master waits in MPI.
#include "rank_program.h"
#include <omp.h>

static int own;
#pragma omp threadprivate(own)

int main(int argc, char **argv) {
  begin(&argc, &argv, MPI_THREAD_FUNNELED);
  omp_set_dynamic(0);
#pragma omp parallel num_threads(3)
  own = omp_get_thread_num() + 1;
  for (int round = 0; round < 10; ++round) {
#pragma omp parallel num_threads(3)
    {
#pragma omp master
      {
        int value = RANK == 0 ? round : -1;
        MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
        CHECK(value == round);
      }
      CHECK(own % 10 == omp_get_thread_num() + 1);
      own += 10;
    }
  }
#pragma omp parallel num_threads(3)
  CHECK(own == omp_get_thread_num() + 101);
  return end();
}
