// The inner loop of a collapsed nest, as the serial build vectorises it.
// XFAIL: *
// Clang makes one loop of the nest, which divides to find the row and column in every iteration.
// RUN: %python %S/compare.py %clang %tactus-clang %s -O3 -mavx2 -fno-math-errno
// RUN: %python %S/compare.py %clang %tactus-clang %s -O3 -mavx2 -mfma -ffast-math
void collapsed(int rows, int columns, float *x) {
#pragma omp parallel for collapse(2)
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      x[i * (long)columns + j] += 1;
}
