/* Patients in villages (the Barcelona suite's Health, from Olden): villages form a tree; in each step, those below are
 * simulated first, a task for each, then people fall ill, wait, are treated here or sent up. Each village has its own
 * stream of random numbers, so that the order of tasks does not matter. */
#ifndef BELOW
#include "insieme.h"

enum { Branches = 4, People = 20, SickPercent = 12, SendPercent = 25, TreatmentSteps = 3, CutOff = 2 };

struct village {
  struct village *first, *next; /* below it, and beside it */
  uint64_t random;
  int level; /* of the lowest: 1 */
  int64_t healthy, waiting, treated, sent;
  int64_t in_treatment[TreatmentSteps];
};

static struct village *build(int level, uint64_t *state) {
  struct village *created = allocate(sizeof *created);
  *created = (struct village){.random = next_random(state), .level = level, .healthy = People};
  if (level > 1)
    for (int i = 0; i < Branches; ++i) {
      struct village *below = build(level - 1, state);
      below->next = created->first;
      created->first = below;
    }
  return created;
}

static void work(struct village *here) {
  int64_t sick = 0, starting = here->waiting;
  here->healthy += here->in_treatment[TreatmentSteps - 1];
  here->treated += here->in_treatment[TreatmentSteps - 1];
  for (int step = TreatmentSteps - 1; step > 0; --step)
    here->in_treatment[step] = here->in_treatment[step - 1];
  here->sent = 0;
  for (int64_t i = 0; i < starting; ++i)
    here->sent += next_random(&here->random) % 100 < SendPercent;
  here->in_treatment[0] = starting - here->sent;
  for (int64_t i = 0; i < here->healthy; ++i)
    sick += next_random(&here->random) % 100 < SickPercent;
  here->healthy -= sick;
  here->waiting = sick;
  for (struct village *below = here->first; below; below = below->next)
    here->waiting += below->sent;
}

#ifdef CUT_OFF /* the functions once more, without tasks: tasks.h */
#define BELOW
#define simulate simulate_below
#include "health.c"
#undef simulate
#undef BELOW
#endif
#endif
#include "tasks.h"

static void simulate(struct village *here) {
  CUT(here->level > CutOff, simulate_below(here); return)
  for (struct village *below = here->first; below; below = below->next)
    TASK(firstprivate(below), simulate(below));
  TASK_WAIT
  work(here);
}

#ifndef BELOW
static void simulate_serially(struct village *here) {
  for (struct village *below = here->first; below; below = below->next)
    simulate_serially(below);
  work(here);
}

static int is_same(const struct village *left, const struct village *right, int64_t *people) {
  int same = left->healthy == right->healthy && left->waiting == right->waiting && left->treated == right->treated &&
             left->random == right->random;
  const struct village *other = right->first;
  *people += left->treated;
  for (const struct village *below = left->first; below && other; below = below->next, other = other->next)
    same &= is_same(below, other, people);
  return same;
}

static void release(struct village *here) {
  while (here->first) {
    struct village *below = here->first;
    here->first = below->next;
    release(below);
  }
  free(here);
}

int main(int argc, char **argv) {
  int levels = (int)size_argument(argc, argv, 4), steps = 40;
  uint64_t state = 9, again = 9;
  int64_t treated = 0;
  struct village *top = build(levels, &state), *serial = build(levels, &again);
  for (int step = 0; step < steps; ++step) {
    begin_measured();
#pragma omp parallel
#pragma omp single
    simulate(top);
    end_measured();
    simulate_serially(serial);
  }
  int is_right = is_same(top, serial, &treated);
  release(top);
  release(serial);
  return report("health", levels, treated, is_right);
}
#endif
