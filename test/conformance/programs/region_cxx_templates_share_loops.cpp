// Templates and lambdas hold the loops of the region that calls them.
// FLAGS: -std=c++17
#include "region_arrays.h"

template <typename Body> static void forAll(Body body) {
#pragma omp for
  for (int i = 0; i < N; i++)
    body(i);
}

template <typename T> static T result;

template <typename T, typename Body> static T sumOf(Body body) {
#pragma omp single
  result<T> = T();
#pragma omp for reduction(+ : result<T>)
  for (int i = 0; i < N; i++)
    result<T> += body(i);
  return result<T>;
}

int main() {
  fill();
  static long shares[4];
#pragma omp parallel
  for (int step = 0; step < 4; step++) {
    forAll([=](int i) { y[i] = (y[i] + x[i] * step) % 1009; });
    long now = sumOf<long>([](int i) { return y[i]; });
    forAll([&](int i) { x[i] = (x[i] + now) % 1013; });
#pragma omp single
    shares[step] = now;
  }
  for (long share : shares)
    printf("%ld ", share);
  show("end");
}
