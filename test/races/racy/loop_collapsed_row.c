// Collapsed iterations of one row depend on each other.
int a[8][8];
int main(void) {
#pragma omp parallel for collapse(2)
  for (int i = 0; i < 8; ++i)
    for (int j = 1; j < 8; ++j)
      a[i][j] += a[i][j - 1];
  return a[0][0] < 0;
}
