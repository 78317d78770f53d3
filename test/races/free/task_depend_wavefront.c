// Blocks depend on their upper and left neighbours.
int m[6][6];
int main(void) {
#pragma omp parallel
#pragma omp single
  for (int i = 1; i < 6; ++i)
    for (int j = 1; j < 6; ++j) {
#pragma omp task depend(in : m[i - 1][j], m[i][j - 1]) depend(out : m[i][j]) firstprivate(i, j)
      m[i][j] = m[i - 1][j] + m[i][j - 1] + 1;
    }
  return m[1][1] != 1;
}
