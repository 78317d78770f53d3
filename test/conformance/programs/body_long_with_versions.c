// FLAGS: -O2
// CONVERTED: 4
// PROMOTES
// Long iterations that call code which is not seen, with as many threads as iterations and with fewer: one function for
// both versions. They read captured scalars, private copies and parameters, and have variables of their own.
#include "support.h"

static uint64_t plain(uint64_t x) { return mix(x); }
static uint64_t (*volatile unseen)(uint64_t) = plain;

__attribute__((noinline)) static void parts(uint64_t *out, const uint64_t *in, int n, int count, uint64_t seed) {
  int stride = n / count;
  uint64_t first = seed + 1, salt = seed ^ 7;
#pragma omp parallel for firstprivate(first, salt)
  for (int part = 0; part < count; part++) {
    int begin = part * stride, end = part + 1 == count ? n : begin + stride;
    uint64_t rest = 0, window[4];
    for (int i = begin; i < end; i++) {
      uint64_t sum = first + (i & 1 ? salt : seed);
      for (int k = 0; k < 4; k++)
        window[k] = in[(i + k) % n] * (unsigned)(k + 1);
      for (int j = 0; j < 4; j++) {
        if (window[j] % 3 == 0)
          sum += window[j] ^ seed;
        else if (window[j] % 3 == 1)
          sum -= window[j];
        else
          rest++;
        for (int q = j; q < 4; q++)
          sum = sum * 31 + (window[q] > sum ? in[(i + q) % n] : window[j]);
      }
      out[i] = mix(sum) + unseen((unsigned)i);
    }
    out[begin] += rest;
  }
}

/// The iteration leaves its loops in several ways, and calls a region.
__attribute__((noinline)) static uint64_t nested(uint64_t *out, const uint64_t *in, int n, int count) {
  uint64_t all = 0;
#pragma omp parallel for reduction(^ : all)
  for (int part = 0; part < count; part++) {
    uint64_t h = 0;
    for (int i = part; i < n; i += count) {
      if (in[i] % 11 == 0)
        continue;
      for (int j = 0; j < 8; j++) {
        h = mix(h ^ (in[(i + j) % n] + (unsigned)j));
        if (h % 97 == 0)
          break;
        h += in[(i * 3 + j) % n] % 5 == 0 ? h >> 3 : h << 1;
      }
      out[i] ^= h;
    }
#pragma omp parallel for reduction(^ : h)
    for (int j = 0; j < 20; j++)
      h ^= work((unsigned)(part * 20 + j), 2);
    all ^= unseen(h);
  }
  return all;
}

int main(void) {
  static uint64_t in[600], out[600];
  for (unsigned i = 0; i < 600; i++)
    in[i] = mix(i);
  for (int count = 1; count <= 64; count *= 4)
    parts(out, in, 600, count, (unsigned)count);
  SHOW_ARRAY("parts", out, 600);
#pragma omp parallel for
  for (int i = 0; i < 600; i++)
    out[i] += work((unsigned)i, 3);
  uint64_t all = nested(out, in, 600, 3) ^ nested(out, in, 600, 40);
  SHOW("nested", all);
  SHOW_ARRAY("out", out, 600);
}
