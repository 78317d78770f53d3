//===- grep.cpp - the lines of a text that contain a word ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A filter finds where the lines end, another keeps the lines that match, and two nested loops copy them one behind the
// other. Lines are short.
//
//===----------------------------------------------------------------------===//
#include "../results.h"
#include "../workload.h"
#include "parallel.h"
#include "text.h"

#include <string_view>

namespace {

constexpr std::string_view Pattern = "aba";

struct Line {
  uint32_t begin, end;
};

std::string text, output;
std::unique_ptr<uint32_t[]> places, ends;
std::unique_ptr<Line[]> matching;

// The kernel. Returns the length of the output.
__attribute__((noinline)) size_t findLines(const char *letters, size_t count, uint32_t *place, uint32_t *end,
                                           Line *match, char *to) {
  size_t lines = parallel::filter(
      count, 5000, place, [=](size_t i) { return letters[i] == '\n' || i + 1 == count; },
      [](size_t i) { return static_cast<uint32_t>(i + 1); }, end);
  auto line = [=](size_t i) { return Line{i ? end[i - 1] : 0, end[i]}; };
  size_t matches = parallel::filter(
      lines, 1000, place,
      [=](size_t i) {
        auto [first, last] = line(i);
        return std::string_view(letters + first, last - first).find(Pattern) != std::string_view::npos;
      },
      line, match);
  parallel::forEach(0, matches, 1000, [=](size_t i) { place[i] = match[i].end - match[i].begin; });
  size_t length = parallel::scan(std::span(place, matches));
  parallel::forEach(0, matches, 100, [=](size_t i) {
    auto [first, last] = match[i];
    char *line = to + place[i] - (last - first);
    parallel::forEach(0, last - first, parallel::Sequential, [=](size_t k) { line[k] = letters[first + k]; });
  });
  return length;
}

void prepare(size_t size, uint64_t seed) {
  // Few letters, so that a good part of the lines matches.
  text = randomText(size, seed, 8);
  places = parallel::makeArray<uint32_t>(size);
  ends = parallel::makeArray<uint32_t>(size);
  matching = parallel::makeArray<Line>(size);
}

void reset() { output.assign(text.size(), 0); }

void run() {
  output.resize(findLines(text.data(), text.size(), places.get(), ends.get(), matching.get(), output.data()));
}

double checksum() {
  return weightedSum(output.size(), [](size_t i) { return output[i]; });
}

// Line by line.
double verify() {
  std::string expected;
  for (size_t begin = 0, end; begin < text.size(); begin = end) {
    end = text.find('\n', begin);
    end = end == std::string::npos ? text.size() : end + 1;
    if (size_t found = text.find(Pattern, begin); found != std::string::npos && found + Pattern.size() <= end)
      expected.append(text, begin, end - begin);
  }
  return output == expected ? 0 : 1;
}

} // namespace

extern "C" const Workload workload = {"mpl-grep", "letters of the text", 20000000, 0, prepare, reset, run, checksum,
                                      verify};
