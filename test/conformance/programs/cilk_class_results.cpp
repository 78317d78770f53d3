// Objects as results: declared, and assigned.
// FLAGS: -O2 -std=c++20
// PROMOTES
#include <cilk/cilk.h>
#include <cstdio>

#include <string>
static std::string grow(const std::string &text, int n) noexcept {
  if (n == 0)
    return text;
  std::string left = cilk_spawn grow(text + "l", n - 1);
  std::string right;
  right = grow(text + "r", n - 1);
  cilk_sync;
  return left + right;
}

int main() {
  std::printf("%s\n", grow("x", 5).c_str());
  return 0;
}
