// FLAGS: -O2 -std=c++20
// CONVERTED: 7
// The header's constructs in the iterations of OpenMP's loops: libtactus' own thread-local variables are not the
// program's, and the loops around them are converted.
#include <cilk/reducer_opadd.h>
#include <cstdint>
#include <cstdio>
#include <tactus/tactus.hpp>
#include <vector>

static const int rows = 30, columns = 100;
static std::vector<long> cells(static_cast<size_t>(rows) * columns);
static int failures;

static long work(long seed, int amount) {
  for (int i = 0; i < amount; ++i)
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
  return seed;
}
template <class Expected> static void check(const char *name, const Expected &expected) {
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column)
      if (cells[row * columns + column] != expected(row, column) && failures++ == 0)
        printf("%s: wrong in row %d, column %d\n", name, row, column);
  cells.assign(cells.size(), 0);
}

int main() {
#pragma omp parallel for
  for (int row = 0; row < rows; ++row)
    tactus::parallel_for(0, columns, [&](int column) { cells[row * columns + column] = work(row + column, 3); });
  check("parallel_for", [](int row, int column) { return work(row + column, 3); });

#pragma omp parallel for
  for (int row = 0; row < rows; ++row)
    tactus::par([&] { cells[row * columns] = work(row, 50); }, [&] { cells[row * columns + 1] = work(row + 1, 50); });
  check("par", [](int row, int column) { return column < 2 ? work(row + column, 50) : 0; });

#pragma omp parallel for
  for (int row = 0; row < rows; ++row)
    cells[row * columns] = tactus::parallel_reduce(
        0, columns, 0L, [&](int column) { return row * static_cast<long>(column); },
        [](long a, long b) { return a + b; });
  check("parallel_reduce", [](int row, int column) { return column ? 0 : row * (columns * (columns - 1L) / 2); });

#pragma omp parallel for
  for (int row = 0; row < rows; ++row) {
    std::vector<long> values;
    for (int column = 0; column < columns; ++column)
      values.push_back(column * 37 % columns);
    tactus::parallel_sort(values);
    for (int column = 0; column < columns; ++column)
      cells[row * columns + column] = values[column];
  }
  check("parallel_sort", [](int, int column) { return column; });

#pragma omp parallel for
  for (int row = 0; row < rows; ++row) {
    tactus::task_group group;
    for (int column = 0; column < 8; ++column)
      group.run([row, column] { cells[row * columns + column] = work(row + column, 20); });
    group.wait();
  }
  check("task_group", [](int row, int column) { return column < 8 ? work(row + column, 20) : 0; });

  cilk::reducer_opadd<long> sum;
#pragma omp parallel for
  for (int row = 0; row < rows; ++row) {
    sum += row;
    cells[row * columns] = 1;
  }
  check("reducer", [](int, int column) { return column == 0; });

  long total = 0;
#pragma omp parallel for reduction(+ : total)
  for (int row = 0; row < rows; ++row) {
    tactus::parallel_for(0, columns, [&](int column) {
      tactus::par([&] { cells[row * columns + column] = row; }, [&] { work(column, 2); });
    });
    total += row;
  }
  check("nested", [](int row, int) { return row; });
  if (sum.get_value() != rows * (rows - 1L) / 2 || total != rows * (rows - 1L) / 2)
    ++failures;
  return failures != 0;
}
