// Bodies of tasks that stand where they are created: with the one call that forks behind a condition, between code of
// their own, with a copy that the task changes, and with a function's result; and those that cannot, because the call
// stands in a loop or twice. Some tasks fork nowhere.
// FLAGS: -O2
// PROMOTES
#include "support.h"
enum { Ways = 6, Depth = 5 };
struct board {
  unsigned char cells[Depth];
};
static uint64_t search(const struct board *board, int depth);

static int fits(const struct board *board, int depth, int way) {
  for (int i = 0; i < depth; i++)
    if (board->cells[i] == way)
      return 0;
  return 1;
}

static uint64_t try_way(const struct board *board, int depth, int way) {
  struct board own;
  if (!fits(board, depth, way))
    return 1;
  own = *board;
  own.cells[depth] = (unsigned char)way;
  uint64_t found = search(&own, depth + 1);
  return mix(found + own.cells[depth]);
}

static uint64_t search(const struct board *board, int depth) {
  uint64_t sums[Ways], sum = 0;
  if (depth == Depth)
    return hash_bytes(board->cells, Depth);
  for (int way = 0; way < Ways; way++) {
    int next = way + 1;
#pragma omp task shared(sums) firstprivate(way, next)
    {
      struct board own;
      next += depth; // the task's own copy
      sums[way] = 0;
      if (fits(board, depth, way)) {
        memcpy(&own, board, sizeof own);
        own.cells[depth] = (unsigned char)way;
        sums[way] = search(&own, depth + 1);
        sums[way] += (uint64_t)own.cells[depth] * (uint64_t)next;
      }
      sums[way] = mix(sums[way] + (uint64_t)next);
    }
  }
#pragma omp taskwait
  for (int way = 0; way < Ways; way++)
    sum = mix(sum + sums[way]);
  return sum;
}

static uint64_t with_results(const struct board *board) {
  uint64_t sums[Ways], sum = 0;
  for (int way = 0; way < Ways; way++)
#pragma omp task shared(sums) firstprivate(way)
    sums[way] = try_way(board, 0, way);
#pragma omp taskwait
  for (int way = 0; way < Ways; way++)
    sum = mix(sum + sums[way]);
  return sum;
}

static uint64_t several_calls(const struct board *board) {
  uint64_t looped = 0, twice = 0;
#pragma omp task shared(looped)
  for (int i = 1; i < Depth; i++)
    looped = mix(looped + search(board, i));
#pragma omp task shared(twice)
  {
    twice = search(board, 2);
    if (twice & 1)
      twice = mix(twice + search(board, 3));
    else
      twice = mix(twice - search(board, 4));
  }
#pragma omp taskwait
  return mix(looped) + twice;
}

static void leaf(uint64_t *at, int rounds) { *at = work(*at, rounds); }

static uint64_t leaves(void) {
  enum { Count = 200 };
  uint64_t values[Count];
  for (int i = 0; i < Count; i++) {
    values[i] = (uint64_t)i;
#pragma omp task shared(values) firstprivate(i)
    leaf(&values[i], 20 + i);
#pragma omp taskwait
#pragma omp task shared(values) firstprivate(i)
    {
      if (i > 0 && i % 7 == 0)
        leaf(&values[i], 3);
      else
        values[i] = mix(values[i]);
    }
#pragma omp taskwait
  }
  for (int i = 0; i < Count; i++)
#pragma omp task shared(values) firstprivate(i)
  {
    uint64_t own = values[i];
    leaf(&own, 200);
    values[i] = own;
  }
#pragma omp taskwait
  return hash_bytes(values, sizeof values);
}

int main(void) {
  struct board board;
  uint64_t results[4];
  memset(&board, 7, sizeof board);
#pragma omp parallel
#pragma omp single
  {
    results[0] = search(&board, 0);
    results[1] = with_results(&board);
    results[2] = several_calls(&board);
    results[3] = leaves();
  }
  for (int i = 0; i < 4; i++)
    SHOW("result", results[i]);
  return 0;
}
