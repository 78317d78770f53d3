/* The fast Fourier transform with radices 2, 4, 8, 16 and 32 (the Cilk suite's FFT): the input is dealt out to as many
 * shorter transforms as the radix says, these are computed, and their results combined. Dealing out and combining split
 * their range in two until one element is left, each half a task; for each of these radices, and for any other, there
 * is a pair of such functions. */
#ifndef BELOW
#include "insieme.h"

#include <complex.h>
#include <math.h>

typedef double complex number;

enum { CutOff = 128 };

struct coefficients {
  const number *w;
  long count;
};

/* A radix for n > 1: the largest of ours that divides it, else its smallest factor. */
static long radix_of(long n) {
  for (long radix = 32; radix > 1; radix /= 2)
    if (n % radix == 0)
      return radix;
  long factor = 3;
  while (n % factor)
    factor += 2;
  return factor;
}

#ifdef CUT_OFF /* the functions once more, without tasks: tasks.h */
#define BELOW
#define compute_coefficients compute_coefficients_below
#define unshuffle_2 unshuffle_2_below
#define twiddle_2 twiddle_2_below
#define unshuffle_4 unshuffle_4_below
#define twiddle_4 twiddle_4_below
#define unshuffle_8 unshuffle_8_below
#define twiddle_8 twiddle_8_below
#define unshuffle_16 unshuffle_16_below
#define twiddle_16 twiddle_16_below
#define unshuffle_32 unshuffle_32_below
#define twiddle_32 twiddle_32_below
#define unshuffle_any unshuffle_any_below
#define twiddle_any twiddle_any_below
#define deal_out deal_out_below
#define combine combine_below
#define transform transform_below
#include "fft.c"
#undef compute_coefficients
#undef unshuffle_2
#undef twiddle_2
#undef unshuffle_4
#undef twiddle_4
#undef unshuffle_8
#undef twiddle_8
#undef unshuffle_16
#undef twiddle_16
#undef unshuffle_32
#undef twiddle_32
#undef unshuffle_any
#undef twiddle_any
#undef deal_out
#undef combine
#undef transform
#undef BELOW
#endif
#endif
#include "tasks.h"

static void compute_coefficients(long n, long begin, long end, number *w) {
  if (end - begin == 1) {
    w[begin] = cexp(-2 * 3.14159265358979323846 * I * (double)begin / (double)n);
    return;
  }
  CUT(end - begin > CutOff, compute_coefficients_below(n, begin, end, w); return)
  TASK(, compute_coefficients(n, begin, begin + (end - begin) / 2, w));
  TASK(, compute_coefficients(n, begin + (end - begin) / 2, end, w));
  TASK_WAIT
}

/* out[j * m + i] = in[i * R + j] */
#define UNSHUFFLE(NAME, R)                                                                                             \
  static void unshuffle_##NAME(long begin, long end, const number *in, number *out, long m, long radix) {              \
    if (end - begin == 1) {                                                                                            \
      for (long j = 0; j < (R); ++j)                                                                                   \
        out[j * m + begin] = in[begin * (R) + j];                                                                      \
      return;                                                                                                          \
    }                                                                                                                  \
    CUT(end - begin > CutOff, unshuffle_##NAME##_below(begin, end, in, out, m, radix); return)                         \
    long middle = begin + (end - begin) / 2;                                                                           \
    TASK(, unshuffle_##NAME(begin, middle, in, out, m, radix));                                                        \
    TASK(, unshuffle_##NAME(middle, end, in, out, m, radix));                                                          \
    TASK_WAIT                                                                                                          \
  }

/* For each i: out[i + k * m] = sum over j of in[j * m + i] w^(i * j) w^(j * k * m). */
#define TWIDDLE(NAME, R)                                                                                               \
  static void twiddle_##NAME(long begin, long end, const number *in, number *out, const struct coefficients *c,        \
                             long m, long radix) {                                                                     \
    if (end - begin == 1) {                                                                                            \
      long n = m * (R), step = c->count / n;                                                                           \
      for (long k = 0; k < (R); ++k) {                                                                                 \
        number sum = 0;                                                                                                \
        for (long j = 0; j < (R); ++j)                                                                                 \
          sum += in[j * m + begin] * c->w[(begin + k * m) * j % n * step];                                             \
        out[begin + k * m] = sum;                                                                                      \
      }                                                                                                                \
      return;                                                                                                          \
    }                                                                                                                  \
    CUT(end - begin > CutOff, twiddle_##NAME##_below(begin, end, in, out, c, m, radix); return)                        \
    long middle = begin + (end - begin) / 2;                                                                           \
    TASK(, twiddle_##NAME(begin, middle, in, out, c, m, radix));                                                       \
    TASK(, twiddle_##NAME(middle, end, in, out, c, m, radix));                                                         \
    TASK_WAIT                                                                                                          \
  }

#define PAIR(NAME, R)                                                                                                  \
  UNSHUFFLE(NAME, R)                                                                                                   \
  TWIDDLE(NAME, R)

PAIR(2, 2)
PAIR(4, 4)
PAIR(8, 8)
PAIR(16, 16)
PAIR(32, 32)
PAIR(any, radix)

static void deal_out(long radix, const number *in, number *out, long m) {
  switch (radix) {
  case 2:
    unshuffle_2(0, m, in, out, m, radix);
    break;
  case 4:
    unshuffle_4(0, m, in, out, m, radix);
    break;
  case 8:
    unshuffle_8(0, m, in, out, m, radix);
    break;
  case 16:
    unshuffle_16(0, m, in, out, m, radix);
    break;
  case 32:
    unshuffle_32(0, m, in, out, m, radix);
    break;
  default:
    unshuffle_any(0, m, in, out, m, radix);
    break;
  }
}

static void combine(long radix, const number *in, number *out, const struct coefficients *c, long m) {
  switch (radix) {
  case 2:
    twiddle_2(0, m, in, out, c, m, radix);
    break;
  case 4:
    twiddle_4(0, m, in, out, c, m, radix);
    break;
  case 8:
    twiddle_8(0, m, in, out, c, m, radix);
    break;
  case 16:
    twiddle_16(0, m, in, out, c, m, radix);
    break;
  case 32:
    twiddle_32(0, m, in, out, c, m, radix);
    break;
  default:
    twiddle_any(0, m, in, out, c, m, radix);
    break;
  }
}

/* Transforms `data` of n elements; `space` has as many. */
static void transform(long n, number *data, number *space, const struct coefficients *c) {
  if (n == 1)
    return;
  CUT(n > CutOff, transform_below(n, data, space, c); return)
  long radix = radix_of(n), m = n / radix;
  deal_out(radix, data, space, m);
  for (long k = 0; k < radix; ++k) {
    TASK(firstprivate(k), transform(m, space + k * m, data + k * m, c));
  }
  TASK_WAIT
  combine(radix, space, data, c, m);
}

#ifndef BELOW
static void fft(long n, number *data, number *space, number *w) {
  struct coefficients c = {w, n};
#pragma omp task
  compute_coefficients(n, 0, n, w);
#pragma omp taskwait
#pragma omp task
  transform(n, data, space, &c);
#pragma omp taskwait
}

int main(int argc, char **argv) {
  long n = size_argument(argc, argv, 1920);
  double error = 0, energy = 0;
  uint64_t state = 13;
  number *data = allocate((size_t)n * sizeof *data), *space = allocate((size_t)n * sizeof *space);
  number *w = allocate((size_t)n * sizeof *w), *original = allocate((size_t)n * sizeof *original);
  for (long i = 0; i < n; ++i)
    data[i] = original[i] = (next_random(&state) % 1000) / 1000.0 + I * ((next_random(&state) % 1000) / 1000.0);
  begin_measured();
#pragma omp parallel
#pragma omp single
  fft(n, data, space, w);
  end_measured();
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
#endif
