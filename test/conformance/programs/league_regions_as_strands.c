// FLAGS: -O2
// ENV: KMP_WARNINGS=0
// NEEDS-OPENMP
// Regions of a team whose threads matter: barriers, thread numbers and a loop's fixed schedule, in several teams at a
// time.
#include "strands.h"

static long slots[4][8];

int main(void) {
  long total = 0;
#pragma omp teams num_teams(4) reduction(+ : total)
  {
    int mine = omp_get_team_num();
    long turns = 0;
#pragma omp parallel num_threads(3)
    {
      int number = omp_get_thread_num(), size = omp_get_num_threads();
      CHECK(size <= 3);
      slots[mine][number] = number + 1;
#pragma omp barrier
      for (int other = 0; other < size; other++)
        CHECK(slots[mine][other] == other + 1);
#pragma omp for schedule(static, 1)
      for (int i = 0; i < 60; i++)
        CHECK(i % size == omp_get_thread_num());
#pragma omp for ordered
      for (int i = 0; i < 20; i++) {
#pragma omp ordered
        turns = turns * 3 % 1009 + i;
      }
    }
    long expected = 0;
    for (int i = 0; i < 20; i++)
      expected = expected * 3 % 1009 + i;
    CHECK(turns == expected);
#pragma omp distribute
    for (int i = 0; i < LENGTH; i++)
      total += i;
  }
  SHOW("total", total);
}
