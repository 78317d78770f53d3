// A stencil reads the rows that its neighbours write.
double grid[24][24];
int main(void) {
#pragma omp parallel for
  for (int i = 1; i < 23; ++i)
    for (int j = 1; j < 23; ++j)
      grid[i][j] = (grid[i - 1][j] + grid[i + 1][j] + grid[i][j - 1] + grid[i][j + 1]) / 4;
  return grid[1][1] > 1;
}
