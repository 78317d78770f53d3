// FLAGS: -O2 -std=c++20
// CONVERTED: 2
// PROMOTES
// Lambdas: one that is called from the body, one that contains the loop and captures by reference and by value.
#include "support.h"
#include <functional>

int main() {
  static uint64_t a[1500];
  int offset = 5;
  uint64_t sum = 0;
  auto value = [&offset](int i) { return work((unsigned)(i + offset), 3); };
#pragma omp parallel for
  for (int i = 0; i < 1500; i++)
    a[i] = value(i);
  auto fold = [&sum, offset, data = &a[0]](int n) mutable {
    offset++;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
      sum += data[i] + (unsigned)offset;
  };
  fold(1000);
  std::function<void(int)> erased = fold;
  erased(1500);
  SHOW("sum", sum);
  SHOW("offset", offset);
}
