// Copies of many types are taken when the task is created.
// PROMOTES
#include "support.h"
static uint64_t out[100];
static NOINLINE void store(int i, char c, short s, long l, float f, double d, unsigned char u, const char *p) {
  out[i] = work((uint64_t)(c + s * 3 + l * 5 + (long)f * 7 + (long)d * 11 + u * 13 + p[0]), 100);
}
int main() {
  const char *text = "tasks and their copies of all sorts of things, one after another, again and again, a hundred times over.";
#pragma omp parallel
#pragma omp single
  {
    char c = 0;
    short s = 0;
    long l = 0;
    float f = 0;
    double d = 0;
    unsigned char u = 0;
    const char *p = text;
    for (int i = 0; i < 100; i++) {
#pragma omp task firstprivate(i, c, s, l, f, d, u, p)
      store(i, c, s, l, f, d, u, p);
      c++, s += 2, l += 3, f += 1.5f, d += 2.25, u += 5, p++;
    }
  }
  SHOW_ARRAY("out", out, 100);
}
