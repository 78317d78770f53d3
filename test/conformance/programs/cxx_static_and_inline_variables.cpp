// FLAGS: -O0 -std=c++20
// CONVERTED: 1
// Static data members, inline variables and namespace-scope arrays are shared without any clause.
#include "support.h"

struct Config {
  static inline int scale = 3;
  static constexpr int Offset = 7;
};
namespace {
uint64_t results[1500];
}
inline int shift = 2;

int main() {
  Config::scale = 5;
#pragma omp parallel for
  for (int i = 0; i < 1500; i++)
    results[i] = work((unsigned)(i * Config::scale + Config::Offset), 2) >> shift;
  SHOW_ARRAY("results", results, 1500);
}
