// What the programs of the cluster's tests share: a program says "right" if all that it checks holds.
#include <tactus/cluster.hpp>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <unistd.h>

namespace cluster = tactus::cluster;

inline int errors = 0;

inline void check(bool holds, const char *what) {
  if (!holds) {
    std::printf("wrong: %s\n", what);
    ++errors;
  }
}

inline int done() {
  if (!errors)
    std::puts("right");
  return errors != 0;
}

/// For the test, which demands the same bits of all runs.
inline void writeBits(double sum) {
  if (const char *name = std::getenv("SUM_FILE")) {
    std::FILE *file = std::fopen(name, "w");
    std::fprintf(file, "%a\n", sum);
    std::fclose(file);
  }
}

/// Work that takes a while and that no compiler leaves out.
inline double work(int rounds) {
  double x = 1;
  for (int round = 0; round < rounds; ++round)
    x = x * 0.75 + 1.0 / (x + round);
  return x;
}
