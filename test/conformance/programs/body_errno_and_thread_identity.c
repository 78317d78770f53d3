// FLAGS: -O0
// CONVERTED: 2
// PROMOTES
// errno and the thread's identity are the same before and after an inner loop, whatever was promoted in it.
#include "support.h"
#include <errno.h>
#include <pthread.h>

NOINLINE static int get_errno(void) { return errno; }
NOINLINE static void set_errno(int value) { errno = value; }
NOINLINE static pthread_t self(void) { return pthread_self(); }

int main(void) {
  static unsigned scratch[60][60];
  int wrong = 0;
#pragma omp parallel for reduction(+ : wrong)
  for (int i = 0; i < 60; i++) {
    pthread_t before = self();
    set_errno(i + 1);
#pragma omp parallel for
    for (int j = 0; j < 60; j++)
      scratch[i][j] = (unsigned)work((unsigned)(i * 60 + j), 3);
    wrong += !pthread_equal(before, self());
    wrong += get_errno() != i + 1;
  }
  SHOW("wrong", wrong);
  SHOW_ARRAY("scratch", &scratch[0][0], 3600);
}
