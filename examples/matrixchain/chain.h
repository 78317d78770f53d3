// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// In which order a product of many matrices is cheapest: a table over all intervals of the chain, by length.
#ifndef TACTUS_EXAMPLES_CHAIN_H
#define TACTUS_EXAMPLES_CHAIN_H

#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

class Chain {
public:
  const int matrices;

  explicit Chain(int matrices)
      : matrices(matrices), costs(static_cast<size_t>(matrices) * static_cast<size_t>(matrices)) {
    for (int i = 0; i <= matrices; ++i)
      sizes.push_back(10 + (i + 4) * (i + 4) * 37L % 91);
  }

  long &cost(int first, int last) {
    return costs[static_cast<size_t>(first) * static_cast<size_t>(matrices) + static_cast<size_t>(last)];
  }

  /// The cost of first...last when the last product is behind matrix `split`.
  long costOfSplit(int first, int split, int last) {
    return cost(first, split) + cost(split + 1, last) +
           sizes[static_cast<size_t>(first)] * sizes[static_cast<size_t>(split) + 1] *
               sizes[static_cast<size_t>(last) + 1];
  }

  std::string order(int first, int last) {
    if (first == last)
      return std::string(1, static_cast<char>('A' + first % 26));
    for (int split = first;; ++split)
      if (costOfSplit(first, split, last) == cost(first, last))
        return "(" + order(first, split) + order(split + 1, last) + ")";
  }

private:
  std::vector<long> sizes, costs;
};

/// matrixchain MATRICES
inline int chainMain(int argc, char **argv, void (*fill)(Chain &)) {
  int matrices = argc == 2 ? std::atoi(argv[1]) : 0;
  if (matrices < 1 || matrices > 20000) {
    std::fprintf(stderr, "matrixchain: error: give a number of matrices up to 20000: matrixchain 12\n");
    return 2;
  }
  Chain chain(matrices);
  fill(chain);
  std::printf("%ld multiplications\n", chain.cost(0, matrices - 1));
  if (matrices <= 26)
    std::printf("%s\n", chain.order(0, matrices - 1).c_str());
  return 0;
}

#endif
