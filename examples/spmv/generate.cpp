//===- generate.cpp - matrices of any size, from a seed ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   arrowhead   first row and column full, and the diagonal: half of the nonzeros are in one row
//   powerlaw    row lengths follow a Pareto distribution, as in graphs of the web: a few rows are very long
//   random      row lengths from 1 to 100, all equally likely
//
// Only the shape differs; columns are spread over the row and values are between 0.5 and 1.5.
//
//===----------------------------------------------------------------------===//
#include "matrix.h"

#include <algorithm>
#include <climits>
#include <cmath>

namespace spmv {

namespace {

/// SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014): the standard
/// library's generators are portable, but its distributions are not.
class Random {
public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t next() {
    uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  /// In [0, 1).
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

private:
  uint64_t state_;
};

size_t powerLawLength(Random &random, size_t rows) {
  constexpr double Shortest = 4, Exponent = 2.1;
  double length = Shortest * std::pow(1 - random.uniform(), -1 / (Exponent - 1));
  return length < static_cast<double>(rows) ? static_cast<size_t>(length) : rows;
}

} // namespace

Matrix fromEntries(size_t rows, size_t columns, const std::vector<Entry> &entries) {
  Matrix matrix;
  matrix.rows = rows;
  matrix.columnCount = columns;
  // Counting sort: lengths, then starts, then places.
  matrix.rowStarts.assign(rows + 1, 0);
  for (const Entry &entry : entries)
    ++matrix.rowStarts[static_cast<size_t>(entry.row) + 1];
  for (size_t row = 0; row < rows; ++row)
    matrix.rowStarts[row + 1] += matrix.rowStarts[row];
  std::vector<size_t> next(matrix.rowStarts.begin(), matrix.rowStarts.end() - 1);
  matrix.columns.resize(entries.size());
  matrix.values.resize(entries.size());
  for (const Entry &entry : entries) {
    size_t place = next[static_cast<size_t>(entry.row)]++;
    matrix.columns[place] = entry.column;
    matrix.values[place] = entry.value;
  }
  return matrix;
}

Matrix generate(const std::string &kind, size_t rows, uint64_t seed) {
  bool arrowhead = kind == "arrowhead", powerLaw = kind == "powerlaw";
  if (!arrowhead && !powerLaw && kind != "random")
    throw InputError("--generate " + kind + ": unknown kind of matrix, use arrowhead, powerlaw or random");
  if (rows < 1 || rows > INT32_MAX)
    throw InputError("--rows " + std::to_string(rows) + ": out of range, it must be from 1 to " +
                     std::to_string(INT32_MAX));
  Random random(seed);
  Matrix matrix;
  matrix.rows = matrix.columnCount = rows;
  matrix.rowStarts.resize(rows + 1);
  for (size_t row = 0; row < rows; ++row) {
    size_t length = arrowhead  ? (row == 0 ? rows : 2)
                    : powerLaw ? powerLawLength(random, rows)
                               : random.next() % 100 + 1;
    matrix.rowStarts[row + 1] = matrix.rowStarts[row] + std::min(length, rows);
  }
  matrix.columns.resize(matrix.rowStarts[rows]);
  matrix.values.resize(matrix.rowStarts[rows]);
  for (size_t row = 0; row < rows; ++row) {
    size_t start = matrix.rowStarts[row], length = matrix.rowStarts[row + 1] - start;
    // One column in each of `length` equal stretches, so that columns ascend and none comes twice.
    double stretch = static_cast<double>(rows) / static_cast<double>(length);
    for (size_t k = 0; k < length; ++k) {
      size_t column = arrowhead ? (row == 0 ? k : k * row)
                                : static_cast<size_t>((static_cast<double>(k) + random.uniform()) * stretch);
      matrix.columns[start + k] = static_cast<int32_t>(std::min(column, rows - 1));
      matrix.values[start + k] = 0.5 + random.uniform();
    }
  }
  return matrix;
}

} // namespace spmv
