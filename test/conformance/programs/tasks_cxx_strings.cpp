// Tasks that allocate and move strings.
// FLAGS: -O2 -std=c++20
#include "support.h"
#include <string>
#include <vector>
static std::string render(int depth, int seed) {
  if (depth == 0)
    return std::to_string(seed % 10);
  std::string a, b;
#pragma omp task shared(a)
  a = render(depth - 1, seed * 7 + 1);
#pragma omp task shared(b)
  b = render(depth - 1, seed * 3 + 2);
#pragma omp taskwait
  return "(" + a + b + ")";
}
int main() {
  std::string s;
#pragma omp parallel
#pragma omp single
  s = render(8, 1);
  SHOW("length", s.size());
  SHOW("hash", hash_bytes(s.data(), s.size()));
}
