// The product that evidence/0018-rows-paid-together.md counts: rows of very different lengths, in std::vectors.
//
//     clang++-19 -O3 -DINDEX=int 0018-rows-of-vectors.cpp -o serial
//     tactus-clang++ -O3 -fopenmp -DINDEX=int 0018-rows-of-vectors.cpp -o rows
//     TACTUS_WORKERS=1 TACTUS_HEARTBEAT_US=0 valgrind --tool=callgrind ./rows 200000 3    and the same with 1
//
// With -DPOINTERS the arrays' addresses are taken before the loops. Prints the time of the best product.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

using Index = INDEX;

static uint64_t state = 88172645463325252;
static uint64_t next() {
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}

struct Matrix {
  Index rows;
  std::vector<Index> starts;
  std::vector<int> columns;
  std::vector<double> values;
};

__attribute__((noinline)) static void multiply(const Matrix &matrix, const std::vector<double> &x,
                                               std::vector<double> &y) {
#ifdef POINTERS
  const Index *starts = matrix.starts.data();
  const int *columns = matrix.columns.data();
  const double *values = matrix.values.data(), *in = x.data();
  double *out = y.data();
#else
  auto &starts = matrix.starts;
  auto &columns = matrix.columns;
  auto &values = matrix.values;
  auto &in = x;
  auto &out = y;
#endif
#pragma omp parallel for
  for (Index i = 0; i < matrix.rows; i++) {
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (Index k = starts[i]; k < starts[i + 1]; k++)
      sum += values[k] * in[columns[k]];
    out[i] = sum;
  }
}

int main(int argc, char **argv) {
  Index rows = argc > 1 ? atoi(argv[1]) : 2000000;
  int products = argc > 2 ? atoi(argv[2]) : 5;
  Matrix matrix{rows, std::vector<Index>(rows + 1), {}, {}};
  for (Index i = 0; i < rows; i++) {
    double u = static_cast<double>((next() >> 11) + 1) / 9007199254740992.0;
    matrix.starts[i + 1] = matrix.starts[i] + static_cast<Index>(std::min(100000.0, 2 / (0.9 * u + 0.0001)));
  }
  Index entries = matrix.starts[rows];
  for (Index k = 0; k < entries; k++) {
    matrix.columns.push_back(static_cast<int>(next() % rows));
    matrix.values.push_back(static_cast<double>(next() % 100));
  }
  std::vector<double> x(rows), y(rows);
  for (Index i = 0; i < rows; i++)
    x[i] = static_cast<double>(i % 7);
  double best = 1e9;
  for (int product = 0; product < products; product++) {
    auto start = std::chrono::steady_clock::now();
    multiply(matrix, x, y);
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  double sum = 0;
  for (double value : y)
    sum += value;
  std::printf("%.0f in %.4f s\n", sum, best);
}
