// Exceptions are thrown and caught in iterations of several loops of one region, and in its single.
#include "region_arrays.h"
#include <stdexcept>
#include <string>

__attribute__((noinline)) static long checked(long value) {
  if (value % 11 == 3)
    throw std::out_of_range("three" + std::to_string(value % 7));
  return value * 2;
}

int main() {
  fill();
  long caught = 0, length = 0;
#pragma omp parallel
  for (int step = 0; step < 3; step++) {
#pragma omp for reduction(+ : caught)
    for (int i = 0; i < N; i++)
      try {
        y[i] = checked(x[i] + step);
      } catch (const std::out_of_range &) {
        ++caught;
        y[i] = -1;
      }
#pragma omp single
    try {
      length += checked(3);
    } catch (const std::exception &error) {
      length += static_cast<long>(std::string(error.what()).size());
    }
#pragma omp for
    for (int i = 0; i < N; i++)
      try {
        try {
          x[i] = checked(y[i]) % 1000;
        } catch (const std::out_of_range &error) {
          throw std::string(error.what());
        }
      } catch (const std::string &text) {
        x[i] = text.back();
      }
  }
  printf("%ld %ld\n", caught, length);
  show("end");
}
