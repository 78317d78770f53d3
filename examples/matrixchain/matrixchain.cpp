// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Short intervals: many, with few splits each. Long ones: few, with many splits. So the parallelism moves from the
// outer loop to the inner one while the program runs.
#include "chain.h"

static void fill(Chain &chain) {
  for (int length = 2; length <= chain.matrices; ++length) {
#pragma omp parallel for
    for (int first = 0; first <= chain.matrices - length; ++first) {
      int last = first + length - 1;
      long best = LONG_MAX;
#pragma omp parallel for reduction(min : best)
      for (int split = first; split < last; ++split)
        best = std::min(best, chain.costOfSplit(first, split, last));
      chain.cost(first, last) = best;
    }
  }
}

int main(int argc, char **argv) { return chainMain(argc, argv, fill); }
