// Every second element with a counter of a word: no widening.
// XFAIL: *
// As strided.c, so that the widening is not what is in the way.
// RUN: %python %S/compare.py %clang %tactus-clang %s -O3 -mavx2 -fno-math-errno
// RUN: %python %S/compare.py %clang %tactus-clang %s -O3 -mavx2 -mfma -ffast-math
void strided(long n, const int *restrict in, int *restrict out) {
#pragma omp parallel for
  for (long i = 0; i < n; i += 2)
    out[i] = in[i] + 3;
}
