// A rest that passes through a whole group on its way to the taskwait.
#include "support.h"
int main() {
  uint64_t a = 0, b = 0, c = 0, d = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(a)
    a = work(1, 3000);
#pragma omp taskgroup
    {
#pragma omp task shared(b)
      b = work(2, 3000);
#pragma omp task shared(c)
      c = work(3, 3000);
    }
    d = b * 3 + c;
#pragma omp taskwait
    d += a;
  }
  SHOW("d", d);
}
