// FLAGS: -O2 -std=c++20
// Section of a pointer member's target and of a std::vector's storage.
#include "support.h"
#include <vector>

int main() {
  std::vector<long> bins(20, 1);
  long *first = bins.data();
#pragma omp parallel for reduction(+ : first[0 : 20])
  for (int i = 0; i < 3000; i++)
    first[work(i, 2) % 20] += i % 5;
  SHOW_ARRAY("bins", bins.data(), bins.size());
}
