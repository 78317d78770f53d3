// Results in vector registers, converted when they are stored.
// FLAGS: -O2
// PROMOTES
#include <cilk/cilk.h>
#include <stdio.h>

static double root(double x) {
  double r = x;
  for (int i = 0; i < 40; ++i)
    r = (r + x / r) / 2;
  return r;
}
static float half(float x) { return (float)root(x) / 2; }

int main(void) {
  double a = cilk_spawn root(2);
  int b = cilk_spawn root(1000);
  float c = cilk_spawn half(9);
  double d = root(3);
  cilk_sync;
  printf("%.12f %d %.6f %.12f\n", a, b, c, d);
  return 0;
}
