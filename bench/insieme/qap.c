/* Quadratic assignment (Inncabs): facilities are placed at locations one after the other, a task for each free
 * location, and what is already dearer than the best known assignment is left. The matrices are the generator's own. */
#ifndef BELOW
#include "insieme.h"

#include <string.h>

enum { MaximalSize = 12, CutOff = 4 };

static int size;
static int flow[MaximalSize][MaximalSize], distance[MaximalSize][MaximalSize];
static int64_t best;

static int64_t cost_of(int placed, const int *location) {
  int64_t sum = 0;
  for (int i = 0; i < placed; ++i)
    for (int j = 0; j < placed; ++j)
      sum += (int64_t)flow[i][j] * distance[location[i]][location[j]];
  return sum;
}

static int64_t known_best(void) {
  int64_t value;
#pragma omp atomic read
  value = best;
  return value;
}

#ifdef CUT_OFF /* the functions once more, without tasks: tasks.h */
#define BELOW
#define place place_below
#define place_next place_next_below
#include "qap.c"
#undef place
#undef place_next
#undef BELOW
#endif
#endif
#include "tasks.h"

static void place(int placed, const int *location, unsigned used);

static void place_next(int placed, const int *location, unsigned used, int candidate) {
  int own[MaximalSize];
  memcpy(own, location, (size_t)placed * sizeof *own);
  own[placed] = candidate;
  place(placed + 1, own, used | 1u << candidate);
}

static void place(int placed, const int *location, unsigned used) {
  CUT(placed < CutOff, place_below(placed, location, used); return)
  int64_t cost = cost_of(placed, location);
  if (cost >= known_best())
    return;
  if (placed == size) {
#pragma omp critical
    {
      if (cost < best) {
#pragma omp atomic write
        best = cost;
      }
    }
    return;
  }
  for (int candidate = 0; candidate < size; ++candidate)
    if (!(used & 1u << candidate))
      TASK(firstprivate(candidate), place_next(placed, location, used, candidate));
  TASK_WAIT
}

#ifndef BELOW
/* All assignments, without a bound. */
static void try_all(int placed, int *location, unsigned used, int64_t *least) {
  if (placed == size) {
    int64_t cost = cost_of(placed, location);
    *least = cost < *least ? cost : *least;
  }
  for (int candidate = 0; candidate < size && placed < size; ++candidate)
    if (!(used & 1u << candidate)) {
      location[placed] = candidate;
      try_all(placed + 1, location, used | 1u << candidate, least);
    }
}

int main(int argc, char **argv) {
  long wanted = size_argument(argc, argv, 7);
  uint64_t state = 11;
  int64_t least = INT64_MAX;
  int location[MaximalSize];
  if (wanted > MaximalSize) {
    fprintf(stderr, "tactus: error: qap: at most %d facilities\n", MaximalSize);
    return 2;
  }
  size = (int)wanted;
  best = INT64_MAX;
  for (int i = 0; i < size; ++i)
    for (int j = 0; j < size; ++j) {
      flow[i][j] = i == j ? 0 : (int)(next_random(&state) % 20);
      distance[i][j] = i == j ? 0 : (int)(1 + next_random(&state) % 20);
    }
  begin_measured();
#pragma omp parallel
#pragma omp single
  place(0, location, 0);
  end_measured();
  if (size <= 8)
    try_all(0, location, 0, &least);
  else
    least = best;
  return report("qap", size, best, best == least);
}
#endif
