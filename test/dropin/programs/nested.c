// Regions in regions, leagues, settings, locks, threads of the program's own, a forked child.
#include "check.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static int kept;
#pragma omp threadprivate(kept)

static void levels(void) {
  omp_set_max_active_levels(2);
  int members = 0;
#pragma omp parallel num_threads(2) reduction(+ : members)
  {
    CHECK(omp_get_level() == 1 && omp_get_num_threads() == 2);
    int outer = omp_get_thread_num();
#pragma omp parallel num_threads(3) reduction(+ : members)
    {
      CHECK(omp_get_level() == 2 && omp_get_active_level() == 2 && omp_get_num_threads() == 3);
      CHECK(omp_get_ancestor_thread_num(1) == outer && omp_get_team_size(1) == 2);
#pragma omp barrier
      members += 1;
#pragma omp parallel num_threads(4)
      CHECK(omp_get_num_threads() == 1 && omp_get_level() == 3);
    }
  }
  CHECK(members == 6);
#pragma omp parallel if (0)
  {
    CHECK(omp_get_num_threads() == 1 && omp_get_level() == 1 && !omp_in_parallel());
    int x = 0;
#pragma omp single copyprivate(x)
    x = 3;
    CHECK(x == 3);
  }
  omp_set_max_active_levels(1);
  omp_set_num_threads(3);
  CHECK(omp_get_max_threads() == 3);
#pragma omp parallel
  {
#pragma omp single
    CHECK(omp_get_num_threads() == 3);
    omp_set_num_threads(7);
    CHECK(omp_get_max_threads() == 7);
  }
  CHECK(omp_get_max_threads() == 3);
  omp_set_schedule(omp_sched_guided, 5);
  omp_sched_t kind;
  int chunk;
  omp_get_schedule(&kind, &chunk);
  CHECK(kind == omp_sched_guided && chunk == 5);
}

static void leagues(void) {
  int hits[300] = {0}, teams = 0;
#pragma omp teams num_teams(3) thread_limit(2) shared(hits, teams)
  {
#pragma omp atomic
    ++teams;
    CHECK(omp_get_num_teams() == 3 && omp_get_team_num() < 3);
#pragma omp distribute parallel for schedule(dynamic, 4)
    for (int i = 0; i < 300; ++i) {
#pragma omp atomic
      ++hits[i];
    }
  }
  CHECK(teams == 3);
  long sum = 0;
#pragma omp teams distribute parallel for reduction(+ : sum) num_teams(2)
  for (int i = 0; i < 300; ++i)
    sum += hits[i];
  CHECK(sum == 300);
}

static void locks(void) {
  omp_lock_t lock;
  omp_nest_lock_t nest;
  omp_init_lock_with_hint(&lock, omp_sync_hint_contended);
  omp_init_nest_lock(&nest);
  int a = 0, b = 0, c = 0;
#pragma omp parallel num_threads(4) shared(a, b, c)
  for (int i = 0; i < 100; ++i) {
    omp_set_lock(&lock);
    ++a;
    omp_unset_lock(&lock);
    omp_set_nest_lock(&nest);
    CHECK(omp_test_nest_lock(&nest) == 2);
    ++b;
    omp_unset_nest_lock(&nest);
    omp_unset_nest_lock(&nest);
#pragma omp critical(name)
    ++c;
  }
  CHECK(a == 400 && b == 400 && c == 400);
  CHECK(omp_test_lock(&lock) && !omp_test_lock(&lock));
  omp_unset_lock(&lock);
  omp_destroy_lock(&lock);
  omp_destroy_nest_lock(&nest);
}

static void *ownThread(void *unused) {
  (void)unused;
  int count = 0;
#pragma omp parallel num_threads(3) reduction(+ : count)
  count += 1;
  CHECK(count == 3);
  return NULL;
}

int main(void) {
  levels();
  leagues();
  locks();
  kept = 9;
#pragma omp parallel num_threads(3) copyin(kept)
  {
    CHECK(kept == 9);
    kept = omp_get_thread_num();
  }
#pragma omp parallel num_threads(3)
  CHECK(kept == omp_get_thread_num());
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i)
    pthread_create(&threads[i], NULL, ownThread, NULL);
  for (int i = 0; i < 3; ++i)
    pthread_join(threads[i], NULL);
  pid_t child = fork();
  if (child == 0) {
    ownThread(NULL);
    int sum = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
    for (int i = 0; i < 50; ++i) {
#pragma omp task shared(sum)
      {
#pragma omp atomic
        ++sum;
      }
    }
    _exit(failures != 0 || sum != 50);
  }
  int status;
  waitpid(child, &status, 0);
  CHECK(status == 0);
  return report();
}
