//===- tensor.h - sparse tensors of three modes, generated or read --------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Compressed sparse fibers; the first mode is dense, the other two are sparse:
//
//   slice i:      fibers [fiberStarts[i], fiberStarts[i + 1])
//   fiber f:      its second index is fiberIndex[f]; entries [entryStarts[f], entryStarts[f + 1])
//   entry e:      its third index is entryIndex[e], its value values[e]
//
// Generated tensors are skewed in all three modes, as those that come from language or behaviour are.
//
//===----------------------------------------------------------------------===//
#ifndef BENCH_TENSOR_H
#define BENCH_TENSOR_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

struct Tensor {
  std::array<size_t, 3> extents{};
  std::vector<size_t> fiberStarts, entryStarts;
  std::vector<uint32_t> fiberIndex, entryIndex;
  std::vector<double> values;

  size_t slices() const { return extents[0]; }
  size_t fibers() const { return fiberIndex.size(); }
};

/// A tensor with about that many entries that are not zero, all positive.
Tensor generateTensor(size_t entries, uint64_t seed);

/// A FROSTT file: a line `i j k value` for each entry, counted from 1; lines with # are comments. Entries at the same
/// place are added. Ends the program if the file is not like that, or empty.
Tensor loadTensor(const char *path);

/// `count` numbers of [0.5, 1.5), for what the tensor is multiplied with.
std::vector<double> positiveNumbers(size_t count, uint64_t seed);

#endif // BENCH_TENSOR_H
