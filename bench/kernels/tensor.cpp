//===- tensor.cpp - sparse tensors of three modes, generated or read ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "tensor.h"
#include "text_file.h"
#include "workload.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace {

// As many slices as nell-2 of the FROSTT collection, of which 77 million entries remain in the original.
constexpr std::array<size_t, 3> GeneratedExtents{12092, 9184, 28818};
// The mean of a mode is at 1/(1 + skew) of its extent; 0 would be uniform.
constexpr double Skew = 3;

struct Entry {
  std::array<uint32_t, 3> place;
  double value;
};

Tensor fromEntries(std::vector<Entry> entries, std::array<size_t, 3> extents) {
  std::sort(entries.begin(), entries.end(), [](const Entry &a, const Entry &b) { return a.place < b.place; });
  Tensor tensor;
  tensor.extents = extents;
  tensor.fiberStarts.resize(extents[0] + 1);
  const Entry *last = nullptr;
  for (const Entry &entry : entries) {
    auto [i, j, k] = entry.place;
    if (last && last->place == entry.place) {
      tensor.values.back() += entry.value;
      continue;
    }
    if (!last || last->place[0] != i || last->place[1] != j) {
      ++tensor.fiberStarts[i + 1];
      tensor.fiberIndex.push_back(j);
      tensor.entryStarts.push_back(tensor.values.size());
    }
    tensor.entryIndex.push_back(k);
    tensor.values.push_back(entry.value);
    last = &entry;
  }
  tensor.entryStarts.push_back(tensor.values.size());
  std::partial_sum(tensor.fiberStarts.begin(), tensor.fiberStarts.end(), tensor.fiberStarts.begin());
  return tensor;
}

} // namespace

Tensor generateTensor(size_t count, uint64_t seed) {
  std::vector<Entry> entries(count);
  // Where the dense parts of the modes lie must not follow from their indices.
  std::array<uint64_t, 3> stride{}, offset{};
  for (int mode = 0; mode < 3; ++mode) {
    do
      stride[mode] = nextRandom(&seed) % GeneratedExtents[mode];
    while (std::gcd(stride[mode], GeneratedExtents[mode]) != 1);
    offset[mode] = nextRandom(&seed) % GeneratedExtents[mode];
  }
  for (Entry &entry : entries) {
    for (int mode = 0; mode < 3; ++mode) {
      auto rank =
          static_cast<uint64_t>(std::pow(nextUniform(&seed), 1 + Skew) * static_cast<double>(GeneratedExtents[mode]));
      entry.place[mode] = static_cast<uint32_t>((rank * stride[mode] + offset[mode]) % GeneratedExtents[mode]);
    }
    entry.value = nextUniform(&seed) + 0.5;
  }
  return fromEntries(std::move(entries), GeneratedExtents);
}

Tensor loadTensor(const char *path) {
  TextFile file(path);
  std::vector<Entry> entries;
  std::array<size_t, 3> extents{};
  while (file.nextLine('#')) {
    Entry entry;
    for (int mode = 0; mode < 3; ++mode) {
      constexpr const char *Names[] = {"first index", "second index", "third index"};
      entry.place[mode] = static_cast<uint32_t>(file.integer(Names[mode], 1, UINT32_MAX) - 1);
      extents[mode] = std::max<size_t>(extents[mode], entry.place[mode] + size_t{1});
    }
    entry.value = file.number("value");
    file.expectLineEnd();
    entries.push_back(entry);
  }
  if (entries.empty())
    file.fail("the file ends without an entry");
  return fromEntries(std::move(entries), extents);
}

std::vector<double> positiveNumbers(size_t count, uint64_t seed) {
  std::vector<double> numbers(count);
  for (double &number : numbers)
    number = nextUniform(&seed) + 0.5;
  return numbers;
}
