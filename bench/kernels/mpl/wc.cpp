//===- wc.cpp - counts the lines and words of a text ----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// One reduction of pairs over all letters.
//
//===----------------------------------------------------------------------===//
#include "../workload.h"
#include "parallel.h"
#include "text.h"

#include <sstream>

namespace {

struct Counts {
  uint64_t lines, words;
};

std::string text;
Counts counts;

// The kernel.
__attribute__((noinline)) Counts countAll(const char *letters, size_t count) {
  return parallel::reduce(
      0, count, 5000, Counts{0, 0},
      [=](size_t i) {
        bool beginsWord = !isSpace(letters[i]) && (i == 0 || isSpace(letters[i - 1]));
        return Counts{letters[i] == '\n', beginsWord};
      },
      [](Counts a, Counts b) { return Counts{a.lines + b.lines, a.words + b.words}; });
}

void prepare(size_t size, uint64_t seed) { text = randomText(size, seed, 26); }

void reset() { counts = {0, 0}; }

void run() { counts = countAll(text.data(), text.size()); }

double checksum() { return static_cast<double>(counts.lines) * 1e6 + static_cast<double>(counts.words); }

// The standard library reads words.
double verify() {
  std::istringstream stream(text);
  uint64_t words = 0;
  for (std::string word; stream >> word;)
    ++words;
  auto lines = static_cast<uint64_t>(std::count(text.begin(), text.end(), '\n'));
  return counts.lines == lines && counts.words == words ? 0 : 1;
}

} // namespace

extern "C" const Workload workload = {"mpl-wc", "letters of the text", 60000000, 0, prepare, reset, run, checksum,
                                      verify};
