// FLAGS: -O2
// ENV: KMP_WARNINGS=0
// NEEDS-OPENMP
// What OpenMP's functions say in a league: each team has its number, one thread at level 0, and regions at level 1 know
// the team that they are in, wherever their iterations run.
#include "strands.h"

static long hits[LENGTH];
static int numberFrom(int (*query)(void)) { return query(); }

int main(void) {
  int (*volatile teamNumber)(void) = omp_get_team_num;
  long entered = 0, teams = 0;
#pragma omp teams num_teams(3) reduction(+ : entered)
  {
    int mine = omp_get_team_num();
    CHECK(mine >= 0 && mine < omp_get_num_teams() && omp_get_num_teams() <= 3);
    CHECK(omp_get_level() == 0 && omp_get_active_level() == 0 && !omp_in_parallel());
    CHECK(omp_get_thread_num() == 0 && omp_get_num_threads() == 1);
    CHECK(teamNumber() == mine);
    entered += 1 + 100 * mine;
    if (mine == 0)
      teams = omp_get_num_teams();
#pragma omp distribute
    for (int i = 0; i < LENGTH; i++)
      hits[i] += mine + 1;
#pragma omp parallel
    {
      CHECK(omp_get_team_num() == mine && omp_get_level() == 1);
      CHECK(omp_get_thread_num() < omp_get_num_threads());
    }
#pragma omp parallel for
    for (int i = 0; i < 300; i++)
      CHECK(numberFrom(teamNumber) == mine);
  }
  CHECK(entered == teams + 100 * (teams * (teams - 1) / 2));
  // Without chunks a team has iterations that lie together, in the order of the teams.
  for (int i = 1; i < LENGTH; i++)
    CHECK(hits[i] >= hits[i - 1] && hits[i] <= hits[i - 1] + 1);
  CHECK(hits[0] == 1 && hits[LENGTH - 1] == teams);
  CHECK(omp_get_team_num() == 0 && omp_get_num_teams() == 1);
  SHOW("done", 1);
}
