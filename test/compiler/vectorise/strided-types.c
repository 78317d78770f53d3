// As strided.c with variables of a word, so that nothing has to be widened, and without a sign.
// RUN: %python %S/compare.py %clang %tactus-clang %s -O3 -mavx2 -fno-math-errno
// RUN: %python %S/compare.py %clang %tactus-clang %s -O3 -mavx2 -mfma -ffast-math
void strided(long n, const int *restrict in, int *restrict out) {
#pragma omp parallel for
  for (long i = 0; i < n; i += 2)
    out[i] = in[i] + 3;
}

void three(long n, const int *restrict in, int *restrict out) {
#pragma omp parallel for
  for (long i = 1; i <= n; i += 3)
    out[i] = in[i] + 3;
}

void unsignedInt(unsigned n, const int *restrict in, int *restrict out) {
#pragma omp parallel for
  for (unsigned i = 0; i < n; i += 2)
    out[i] = in[i] + 3;
}
