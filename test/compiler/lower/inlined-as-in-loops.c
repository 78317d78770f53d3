// What the body of a parallel loop calls is inlined as in the serial program, where the loops around the pragma make the call
// frequent: the function is too large for a call that is executed once in a while.
// RUN: %tactus-clang -fopenmp -O3 -ftactus-verify -S -emit-llvm -o - %s | FileCheck %s --implicit-check-not='@rotate('
// RUN: %clang -O3 -S -emit-llvm -o - %s | FileCheck %s --implicit-check-not='@rotate('

// CHECK: @steps(
static void rotate(double *x, const double *b) {
  double u = b[0], v = b[1], w = b[2];
#define TURN(i) \
  u += x[i] * v - b[i + 3] / (u + i), v -= x[i + 1] * w + u / (v - i), w += u * v - x[i + 2] / (w + i), x[i] = u, x[i + 1] = v;
  TURN(0) TURN(1) TURN(2) TURN(3) TURN(4) TURN(5)
  x[9] = w;
}

void steps(double *x, const double *b, long n, int count) {
  for (int step = 0; step < count; step++) {
#pragma omp parallel for
    for (long i = 0; i < n; i++)
      rotate(x + 16 * i, b + 16 * i);
#pragma omp parallel for
    for (long i = 0; i < n; i++)
      rotate(x + 16 * i + 2, b + 16 * i + 4);
  }
}
