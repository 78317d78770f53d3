// An exception leaves a cilk_for: the first in the order of iterations arrives, and those before it have all run.
// FLAGS: -O2 -std=c++17
// PROMOTES
#include "support.h"
#include <cilk/cilk.h>
#include <stdexcept>
#include <string>
#include <vector>

static long loop(int n, int modulus) {
  std::vector<int> seen(n);
  try {
    cilk_for(int i = 0; i < n; ++i) {
      std::string name = std::to_string(i);
      if (work(i, 20) % modulus == 1)
        throw std::runtime_error(name);
      seen[i] = i + 1;
    }
  } catch (const std::runtime_error &e) {
    int failed = std::stoi(e.what());
    for (int i = 0; i < failed; ++i)
      if (seen[i] != i + 1)
        return -i;
    return failed;
  }
  return n;
}

static long nest(int n) {
  long result = 0;
  try {
    cilk_for(int i = 0; i < n; ++i) cilk_for(int k = 0; k < n; ++k) if (work(i * n + k, 10) % 500 == 3) throw i * n + k;
  } catch (int place) {
    result = place;
  }
  return result;
}

int main() {
  for (int modulus : {2, 10, 100, 1000, 100000})
    SHOW("loop", loop(3000, modulus));
  for (int n = 1; n < 60; n += 9)
    SHOW("nest", nest(n));
  return 0;
}
