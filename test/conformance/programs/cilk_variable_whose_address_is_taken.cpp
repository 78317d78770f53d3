// Variables of C++ that a spawned call initialises, and whose address is known elsewhere: they get their value from the
// call, in memory, and not from what runs beside it.
// FLAGS: -O2
// PROMOTES
#include "support.h"
#include <cilk/cilk.h>

static uint64_t out[200];
NOINLINE static uint64_t f(int n) { return n < 2 ? n + 1 : f(n - 1) * 3 + f(n - 2); }
NOINLINE static bool isOdd(int n) { return f(n) % 2; }
NOINLINE static uint64_t &element(int n) { return out[(f(n % 7) + n) % 200]; }
NOINLINE static _Complex double pairOf(int n) { return f(n % 9) + 2.0i * n; }
struct Point {
  double x, y;
};
NOINLINE static Point point(int n) { return {double(f(n % 5)), double(n)}; }
template <class T> NOINLINE static void add(int i, const T *value) { out[i] += *value; }
NOINLINE static void addPoint(int i, const Point *value) { out[i] += value->x * 3 + value->y; }

NOINLINE static void number(int i) {
  uint64_t x = cilk_spawn f(i % 9);
  const uint64_t *known = &x;
  out[i] += f(i % 4);
  cilk_sync;
  add(i, known);
}

NOINLINE static void others(int i) {
  bool odd = cilk_spawn isOdd(i % 9);
  int narrow = cilk_spawn f(i % 8);
  double wide = cilk_spawn f(i % 7);
  uint64_t &place = cilk_spawn element(i);
  _Complex double pair = cilk_spawn pairOf(i);
  Point there = cilk_spawn point(i);
  const Point *known = &there;
  uint64_t **known_place = nullptr, *address = nullptr;
  known_place = &address;
  out[i] += f(i % 4);
  cilk_sync;
  *known_place = &place;
  add(i, &odd);
  add(i, &narrow);
  add(i, &wide);
  out[i] += (**known_place) % 2 * 0 + (uint64_t)(__real__ pair + __imag__ pair);
  _Complex double *known_pair = &pair;
  out[i] ^= (uint64_t)__imag__ * known_pair;
  addPoint(i, known);
}

int main() {
  for (int i = 0; i < 200; ++i)
    number(i);
  for (int i = 0; i < 200; ++i)
    others(i);
  SHOW_ARRAY("out", out, 200);
  return 0;
}
