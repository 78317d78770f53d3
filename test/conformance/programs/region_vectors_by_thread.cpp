// FLAGS: -O2 -std=c++20
// Containers of each thread: filled by its iterations, and appended to the whole, whose order is then made certain.
#include "support.h"
#include <algorithm>
#include <map>
#include <string>
#include <vector>

int main() {
  std::vector<long> all;
  std::map<long, long> counts;
#pragma omp parallel num_threads(3)
  {
    std::vector<long> own;
    std::map<long, long> local;
    std::string text = "x";
#pragma omp for nowait
    for (int i = 0; i < 4000; i++) {
      own.push_back(static_cast<long>(mix(static_cast<uint64_t>(i)) % 10000));
      local[own.back() % 13]++;
    }
    text += "y";
#pragma omp critical
    {
      all.insert(all.end(), own.begin(), own.end());
      for (const auto &[key, count] : local)
        counts[key] += count + static_cast<long>(text.size()) - 2;
    }
  }
  std::sort(all.begin(), all.end());
  SHOW_ARRAY("all", all.data(), all.size());
  for (const auto &[key, count] : counts)
    SHOW("count", key * 100000 + count);
}
