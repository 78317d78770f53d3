// FLAGS: -O2 -frounding-math
// What becomes a task rounds as the strand that it comes from, and so do an iteration's neighbours where one changes
// the mode for itself.
#include <fenv.h>
#include <stdio.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

enum { Iterations = 400, Steps = 200 };
static const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO, FE_TONEAREST};
static volatile double one = 1, three = 3;
static double found[Iterations];
static int wrong;

static double third(void) {
  double sum = 0;
  for (int step = 0; step < Steps; ++step)
    sum += one / three;
  return sum;
}

static void expect(int holds, const char *what) {
  if (holds)
    return;
  fprintf(stderr, "%s rounds differently\n", what);
  wrong = 1;
}

static void loops(int mode) {
  fesetround(mode);
  double expected = third();
#pragma omp parallel for
  for (int i = 0; i < Iterations; ++i)
    found[i] = third();
  for (int i = 0; i < Iterations; ++i)
    expect(found[i] == expected, "an iteration");
  expect(fegetround() == mode, "what follows the loop");
}

static double sumOfTasks(int from, int to) {
  if (to - from == 1)
    return third();
  int middle = from + (to - from) / 2;
  double left, right;
#pragma omp task shared(left)
  left = sumOfTasks(from, middle);
  right = sumOfTasks(middle, to);
#pragma omp taskwait
  return left + right;
}

static void tasks(int mode) {
  fesetround(mode);
  double expected = 128 * third(), sum = 0;
#pragma omp parallel
#pragma omp single
  sum = sumOfTasks(0, 128);
  expect(sum == expected, "a task");
}

/// As interval arithmetic does.
static void bounds(void) {
  fesetround(FE_TONEAREST);
  double expected = third();
  int count = 0;
#pragma omp parallel for reduction(+ : count)
  for (int i = 0; i < Iterations; ++i) {
    found[i] = third();
    fesetround(FE_DOWNWARD);
    double low = third();
    fesetround(FE_UPWARD);
    double high = third();
    fesetround(FE_TONEAREST);
    count += low < high;
  }
  for (int i = 0; i < Iterations; ++i)
    expect(found[i] == expected, "an iteration beside one that changes the mode");
  expect(count == Iterations, "an iteration that changes the mode");
}

/// Subnormal numbers are zero, as -ffast-math has it.
static void subnormals(void) {
#if defined(__x86_64__)
  unsigned before = _mm_getcsr();
  _mm_setcsr(before | 0x8040);
  volatile float least = 1e-40f;
  int count = 0;
#pragma omp parallel for reduction(+ : count)
  for (int i = 0; i < Iterations; ++i) {
    float sum = 0;
    for (int step = 0; step < Steps; ++step)
      sum += least * 2;
    count += sum == 0;
  }
  expect(count == Iterations, "an iteration with subnormal numbers");
  _mm_setcsr(before);
#endif
}

int main(void) {
  for (int round = 0; round < 8; ++round) {
    loops(modes[round % 4]);
    tasks(modes[round % 4]);
  }
  bounds();
  subnormals();
  return wrong;
}
