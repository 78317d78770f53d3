//===- matrix.h - sparse matrices of the spmv example --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Compressed sparse rows (CSR): the nonzeros of row r are values[i], in columns[i], for
// rowStarts[r] <= i < rowStarts[r + 1].
//
//        ┌ 5 . 1 ┐      rowStarts  0 2 2 4
//        │ . . . │      columns    0 2 1 2
//        └ . 2 3 ┘      values     5 1 2 3
//
//===----------------------------------------------------------------------===//
#ifndef SPMV_MATRIX_H
#define SPMV_MATRIX_H

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace spmv {

/// What is wrong with an input, where, and what to do: one line, to be shown to the user as it is.
struct InputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Matrix {
  size_t rows = 0, columnCount = 0;
  std::vector<size_t> rowStarts{0};
  std::vector<int32_t> columns;
  std::vector<double> values;

  size_t nonzeros() const { return values.size(); }
};

/// One nonzero, counted from 0.
struct Entry {
  int32_t row, column;
  double value;
};

/// Sorts entries into rows; the order within a row is kept. Entries for the same place add up in the product.
Matrix fromEntries(size_t rows, size_t columns, const std::vector<Entry> &entries);

/// Reads a Matrix Market file: coordinate format, real, integer or pattern, general, symmetric or skew-symmetric.
/// Throws InputError.
Matrix readMatrixMarket(const std::string &path);

/// Makes an "arrowhead", "powerlaw" or "random" matrix, the same for the same seed. Throws InputError.
Matrix generate(const std::string &kind, size_t rows, uint64_t seed);

} // namespace spmv

#endif // SPMV_MATRIX_H
