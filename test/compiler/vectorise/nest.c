// Both loops of a nest are parallel; the inner one is vectorised in the nest as in the serial code.
// RUN: %python %S/compare.py %clang %tactus-clang %s -O3 -mavx2 -fno-math-errno
// RUN: %python %S/compare.py %clang %tactus-clang %s -O3 -mavx2 -mfma -ffast-math
// RUN: %python %S/compare.py %clang %tactus-clang %s -O2
void nest(int rows, int columns, const double *in, double *out) {
#pragma omp parallel for
  for (int i = 0; i < rows; i++)
#pragma omp parallel for
    for (int j = 0; j < columns; j++)
      out[i * (long)columns + j] = 2 * in[i * (long)columns + j] + 1;
}
