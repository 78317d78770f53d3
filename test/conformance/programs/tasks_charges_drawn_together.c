// Both sides of a branch create the same task, so the optimiser draws what they pay together, in front of the branch.
// CONVERTED: 1
#include "support.h"

static uint64_t cells[4];
int number;

static uint64_t amount(int i) { return i < 5 ? 100 : 1; }

static void create(int me, uint64_t *cell) {
  for (int i = 0; i < 3; i++)
    if ((me + i) % 2)
#pragma omp task firstprivate(i)
#pragma omp atomic
      *cell += 3 * amount(i);
}

NOINLINE void create_twice(uint64_t *cell) {
  for (int round = 0; round < 2; round++)
    create(number, cell);
#pragma omp taskwait
}

int main(void) {
  for (int round = 0; round < 100; round++)
    for (number = 0; number < 4; number++)
      create_twice(&cells[number]);
  SHOW_ARRAY("cells", cells, 4);
}
