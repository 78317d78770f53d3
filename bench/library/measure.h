//===- measure.h - rows of a table that take turns -------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_BENCH_LIBRARY_MEASURE_H
#define TACTUS_BENCH_LIBRARY_MEASURE_H

#include <cstddef>
#include <functional>
#include <vector>

namespace library_bench {

/// The number of elements that algorithms work on. Who counts instructions takes fewer.
#ifndef LIBRARY_LOG_COUNT
#define LIBRARY_LOG_COUNT 20
#endif
inline constexpr std::size_t Count = std::size_t{1} << LIBRARY_LOG_COUNT;

using Run = std::function<void()>;

/// One computation in several ways; those that are empty are left out. `prepare` comes before each of them.
struct Row {
  const char *name;
  Run serial, tactus, pstl, parallelMode, prepare;
};

/// The result is used.
template <class Result> void keep(Result &&result) { asm volatile("" : : "r"(&result) : "memory"); }

/// Loops as people write them (natural.cpp).
std::vector<Row> naturalRows();

/// What the command line asks for (library.cpp). Returns the exit status.
int runTable(const std::vector<Row> &rows, int argc, char **argv);

} // namespace library_bench

#endif // TACTUS_BENCH_LIBRARY_MEASURE_H
