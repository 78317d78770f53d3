// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The outer loop only. When few intervals are left, most threads have nothing to do.
#include "chain.h"

static void fill(Chain &chain) {
  for (int length = 2; length <= chain.matrices; ++length) {
#pragma omp parallel for schedule(guided)
    for (int first = 0; first <= chain.matrices - length; ++first) {
      int last = first + length - 1;
      long best = LONG_MAX;
      for (int split = first; split < last; ++split)
        best = std::min(best, chain.costOfSplit(first, split, last));
      chain.cost(first, last) = best;
    }
  }
}

int main(int argc, char **argv) { return chainMain(argc, argv, fill); }
