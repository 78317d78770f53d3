//===- header_nests.cpp - loop nests that are written with tactus.hpp ----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A workload of bench's driver that calls each nest once. count.py asks callgrind for each nest by its name, so one
// compilation serves all. The nests differ in what stands around the innermost iteration:
//
//   nestGrid       two loops, rows of 40 elements
//   nestRows       the same with rows of 8, where starting a row costs more than the row
//   nestTriangle   a row's length depends on the outer index
//   nestSparse     an inner reduction over rows of 0 to 12 elements, read through an index
//   nestProduct    three loops: a matrix product
//   nestPoints     a single loop whose body is too small to poll
//
//===----------------------------------------------------------------------===//
#include "workload.h"

#include <functional>
#include <tactus/tactus.hpp>
#include <vector>

#define NEST extern "C" [[gnu::noinline]] void

namespace {

std::vector<double> from, to;
std::vector<long> rowBegin, column;
long elements;

void prepare(size_t size, uint64_t seed) {
  elements = static_cast<long>(size);
  from.resize(size);
  to.resize(size);
  for (double &value : from)
    value = nextUniform(&seed);
  rowBegin.assign(1, 0);
  for (long row = 0; row < elements / 8; ++row) {
    for (uint64_t entries = nextRandom(&seed) % 13; entries > 0; --entries)
      column.push_back(static_cast<long>(nextRandom(&seed) % size));
    rowBegin.push_back(static_cast<long>(column.size()));
  }
}

inline void grid(long wide) {
  const double *source = from.data();
  double *target = to.data();
  tactus::parallel_for(1L, elements / wide, [=](long i) {
    tactus::parallel_for(1L, wide, [=](long j) {
      target[i * wide + j] = 0.5 * (source[(i - 1) * wide + j] + source[(i - 1) * wide + j - 1]);
    });
  });
}

} // namespace

NEST nestGrid(long wide) { grid(wide); }

NEST nestRows(long wide) { grid(wide); }

NEST nestTriangle(long side) {
  const double *source = from.data();
  double *target = to.data();
  tactus::parallel_for(0L, side, [=](long i) {
    tactus::parallel_for(0L, i, [=](long j) { target[i * side + j] = source[j * side + i] + source[i * side + j]; });
  });
}

NEST nestSparse(long rows) {
  const double *source = from.data();
  double *target = to.data();
  const long *begin = rowBegin.data(), *index = column.data();
  tactus::parallel_for(0L, rows, [=](long row) {
    target[row] = tactus::parallel_reduce(
        begin[row], begin[row + 1], 0.0, [=](long k) { return source[index[k]]; }, std::plus<>());
  });
}

NEST nestProduct(long side) {
  const double *source = from.data();
  double *target = to.data();
  tactus::parallel_for(0L, side, [=](long i) {
    tactus::parallel_for(0L, side, [=](long j) {
      target[i * side + j] = tactus::parallel_reduce(
          0L, side, 0.0, [=](long k) { return source[i * side + k] * source[k * side + j]; }, std::plus<>());
    });
  });
}

NEST nestPoints(long count) {
  const double *source = from.data();
  double *target = to.data();
  tactus::parallel_for(0L, count, [=](long i) { target[i] += 2 * source[i]; });
}

namespace {

void run() {
  nestGrid(40);
  nestRows(8);
  nestTriangle(160);
  nestSparse(elements / 8);
  nestProduct(40);
  nestPoints(elements);
}

void reset() { to.assign(to.size(), 0); }

double checksum() {
  double sum = 0;
  for (double value : to)
    sum += value;
  return sum;
}

double verify() { return 0; }

} // namespace

const Workload workload = {
    .name = "header-nests",
    .sizeMeaning = "elements of each array, at least 25600",
    .defaultSize = 25600,
    .tolerance = 0,
    .prepare = prepare,
    .reset = reset,
    .run = run,
    .checksum = checksum,
    .verify = verify,
    .load = nullptr,
    .inputFormat = nullptr,
};
