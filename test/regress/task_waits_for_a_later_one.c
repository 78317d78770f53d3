// FLAGS: -O2
// A task that waits for what a later one does: on libomp's two threads it gets through, as a call it never would.
#include <stdatomic.h>
#include <unistd.h>

static atomic_int flag;

int main(void) {
  alarm(20);
  int result = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task shared(result)
    {
      while (!atomic_load(&flag)) {
#pragma omp taskyield
      }
      result = 7;
    }
#pragma omp task
    atomic_store(&flag, 1);
  }
  return result == 7 ? 0 : 1;
}
