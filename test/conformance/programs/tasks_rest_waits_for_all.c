// A function that waits for its caller's tasks is called in the rest of three of them. Where each was promoted in the
// rest of the one before, at its own poll, it waits for all of them, and not only for the last.
// FLAGS: -O2
// PROMOTES
#include "support.h"
#include <time.h>
enum { Tasks = 3, Rounds = 20 };

static int ended[Tasks];

static void pause_for(long milliseconds) {
  struct timespec time = {0, milliseconds * 1000000};
  nanosleep(&time, NULL);
}
// The first tasks take longest.
static NOINLINE void end(int task) {
  pause_for(2 * (Tasks - task));
  __atomic_store_n(&ended[task], 1, __ATOMIC_RELAXED);
}
static NOINLINE int count_ended(void) {
#pragma omp taskwait
  int count = 0;
  for (int task = 0; task < Tasks; task++)
    count += __atomic_load_n(&ended[task], __ATOMIC_RELAXED);
  return count;
}
static NOINLINE int all(void) {
  for (int task = 0; task < Tasks; task++)
    ended[task] = 0;
#pragma omp task
  end(0);
#pragma omp task
  end(1);
#pragma omp task
  end(2);
  return count_ended();
}
int main() {
  int least = Tasks;
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < Rounds; round++) {
    int count = all();
    if (count < least)
      least = count;
  }
  SHOW("least", least);
}
