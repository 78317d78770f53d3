// Sums that depend on each other, spliced. Prints the last one.
#include <tactus/splice.hpp>

#include <cstdio>

namespace splice = tactus::splice;

static long values[8][100];

static splice::effects touched(int row, int first, int last) {
  auto part = [&](int of) { return splice::range(&values[of][first], static_cast<std::size_t>(last - first)); };
  return splice::reads(part(row)) | splice::writes(part(row + 1));
}
static void add(int row, int first, int last);
constexpr splice::function<touched, add> addRow;

static void add(int row, int first, int last) {
  if (last - first > 10) {
    int middle = (first + last) / 2;
    return splice::finish(addRow(row, first, middle), addRow(row, middle, last));
  }
  splice::step(touched(row, first, last), [=] {
    for (int column = first; column < last; ++column)
      values[row + 1][column] = values[row][column] * 2 + 1;
  });
}

int main() {
  for (int column = 0; column < 100; ++column)
    values[0][column] = column;
  splice::try_splice(7, [] {
    for (int row = 0; row < 7; ++row)
      splice::invoke(addRow(row, 0, 100));
  });
  std::printf("%ld\n", values[7][99]);
}
