// An array of the function around the loop, whose address the slice gets.
// RUN: %python %S/compare.py %clang %tactus-clang %s -O3 -mavx2 -fno-math-errno
// RUN: %python %S/compare.py %clang %tactus-clang %s -O3 -mavx2 -mfma -ffast-math
// RUN: %python %S/compare.py %clang %tactus-clang %s -O2
void consume(const float *values);

void local(int n, const float *x) {
  float values[512];
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    values[i] = x[i] * 2;
  consume(values);
}
