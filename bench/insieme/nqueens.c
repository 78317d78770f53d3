/* Ways to place n queens on a board so that none attacks another: a task for each safe place in the next row, with a
 * copy of the board (the Cilk suite's program, as the Barcelona suite has it). */
#ifndef BELOW
#include "insieme.h"

#include <string.h>

enum { MaximalSize = 16, CutOff = 4 };

static int is_safe(int row, int column, const signed char *board) {
  for (int i = 0; i < row; ++i) {
    int distance = board[i] - column;
    if (distance == 0 || distance == row - i || distance == i - row)
      return 0;
  }
  return 1;
}

#ifdef CUT_OFF /* the functions once more, without tasks: tasks.h */
#define BELOW
#define place place_below
#define place_next place_next_below
#include "nqueens.c"
#undef place
#undef place_next
#undef BELOW
#endif
#endif
#include "tasks.h"

static int64_t place(int n, int row, const signed char *board);

static int64_t place_next(int n, int row, int column, const signed char *board) {
  signed char own[MaximalSize];
  if (!is_safe(row, column, board))
    return 0;
  memcpy(own, board, (size_t)row);
  own[row] = (signed char)column;
  return place(n, row + 1, own);
}

static int64_t place(int n, int row, const signed char *board) {
  int64_t counts[MaximalSize], sum = 0;
  if (row == n)
    return 1;
  CUT(row < CutOff, return place_below(n, row, board))
  for (int column = 0; column < n; ++column)
    TASK(shared(counts) firstprivate(column), counts[column] = place_next(n, row, column, board));
  TASK_WAIT
  for (int column = 0; column < n; ++column)
    sum += counts[column];
  return sum;
}

#ifndef BELOW
int main(int argc, char **argv) {
  /* Sequence A000170 of the encyclopedia of integer sequences. */
  static const int64_t Known[MaximalSize + 1] = {1,   1,   0,    0,     2,     10,     4,       40,      92,
                                                 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512};
  long n = size_argument(argc, argv, 9);
  signed char board[MaximalSize];
  int64_t result = 0;
  if (n > MaximalSize) {
    fprintf(stderr, "tactus: error: nqueens: at most %d queens\n", MaximalSize);
    return 2;
  }
  begin_measured();
#pragma omp parallel
#pragma omp single
  result = place((int)n, 0, board);
  end_measured();
  return report("nqueens", n, result, result == Known[n]);
}
#endif
