// FLAGS: -O2 -std=c++20
// CONVERTED: 1
// PROMOTES
// Exceptions thrown and caught within one iteration, with objects destroyed on the way.
#include "support.h"
#include <stdexcept>
#include <string>

NOINLINE static int parse(int i) {
  std::string text = std::to_string(i);
  if (i % 7 == 0)
    throw std::runtime_error(text);
  if (i % 11 == 0)
    throw i;
  return i;
}

int main() {
  static long out[1000];
#pragma omp parallel for
  for (int i = 0; i < 1000; i++) {
    try {
      out[i] = parse(i);
    } catch (const std::runtime_error &error) {
      out[i] = -std::stol(error.what());
    } catch (...) {
      out[i] = -1000000;
    }
  }
  SHOW_ARRAY("out", out, 1000);
}
