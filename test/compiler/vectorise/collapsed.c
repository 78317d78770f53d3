// The inner loop of a collapsed nest, as the serial build vectorises it: clang makes one loop of the nest, with a division
// to find row and column in every iteration.
// RUN: %python %S/compare.py %clang %tactus-clang %s -O3 -mavx2 -fno-math-errno
// RUN: %python %S/compare.py %clang %tactus-clang %s -O3 -mavx2 -mfma -ffast-math
// RUN: %python %S/compare.py %clang %tactus-clang %s -O2
void collapsed(int rows, int columns, float *x) {
#pragma omp parallel for collapse(2)
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      x[i * (long)columns + j] += 1;
}

void constant(double (*restrict out)[64], double (*restrict in)[64]) {
#pragma omp parallel for collapse(2)
  for (int i = 1; i < 63; i++)
    for (int j = 1; j < 63; j++)
      out[i][j] = in[i - 1][j] + in[i + 1][j] + in[i][j - 1] + in[i][j + 1];
}

void three(long a, long b, unsigned c, const float *restrict in, float *restrict out) {
#pragma omp parallel for collapse(3)
  for (long i = 0; i < a; i++)
    for (long j = b; j > 0; j -= 2)
      for (unsigned k = 3; k < c; k++)
        out[(i * b + j) * c + k] = in[(i * b + j) * c + k] * 2;
}

int sum(int rows, int columns, const int *x) {
  int result = 0;
#pragma omp parallel for collapse(2) reduction(+ : result) schedule(dynamic)
  for (int i = 0; i < rows; i++)
    for (int j = columns - 1; j >= 0; j--)
      result += x[i * (long)columns + j];
  return result;
}

void nested(int planes, int rows, int columns, float *x) {
#pragma omp parallel for
  for (int k = 0; k < planes; k++)
#pragma omp parallel for collapse(2)
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < columns; j++)
        x[(k * (long)rows + i) * columns + j] += k;
}
