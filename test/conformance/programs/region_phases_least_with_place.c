// A minimum with its place and sums by value, which each thread has of its iterations and merges under `critical`.
// LEFT: read after a loop
// PHASES
// NEEDS-OPENMP
#include "strands.h"

enum { VALUES = 50 };
static long numbers[LENGTH], histogram[VALUES];

int main(void) {
  fill_numbers(numbers, LENGTH);
  long least = 1000000, place = -1;
#pragma omp parallel num_threads(4)
  {
    long own[VALUES] = {0}, mine = 1000000, mine_place = -1;
#pragma omp for schedule(dynamic, 61) nowait
    for (long i = 0; i < LENGTH; i++) {
      own[numbers[i] % VALUES]++;
      if (numbers[i] < mine || (numbers[i] == mine && i < mine_place)) {
        mine = numbers[i];
        mine_place = i;
      }
    }
#pragma omp critical
    {
      for (int value = 0; value < VALUES; value++)
        histogram[value] += own[value];
      if (mine < least || (mine == least && mine_place < place)) {
        least = mine;
        place = mine_place;
      }
    }
  }
  SHOW("least", least);
  SHOW("place", place);
  SHOW_ARRAY("histogram", histogram, VALUES);
}
