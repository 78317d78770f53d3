// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The same with oneTBB: a table for each range, so ranges must not be small.
#include "words.h"

#include <oneapi/tbb.h>

static Counts count(const std::vector<std::string_view> &lines) {
  using Range = tbb::blocked_range<size_t>;
  return tbb::parallel_reduce(
      Range(0, lines.size(), 4096), Counts(),
      [&](const Range &range, Counts counts) {
        for (size_t i = range.begin(); i != range.end(); ++i)
          countWords(counts, lines[i]);
        return counts;
      },
      added);
}

int main(int argc, char **argv) { return wordCountMain(argc, argv, count); }
