// FLAGS: -O1 -std=c++20
// CONVERTED: 1
// firstprivate std::string and std::vector: the copies are owned by whoever runs the iterations.
#include "support.h"
#include <string>
#include <vector>

int main() {
  static uint64_t a[800];
  std::string name = "a string that is too long for the small buffer";
  std::vector<int> primes{2, 3, 5, 7, 11};
#pragma omp parallel for firstprivate(name, primes)
  for (int i = 0; i < 800; i++) {
    std::string mine = name + (char)('a' + i % 26);
    a[i] = hash_bytes(mine.data(), mine.size()) + (unsigned)primes[i % 5];
  }
  SHOW("name", name.size());
  SHOW_ARRAY("a", a, 800);
}
