// The inner loop's counter is declared outside and so is shared.
int a[20][20];
int main(void) {
  int i, j;
#pragma omp parallel for
  for (i = 0; i < 20; ++i)
    for (j = 0; j < 20; ++j)
      a[i][j] = i + j;
  return a[0][0] < 0;
}
