// Every pair is exchanged twice.
int m[16][16];
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j < 16; ++j) {
      int t = m[i][j];
      m[i][j] = m[j][i];
      m[j][i] = t;
    }
  return m[0][0];
}
