// Tasks in a loop, each with its own copy of the board, and results in an array.
// PROMOTES
#include "support.h"
#include <alloca.h>
static int safe(int row, const char *board) {
  for (int i = 0; i < row; i++) {
    int d = board[row] - board[i];
    if (d == 0 || d == row - i || d == i - row)
      return 0;
  }
  return 1;
}
static void place(int n, int row, const char *board, int *solutions) {
  if (row == n) {
    *solutions = 1;
    return;
  }
  int count[16];
  for (int column = 0; column < n; column++) {
    count[column] = 0;
#pragma omp task shared(count) firstprivate(column)
    {
      char copy[16];
      memcpy(copy, board, (size_t)row);
      copy[row] = (char)column;
      if (safe(row, copy))
        place(n, row + 1, copy, &count[column]);
    }
  }
#pragma omp taskwait
  *solutions = 0;
  for (int column = 0; column < n; column++)
    *solutions += count[column];
}
int main() {
  int solutions = 0;
  char board[16] = {0};
#pragma omp parallel
#pragma omp single
  place(8, 0, board, &solutions);
  SHOW("solutions", solutions);
}
