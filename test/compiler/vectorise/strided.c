// Every second element. An int counter is 2 * iv, which has to be widened.
// XFAIL: *
// Clang's counter is 2 * iv there; the vectoriser takes the accesses for more expensive than those of the serial loop, whose
// counter goes up by two, and leaves the loop scalar.
// RUN: %python %S/compare.py %clang %tactus-clang %s -O3 -mavx2 -fno-math-errno
// RUN: %python %S/compare.py %clang %tactus-clang %s -O3 -mavx2 -mfma -ffast-math
void strided(int n, const int *restrict in, int *restrict out) {
#pragma omp parallel for
  for (int i = 0; i < n; i += 2)
    out[i] = in[i] + 3;
}
