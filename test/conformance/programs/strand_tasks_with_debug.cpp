// Stretches with debug information and without optimisation: conditions, loops around loops, several ways to an end.
// FLAGS: -O0 -g -std=c++20
// NEEDS-OPENMP
#include "strands.h"
#include <vector>

static long slots[MOST_THREADS], cells[200], rounds;

int main() {
#pragma omp parallel num_threads(3)
  {
    int me = omp_get_thread_num();
    slots[me] = me;
#pragma omp barrier
    for (int round = 0; round < 4; round++) {
#pragma omp single
      {
        std::vector<int> places;
        for (int i = 0; i < 50; i++)
          if (i % 3)
            places.push_back(i + 50 * (round % 2));
        for (int place : places) {
          if (place % 5 == 0)
            continue;
#pragma omp task firstprivate(place)
          cells[place] += place + slots[place % 3];
        }
        if (round == 2) {
#pragma omp taskwait
          rounds += cells[1];
        }
      }
      if (round % 2) {
#pragma omp task firstprivate(me, round)
        {
#pragma omp critical
          rounds += me + round;
        }
      }
#pragma omp barrier
      slots[me] += cells[me + 1];
#pragma omp barrier
    }
#pragma omp for schedule(dynamic, 4)
    for (int i = 100; i < 200; i++) {
#pragma omp task firstprivate(i)
      cells[i] = cells[i - 100] + rounds * 0 + i;
    }
    slots[me] += cells[150];
  }
  SHOW_ARRAY("slots", slots, 3);
  SHOW_ARRAY("cells", cells, 200);
  SHOW("rounds", rounds);
}
