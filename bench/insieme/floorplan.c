/* The smallest rectangle that holds all cells (the AKM and Barcelona suites' Floorplan): branch and bound over the
 * shape of each next cell and its place beside one that is placed, a task for each way that fits, with a copy of the
 * board. */
#ifndef BELOW
#include "insieme.h"

#include <string.h>

enum { MaximalCells = 10, Board = 32, Shapes = 2, CutOff = 5 };

struct rectangle {
  int top, left, height, width;
};

struct plan {
  unsigned char board[Board][Board];
  struct rectangle cells[MaximalCells];
  int height, width;
};

static int cell_count;
static int shapes[MaximalCells][Shapes][2];
static int best;

static int known_best(void) {
  int value;
#pragma omp atomic read
  value = best;
  return value;
}

static int fits(const struct plan *plan, struct rectangle cell) {
  if (cell.top + cell.height > Board || cell.left + cell.width > Board)
    return 0;
  for (int i = 0; i < cell.height; ++i)
    for (int j = 0; j < cell.width; ++j)
      if (plan->board[cell.top + i][cell.left + j])
        return 0;
  return 1;
}

static void put(struct plan *plan, int number, struct rectangle cell) {
  for (int i = 0; i < cell.height; ++i)
    memset(&plan->board[cell.top + i][cell.left], number + 1, (size_t)cell.width);
  plan->cells[number] = cell;
  if (cell.top + cell.height > plan->height)
    plan->height = cell.top + cell.height;
  if (cell.left + cell.width > plan->width)
    plan->width = cell.left + cell.width;
}

static void note(int area) {
#pragma omp critical
  {
    if (area < best) {
#pragma omp atomic write
      best = area;
    }
  }
}

/* The way-th place of the next cell: a shape, beside or below a cell that is placed. */
static struct rectangle place_of(const struct plan *plan, int number, int way) {
  const int *shape = shapes[number][way % Shapes];
  struct rectangle neighbour = {0, 0, 0, 0}, place = {0, 0, shape[0], shape[1]};
  if (number > 0)
    neighbour = plan->cells[way / Shapes / 2];
  if (way / Shapes % 2 == 0) {
    place.top = neighbour.top;
    place.left = neighbour.left + neighbour.width;
  } else {
    place.top = neighbour.top + neighbour.height;
    place.left = neighbour.left;
  }
  return place;
}

#ifdef CUT_OFF /* the functions once more, without tasks: tasks.h */
#define BELOW
#define add_cell add_cell_below
#define try_way try_way_below
#include "floorplan.c"
#undef add_cell
#undef try_way
#undef BELOW
#endif
#endif
#include "tasks.h"

static void add_cell(const struct plan *plan, int number);

static void try_way(const struct plan *plan, int number, int way) {
  struct plan own;
  struct rectangle place = place_of(plan, number, way);
  if (!fits(plan, place))
    return;
  memcpy(&own, plan, sizeof own);
  put(&own, number, place);
  if (own.height * own.width < known_best())
    add_cell(&own, number + 1);
}

static void add_cell(const struct plan *plan, int number) {
  CUT(number < CutOff, add_cell_below(plan, number); return)
  int ways = number ? number * 2 * Shapes : Shapes;
  if (number == cell_count) {
    note(plan->height * plan->width);
    return;
  }
  for (int way = 0; way < ways; ++way)
    TASK(firstprivate(way), try_way(plan, number, way));
  TASK_WAIT
}

#ifndef BELOW
static void try_all(const struct plan *plan, int number, int *least) {
  int ways = number ? number * 2 * Shapes : Shapes;
  if (number == cell_count) {
    int area = plan->height * plan->width;
    *least = area < *least ? area : *least;
    return;
  }
  for (int way = 0; way < ways; ++way) {
    struct plan own = *plan;
    struct rectangle place = place_of(plan, number, way);
    if (fits(plan, place)) {
      put(&own, number, place);
      try_all(&own, number + 1, least);
    }
  }
}

int main(int argc, char **argv) {
  long wanted = size_argument(argc, argv, 5);
  static struct plan empty;
  uint64_t state = 21;
  int least = Board * Board + 1;
  if (wanted > MaximalCells) {
    fprintf(stderr, "tactus: error: floorplan: at most %d cells\n", MaximalCells);
    return 2;
  }
  cell_count = (int)wanted;
  best = least;
  for (int i = 0; i < cell_count; ++i) {
    int height = 1 + (int)(next_random(&state) % 3), width = 1 + (int)(next_random(&state) % 3);
    shapes[i][0][0] = shapes[i][1][1] = height;
    shapes[i][0][1] = shapes[i][1][0] = width;
  }
  begin_measured();
#pragma omp parallel
#pragma omp single
  add_cell(&empty, 0);
  end_measured();
  if (cell_count <= 6)
    try_all(&empty, 0, &least);
  else
    least = best;
  return report("floorplan", cell_count, best, best == least);
}
#endif
