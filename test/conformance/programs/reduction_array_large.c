// FLAGS: -O1
// CONVERTED: 1
// A private copy of 64 KiB: it must not overflow a task's stack, nor cost its size at each iteration.
#include "support.h"

static int votes[16384];

int main(void) {
#pragma omp parallel for reduction(+ : votes) schedule(dynamic, 100)
  for (int i = 0; i < 300; i++)
    for (int k = 0; k < 20; k++)
      votes[mix(i * 20 + k) % 16384]++;
  SHOW_ARRAY("votes", votes, 16384);
}
