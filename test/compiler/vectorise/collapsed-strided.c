// Gaps in the rows of a collapsed nest: that the stepped variable does not overflow is known for each row.
// RUN: %python %S/compare.py %clang %tactus-clang %s -O3 -mavx2 -fno-math-errno
// RUN: %python %S/compare.py %clang %tactus-clang %s -O3 -mavx2 -mfma -ffast-math
void rows(int n, int columns, int *restrict *in, int *restrict *out) {
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < columns; j += 2)
      out[i][j] = in[i][j] + 3;
}

void same(int n, long columns, const int *restrict in, int *restrict out) {
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; i++)
    for (long j = 0; j < columns; j += 2)
      out[j] = in[j] + 3;
}
