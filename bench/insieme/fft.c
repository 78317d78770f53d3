/* The fast Fourier transform with radices 2, 4, 8, 16 and 32 (the Cilk suite's FFT): the input is dealt out to as many
 * shorter transforms as the radix says, these are computed, and their results combined. Dealing out and combining split
 * their range in two until one element is left, each half a task; for each radix there is a pair of such functions. */
#include "insieme.h"

#include <complex.h>
#include <math.h>

typedef double complex number;

static void coefficients(long n, long begin, long end, number *w) {
  if (end - begin == 1) {
    w[begin] = cexp(-2 * 3.14159265358979323846 * I * (double)begin / (double)n);
    return;
  }
#pragma omp task
  coefficients(n, begin, begin + (end - begin) / 2, w);
#pragma omp task
  coefficients(n, begin + (end - begin) / 2, end, w);
#pragma omp taskwait
}

/* out[j * m + i] = in[i * R + j] */
#define UNSHUFFLE(R)                                                                                                   \
  static void unshuffle_##R(long begin, long end, const number *in, number *out, long m) {                             \
    if (end - begin == 1) {                                                                                            \
      for (long j = 0; j < (R); ++j)                                                                                   \
        out[j * m + begin] = in[begin * (R) + j];                                                                      \
      return;                                                                                                          \
    }                                                                                                                  \
    long middle = begin + (end - begin) / 2;                                                                           \
    _Pragma("omp task") unshuffle_##R(begin, middle, in, out, m);                                                      \
    _Pragma("omp task") unshuffle_##R(middle, end, in, out, m);                                                        \
    _Pragma("omp taskwait")                                                                                            \
  }

/* For each i: out[i + k * m] = sum over j of in[j * m + i] w^(i * j) w^(j * k * m). */
#define TWIDDLE(R)                                                                                                     \
  static void twiddle_##R(long begin, long end, const number *in, number *out, const number *w, long nw, long n,       \
                          long m) {                                                                                    \
    if (end - begin == 1) {                                                                                            \
      long step = nw / n;                                                                                              \
      for (long k = 0; k < (R); ++k) {                                                                                 \
        number sum = 0;                                                                                                \
        for (long j = 0; j < (R); ++j)                                                                                 \
          sum += in[j * m + begin] * w[(begin + k * m) * j % n * step];                                                \
        out[begin + k * m] = sum;                                                                                      \
      }                                                                                                                \
      return;                                                                                                          \
    }                                                                                                                  \
    long middle = begin + (end - begin) / 2;                                                                           \
    _Pragma("omp task") twiddle_##R(begin, middle, in, out, w, nw, n, m);                                              \
    _Pragma("omp task") twiddle_##R(middle, end, in, out, w, nw, n, m);                                                \
    _Pragma("omp taskwait")                                                                                            \
  }

UNSHUFFLE(2)
UNSHUFFLE(4)
UNSHUFFLE(8)
UNSHUFFLE(16)
UNSHUFFLE(32)
TWIDDLE(2)
TWIDDLE(4)
TWIDDLE(8)
TWIDDLE(16)
TWIDDLE(32)

static void deal_out(int radix, const number *in, number *out, long m) {
  switch (radix) {
  case 2:
    unshuffle_2(0, m, in, out, m);
    break;
  case 4:
    unshuffle_4(0, m, in, out, m);
    break;
  case 8:
    unshuffle_8(0, m, in, out, m);
    break;
  case 16:
    unshuffle_16(0, m, in, out, m);
    break;
  default:
    unshuffle_32(0, m, in, out, m);
    break;
  }
}

static void combine(int radix, const number *in, number *out, const number *w, long nw, long n, long m) {
  switch (radix) {
  case 2:
    twiddle_2(0, m, in, out, w, nw, n, m);
    break;
  case 4:
    twiddle_4(0, m, in, out, w, nw, n, m);
    break;
  case 8:
    twiddle_8(0, m, in, out, w, nw, n, m);
    break;
  case 16:
    twiddle_16(0, m, in, out, w, nw, n, m);
    break;
  default:
    twiddle_32(0, m, in, out, w, nw, n, m);
    break;
  }
}

/* Transforms `data` of n elements; `space` has as many. */
static void transform(long n, number *data, number *space, const number *w, long nw) {
  int radix = 32;
  if (n == 1)
    return;
  while (n % radix)
    radix /= 2;
  long m = n / radix;
  deal_out(radix, data, space, m);
  for (long k = 0; k < radix; ++k) {
#pragma omp task firstprivate(k)
    transform(m, space + k * m, data + k * m, w, nw);
  }
#pragma omp taskwait
  combine(radix, space, data, w, nw, n, m);
}

static void fft(long n, number *data, number *space, number *w) {
#pragma omp task
  coefficients(n, 0, n, w);
#pragma omp taskwait
#pragma omp task
  transform(n, data, space, w, n);
#pragma omp taskwait
}

int main(int argc, char **argv) {
  long wanted = size_argument(argc, argv, 2048), n = 1;
  double error = 0, energy = 0;
  uint64_t state = 13;
  while (n < wanted)
    n *= 2;
  number *data = allocate((size_t)n * sizeof *data), *space = allocate((size_t)n * sizeof *space);
  number *w = allocate((size_t)n * sizeof *w), *original = allocate((size_t)n * sizeof *original);
  for (long i = 0; i < n; ++i)
    data[i] = original[i] = (next_random(&state) % 1000) / 1000.0 + I * ((next_random(&state) % 1000) / 1000.0);
#pragma omp parallel
#pragma omp single
  fft(n, data, space, w);
  /* Some of the results by the definition. */
  for (long k = 0; k < n; k += n / 8 + 1) {
    number sum = 0;
    for (long i = 0; i < n; ++i)
      sum += original[i] * w[i * k % n];
    error = fmax(error, cabs(sum - data[k]));
  }
  for (long k = 0; k < n; ++k)
    energy += creal(data[k] * conj(data[k]));
  free(data);
  free(space);
  free(w);
  free(original);
  return report("fft", n, (int64_t)energy, error < 1e-6 * (double)n);
}
