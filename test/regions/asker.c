// The other file.
#include "asker.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

struct Answers ask(void) {
  struct Answers answers = {omp_get_level(),
                            omp_get_active_level(),
                            omp_in_parallel(),
                            omp_get_num_threads(),
                            omp_get_thread_num(),
                            omp_get_max_threads(),
                            omp_in_explicit_task(),
                            omp_in_final(),
                            {0},
                            {0}};
  for (int level = 0; level < 4; level++) {
    answers.size[level] = omp_get_team_size(level);
    answers.ancestor[level] = omp_get_ancestor_thread_num(level);
  }
  return answers;
}

int askMost(void) { return omp_get_max_threads(); }
int askLevel(void) { return omp_get_level(); }
int askActiveLevel(void) { return omp_get_active_level(); }
void setThreads(int threads) { omp_set_num_threads(threads); }
void setLevels(int levels) { omp_set_max_active_levels(levels); }
void setSchedule(int kind, int chunk) { omp_set_schedule((omp_sched_t)kind, chunk); }

void askSchedule(int *kind, int *chunk) {
  omp_sched_t answer;
  omp_get_schedule(&answer, chunk);
  *kind = (int)answer;
}

unsigned work(unsigned seed, int rounds) {
  for (int round = 0; round < rounds; round++)
    seed = seed * 1664525u + 1013904223u;
  return seed;
}

static void fail(const char *what, int number) {
  fprintf(stderr, "error: %s: %d\n", what, number);
  abort();
}

struct Scratch makeScratch(int count) {
  struct Scratch scratch = {count, (int *)calloc((size_t)count, sizeof(int))};
  return scratch;
}

int enterScratch(struct Scratch *scratch) {
  int number = omp_get_thread_num();
  if (number < 0 || number >= scratch->count)
    fail("number out of bounds", number);
  if (__atomic_exchange_n(&scratch->users[number], 1, __ATOMIC_SEQ_CST))
    fail("number used by two at a time", number);
  return number;
}

void leaveScratch(struct Scratch *scratch, int number) {
  if (omp_get_thread_num() != number)
    fail("the number has changed", omp_get_thread_num());
  __atomic_store_n(&scratch->users[number], 0, __ATOMIC_SEQ_CST);
}

void check(int isRight, const char *what, int line) {
  if (isRight)
    return;
  fprintf(stderr, "error: line %d: %s\n", line, what);
  abort();
}
