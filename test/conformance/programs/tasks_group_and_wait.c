// A taskwait inside a group waits for children from before the group too.
#include "support.h"
int main() {
  uint64_t before = 0, inside = 0, seen = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(before)
    before = work(1, 2000);
#pragma omp taskgroup
    {
#pragma omp task shared(inside)
      inside = work(2, 2000);
#pragma omp taskwait
      seen = before + inside;
    }
  }
  SHOW("seen", seen);
}
