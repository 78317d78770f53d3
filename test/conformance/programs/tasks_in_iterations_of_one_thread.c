// Where the team may have one thread its tasks share variables without a race: such loops stay with libomp.
// LEFT: tasks
#include "support.h"
int main() {
  uint64_t count = 0;
  int one = 1;
#pragma omp parallel for num_threads(one)
  for (int i = 0; i < 100; i++) {
#pragma omp task shared(count)
    count += work((uint64_t)i, 5);
#pragma omp task shared(count)
    count += work((uint64_t)i + 1, 5);
  }
  SHOW("count", count);
}
