//===- suffix-array.cpp - all suffixes of a text, in order ------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Prefix doubling: suffixes sorted by their first k letters are sorted by 2k, with the rank of the suffix k letters on
// as the second half of the key. A round is a sort, a scan that numbers groups of equal keys by their first place, and
// two loops.
//
//===----------------------------------------------------------------------===//
#include "../results.h"
#include "../workload.h"
#include "mergesort.h"
#include "text.h"

#include <vector>

namespace {

constexpr size_t Grain = 2000;
constexpr size_t FirstLetters = 8;

std::string text;
std::unique_ptr<uint64_t[]> keys;
std::unique_ptr<uint32_t[]> suffixes, scratch, groups, ranks;

// The kernel. Suffixes are numbers, whose keys are looked up. The result is in `suffix`; `scratch` is room for as many.
__attribute__((noinline)) void sortSuffixes(const char *letters, size_t n, uint64_t *key, uint32_t *suffix,
                                            uint32_t *scratch, uint32_t *group, uint32_t *rank) {
  parallel::forEach(0, n, Grain, [=](size_t i) {
    uint64_t first = 0;
    for (size_t k = i; k < i + FirstLetters; ++k)
      first = first << 8 | (k < n ? static_cast<unsigned char>(letters[k]) : 0);
    key[i] = first;
    suffix[i] = static_cast<uint32_t>(i);
  });
  for (size_t length = FirstLetters;; length *= 2) {
    parallel::forEach(0, n, Grain, [=](size_t i) { scratch[i] = suffix[i]; });
    parallel::mergeSort(std::span(scratch, n), std::span(suffix, n),
                        [=](uint32_t a, uint32_t b) { return key[a] < key[b]; });
    parallel::forEach(0, n, Grain, [=](size_t i) {
      group[i] = i && key[suffix[i - 1]] == key[suffix[i]] ? 0 : static_cast<uint32_t>(i);
    });
    parallel::scan(std::span(group, n), uint32_t{0}, [](uint32_t a, uint32_t b) { return std::max(a, b); });
    parallel::forEach(0, n, Grain, [=](size_t i) { rank[suffix[i]] = group[i]; });
    bool allDiffer = parallel::reduce(
        1, n, Grain, true, [=](size_t i) { return group[i - 1] != group[i]; }, std::logical_and<bool>());
    if (allDiffer)
      return;
    parallel::forEach(0, n, Grain, [=](size_t i) {
      size_t next = i + length;
      key[i] = uint64_t{rank[i]} << 32 | (next < n ? rank[next] + 1 : 0);
    });
  }
}

void prepare(size_t size, uint64_t seed) {
  text = randomText(size, seed, 4);
  // Long repetitions, so that there is more than one round.
  for (size_t i = size / 2; i < size / 2 + size / 100; ++i)
    text[i] = text[i - size / 4];
  keys = parallel::makeArray<uint64_t>(size);
  suffixes = parallel::makeArray<uint32_t>(size);
  scratch = parallel::makeArray<uint32_t>(size);
  groups = parallel::makeArray<uint32_t>(size);
  ranks = parallel::makeArray<uint32_t>(size);
}

void reset() {}

void run() {
  sortSuffixes(text.data(), text.size(), keys.get(), suffixes.get(), scratch.get(), groups.get(), ranks.get());
}

double checksum() {
  return weightedSum(text.size(), [](size_t i) { return suffixes[i] % 8191; });
}

// It is the suffix array if and only if it is a permutation in which neighbours are in order; and whether they are is
// known from their first letters and the places of what follows these.
double verify() {
  size_t n = text.size();
  std::vector<size_t> place(n + 1, SIZE_MAX);
  for (size_t i = 0; i < n; ++i) {
    if (suffixes[i] >= n || place[suffixes[i]] != SIZE_MAX)
      return 1;
    place[suffixes[i]] = i + 1;
  }
  place[n] = 0;
  for (size_t i = 1; i < n; ++i) {
    size_t a = suffixes[i - 1], b = suffixes[i];
    if (text[a] > text[b] || (text[a] == text[b] && place[a + 1] > place[b + 1]))
      return 1;
  }
  return 0;
}

} // namespace

extern "C" const Workload workload = {
    "mpl-suffix-array", "letters of the text", 500000, 0, prepare, reset, run, checksum, verify};
