// FLAGS: -O1
// An iteration that waits for what another does must not stand before it on one thread.
#include <omp.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_int turn;
static volatile int ready;
static int flushed, guarded;

static void waitForTurn(int wanted) {
  while (atomic_load(&turn) != wanted)
    ;
}

int main(void) {
  alarm(20);
  int flag = 0, passed = 0;
#pragma omp parallel for num_threads(4) schedule(static, 1)
  for (int i = 0; i < 4; i++) {
    if (i == 3) {
#pragma omp atomic write
      flag = 1;
    } else {
      int seen;
      do {
#pragma omp atomic read
        seen = flag;
      } while (!seen);
    }
#pragma omp atomic
    passed++;
  }

#pragma omp parallel for num_threads(4) schedule(static, 1)
  for (int i = 0; i < 4; i++) {
    waitForTurn(3 - i);
    atomic_store(&turn, 4 - i);
  }

#pragma omp parallel for num_threads(2) schedule(static, 1)
  for (int i = 0; i < 2; i++)
    if (i == 1)
      ready = 1;
    else
      while (!ready)
        usleep(1);

#pragma omp parallel for num_threads(2) schedule(static, 1)
  for (int i = 0; i < 2; i++)
    if (i == 1) {
#pragma omp atomic write
      flushed = 1;
#pragma omp flush
    } else {
      for (int seen = 0; !seen;) {
#pragma omp flush
#pragma omp atomic read
        seen = flushed;
      }
    }

#pragma omp parallel for num_threads(2) schedule(static, 1)
  for (int i = 0; i < 2; i++)
    for (int seen = 0; !seen;) {
#pragma omp critical
      {
        if (i == 1)
          guarded = 1;
        seen = guarded;
      }
    }
  return passed == 4 ? 0 : 1;
}
