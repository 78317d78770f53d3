// All elements are different ones.
int a[8][8];
int main(void) {
#pragma omp parallel for collapse(2)
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j)
      a[i][j] += i * j;
  return a[2][3] != 6;
}
