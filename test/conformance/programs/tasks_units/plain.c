#include "support.h"
uint64_t in_plain(int depth, uint64_t seed, uint64_t (*back)(int, uint64_t)) {
  return back(depth - 1, seed) + back(depth - 2, seed + 1);
}
