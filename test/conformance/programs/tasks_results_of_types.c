// Results in registers of both kinds and in memory: float, double, char, pointers, bool.
// PROMOTES
#include "support.h"
static NOINLINE float f1(int i) { return (float)(work((uint64_t)i, 100) & 1023); }
static NOINLINE double f2(int i) { return (double)(work((uint64_t)i, 100) & 65535) / 4; }
static NOINLINE signed char f3(int i) { return (signed char)work((uint64_t)i, 100); }
static NOINLINE unsigned short f4(int i) { return (unsigned short)work((uint64_t)i, 100); }
static NOINLINE _Bool f5(int i) { return work((uint64_t)i, 100) & 1; }
static NOINLINE const char *f6(int i) { return "abcdefgh" + (work((uint64_t)i, 100) & 7); }
static NOINLINE __int128 f7(int i) { return (__int128)work((uint64_t)i, 100) << 40; }
static NOINLINE long double f8(int i) { return (long double)(work((uint64_t)i, 100) & 1023) / 8; }
int main() {
  uint64_t sum = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 30; i++) {
    float a;
    double b;
    signed char c;
    unsigned short d;
    _Bool e;
    const char *f;
    __int128 g;
    long double h;
#pragma omp task shared(a)
    a = f1(i);
#pragma omp task shared(b)
    b = f2(i);
#pragma omp task shared(c)
    c = f3(i);
#pragma omp task shared(d)
    d = f4(i);
#pragma omp task shared(e)
    e = f5(i);
#pragma omp task shared(f)
    f = f6(i);
#pragma omp task shared(g)
    g = f7(i);
#pragma omp task shared(h)
    h = f8(i);
#pragma omp taskwait
    sum = mix(sum + (uint64_t)a + (uint64_t)(b * 4) + (uint64_t)(c + 200) + d + e + (uint64_t)f[0] + (uint64_t)(g >> 41) +
              (uint64_t)(h * 8));
  }
  SHOW("sum", sum);
}
