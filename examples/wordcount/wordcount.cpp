// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A fold: each strand has a table of its own, and there are as few strands as the run needs.
#include "words.h"

#include <tactus/algorithm.hpp>

static Counts count(const std::vector<std::string_view> &lines) {
  return tactus::parallel_fold(lines, Counts(), countWords, added);
}

int main(int argc, char **argv) { return wordCountMain(argc, argv, count); }
