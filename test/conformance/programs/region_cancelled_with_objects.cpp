// A cancelled region destroys what its threads have, and none of them comes behind the barrier.
// NEEDS-OPENMP
// FLAGS: -O2
// ENV: OMP_CANCELLATION=true
#include "strands.h"
#include <vector>
static int destroyed;
struct Guard {
  ~Guard() {
#pragma omp atomic
    destroyed++;
  }
};
int main() {
  int late = 0;
  for (int r = 0; r < 5; r++) {
#pragma omp parallel num_threads(4)
    {
      Guard g;
      std::vector<int> v(100, r);
      if (omp_get_thread_num() == 2) {
#pragma omp cancel parallel
      }
#pragma omp barrier
#pragma omp atomic
      late++;
    }
  }
  SHOW("destroyed", destroyed);
  SHOW("late", late);
}
