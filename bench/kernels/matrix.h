//===- matrix.h - sparse matrices, generated or read -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Matrices in compressed sparse row form: the entries of row r are [starts[r], starts[r + 1]), by ascending column.
//
//===----------------------------------------------------------------------===//
#ifndef BENCH_MATRIX_H
#define BENCH_MATRIX_H

#include <cstddef>
#include <cstdint>
#include <vector>

struct MatrixEntry {
  uint32_t row, column;
  double value;
};

struct Matrix {
  size_t rows = 0, columns = 0;
  std::vector<size_t> starts;
  std::vector<uint32_t> column;
  std::vector<double> value;
};

/// A matrix of these entries; those at the same place are added.
Matrix fromEntries(size_t rows, size_t columns, std::vector<MatrixEntry> entries);

/// Entries of a square matrix whose rows have a power-law distribution of lengths, 12 in the mean.
std::vector<MatrixEntry> generateEntries(size_t rows, uint64_t seed);

struct MatrixFile {
  size_t rows, columns;
  std::vector<MatrixEntry> entries;
};

/// A file of Matrix Market: `matrix coordinate`, of real, integer or pattern entries (which are 1), general or
/// symmetric (whose other half is added). Ends the program if the file is not like that.
MatrixFile loadMatrixMarket(const char *path);

#endif // BENCH_MATRIX_H
