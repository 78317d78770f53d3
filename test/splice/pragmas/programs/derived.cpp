// Loops without clauses, in places where passes must not wait for longer than the program allows.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <vector>

namespace {

constexpr long Size = 3000;
using Values = std::vector<double>;

void print(const char *what, const Values &values) {
  double sum = 0;
  for (long i = 0; i < Size; ++i)
    sum += values[i] * static_cast<double>(i % 29);
  printf("%s %.9g\n", what, sum);
}

[[gnu::noinline]] void check(const Values &values, long step) {
  if (step == 7 && values[5] > 0)
    throw std::runtime_error("seven");
}

/// Calls that throw, and what has happened before they do.
void throwing(Values &a, Values &b) {
#pragma splice
  for (long step = 0; step < 20; ++step) {
    for (long i = 1; i < Size; ++i)
      b[i] = a[i] + a[i - 1];
    for (long i = 1; i < Size; ++i)
      a[i] = b[i] / 2;
    if (step % 3 == 1)
      check(a, step);
  }
}

/// Returns and breaks; values that the loop around reads and sets.
double leaving(Values &a, long limit) {
  double total = 0;
#pragma splice
  for (long step = 0; step < 30; ++step) {
    for (long i = 0; i + 1 < Size; ++i)
      a[i] = (a[i] + a[i + 1]) / 2;
    if (step == limit)
      return total + a[3];
    if (step > 25)
      break;
    total += a[0];
  }
  return -total;
}

/// A region in a pass of another one, and in a function that is called between passes.
[[gnu::noinline]] void inner(double *x, long n) {
#pragma splice
  for (int step = 0; step < 5; ++step)
    for (long i = 1; i < n; ++i)
      x[i] = (x[i] + x[i - 1]) / 2;
}
void nested(Values &a, Values &b) {
#pragma splice
  for (int step = 0; step < 6; ++step) {
    for (long i = 1; i < Size; ++i)
      b[i] += a[i - 1];
    inner(a.data(), Size);
    for (long i = 1; i < Size; ++i)
      a[i] -= b[i] / 8;
  }
}

class Grid {
public:
  explicit Grid(long rows) : rows_(rows), cells_(rows * Columns, 1), next_(cells_) {}
  void run(int steps) {
#pragma splice
    for (int step = 0; step < steps; ++step) {
      smooth();
      cells_.swap(next_);
      at(2, 2) = step;
    }
  }
  [[nodiscard]] double sum() const {
    double result = 0;
    for (double cell : cells_)
      result += cell;
    return result;
  }

private:
  static constexpr long Columns = 50;
  long rows_;
  Values cells_, next_;
  double &at(long row, long column) { return cells_[row * Columns + column]; }
  void smooth() {
    for (long row = 1; row < rows_ - 1; ++row)
      for (long column = 1; column < Columns - 1; ++column)
        next_[row * Columns + column] = std::sqrt(at(row - 1, column) * at(row + 1, column) + at(row, column - 1));
  }
};

/// A block of passes that run once; memory that is freed and copied in whole.
double block(long n) {
  auto *matrix = new double[n * n], *x = new double[n], *y = new double[n];
  double result = 0;
  for (long i = 0; i < n * n; ++i)
    matrix[i] = static_cast<double>(i % 13);
  std::fill(x, x + n, 1);
  std::fill(y, y + n, 2);
#pragma splice
  {
    for (long i = 0; i < n; ++i)
      for (long j = 0; j < n; ++j)
        x[i] += matrix[i * n + j];
    for (long i = 0; i < n; ++i)
      for (long j = 0; j < n; ++j)
        y[j] += matrix[i * n + j] * 3;
    for (long i = 1; i < n; ++i)
      memcpy(matrix + i * n, matrix, n / 2 * sizeof *matrix);
    result = x[1] + y[2];
    delete[] x;
  }
  result += matrix[n + 1] + y[n - 1];
  delete[] matrix;
  delete[] y;
  return result;
}

} // namespace

int main() {
  Values a(Size), b(Size);
  for (long i = 0; i < Size; ++i)
    a[i] = static_cast<double>(i * 7 % 31), b[i] = static_cast<double>(i % 3);
  try {
    throwing(a, b);
  } catch (const std::runtime_error &error) {
    printf("%s\n", error.what());
  }
  print("throwing", a);
  printf("%.9g\n", leaving(a, 11));
  printf("%.9g\n", leaving(a, 99));
  nested(a, b);
  print("nested", a);
  Grid grid(60);
  grid.run(9);
  printf("%.9g\n", grid.sum());
  printf("%.9g\n", block(70));
  return 0;
}
