#include "support.h"
#include <vector>

extern "C" uint64_t kernel(int n) {
  std::vector<uint64_t> v((size_t)n);
#pragma omp parallel for
  for (size_t i = 0; i < v.size(); i++)
    v[i] = work(i, 3);
  return hash_bytes(v.data(), v.size() * 8);
}
