// Elements with gaps between them. The vectoriser has to know that the variable does not overflow, and clang's 2 * iv does
// not tell: it is unsigned, and iv may be anything behind a poll.
// RUN: %python %S/compare.py %clang %tactus-clang %s -O3 -mavx2 -fno-math-errno
// RUN: %python %S/compare.py %clang %tactus-clang %s -O3 -mavx2 -mfma -ffast-math
void strided(int n, const int *restrict in, int *restrict out) {
#pragma omp parallel for
  for (int i = 0; i < n; i += 2)
    out[i] = in[i] + 3;
}

void three(int n, const int *restrict in, int *restrict out) {
#pragma omp parallel for
  for (int i = 1; i <= n; i = 3 + i)
    out[i] = in[i] + 3;
}

void start(int first, int last, const int *restrict in, int *restrict out) {
#pragma omp parallel for
  for (int i = first; i <= last; i += 4)
    out[i] = in[i] + 3;
}

void constant(const int *restrict in, int *restrict out) {
#pragma omp parallel for
  for (int i = 0; i < 4096; i += 2)
    out[i] = in[i] + 3;
}

void variable(int n, int stride, const int *restrict in, int *restrict out) {
#pragma omp parallel for
  for (int i = 0; i < n; i += stride)
    out[i] = in[i] + 3;
}

void inner(int rows, int n, int *restrict *in, int *restrict *out) {
#pragma omp parallel for
  for (int k = 0; k < rows; k++)
#pragma omp parallel for
    for (int i = 0; i < n; i += 2)
      out[k][i] = in[k][i] + 3;
}

int sum(int n, const int *x) {
  int result = 0;
#pragma omp parallel for reduction(+ : result)
  for (int i = 0; i < n; i += 2)
    result += x[i];
  return result;
}
