// The original keeps its value until the group ends, whatever the tasks have added; initialisers see it.
// NEEDS-OPENMP
// ENV: OMP_NUM_THREADS=4
#include "support.h"
typedef struct {
  int value, seen;
} cell;
#pragma omp declare reduction(cells:cell : omp_out.value += omp_in.value,                                              \
                                  omp_out.seen = omp_in.seen > omp_out.seen ? omp_in.seen : omp_out.seen)              \
    initializer(omp_priv = {0, omp_orig.value})
int main() {
  int sum = 40, middle = 0;
  cell c = {17, 0};
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup task_reduction(+ : sum) task_reduction(cells : c)
    {
      for (int i = 0; i < 50; i++) {
#pragma omp task in_reduction(+ : sum) in_reduction(cells : c) firstprivate(i)
        {
          sum += (int)(work((uint64_t)i, 100) % 10);
          c.value++;
        }
      }
#pragma omp taskwait
      middle = sum;
    }
  }
  SHOW("middle", middle);
  SHOW("sum", sum);
  SHOW("value", c.value);
  SHOW("seen", c.seen);
}
