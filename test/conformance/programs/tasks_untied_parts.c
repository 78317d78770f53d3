// An untied task with several scheduling points: a state machine in clang's output.
#include "support.h"
int main() {
  uint64_t result = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task untied shared(result)
    {
      uint64_t x = 0, y = 0, local = work(7, 10);
#pragma omp task shared(x)
      x = work(local, 2000);
#pragma omp task shared(y)
      y = work(local + 1, 2000);
#pragma omp taskwait
      local += x;
#pragma omp taskyield
#pragma omp task shared(x)
      x = work(y, 500);
#pragma omp taskwait
      result = local + x * 3 + y;
    }
  }
  SHOW("result", result);
}
