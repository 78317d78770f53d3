// A serial loop in the body of a leaf loop is vectorised like one without a pragma around it.
// RUN: %python %S/compare.py %clang %tactus-clang %s -O3 -mavx2 -fno-math-errno
// RUN: %python %S/compare.py %clang %tactus-clang %s -O3 -mavx2 -mfma -ffast-math
// RUN: %python %S/compare.py %clang %tactus-clang %s -O2
void smooth(int rows, int columns, const float *restrict in, float *restrict out) {
#pragma omp parallel for
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      out[i * (long)columns + j] = in[i * (long)columns + j] * 0.5f;
}
