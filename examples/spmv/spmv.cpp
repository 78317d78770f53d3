//===- spmv.cpp - sparse matrix times vector, with all its parallelism written down ===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The product of a sparse matrix and a vector has two loops without dependences, over the rows and over the nonzeros of
// a row. Which of them is worth running in parallel depends on the matrix, which the compiler never sees: see
// generate.cpp.
//
// With Tactus both loops carry a pragma and nothing else is said. A team of OpenMP threads for every row would be
// absurdly slow, so the build for OpenMP (-DHAND_TUNED) leaves the pragma off the inner loop and lets OMP_SCHEDULE
// choose a schedule, as people do by hand.
//
//   clang++ spmv.cpp ...                          serial
//   clang++ -fopenmp -DHAND_TUNED spmv.cpp ...    OpenMP
//   tactus-clang++ -fopenmp spmv.cpp ...          Tactus
//
// Output, one fact a line: matrix, rows, columns, nonzeros, product_seconds (median over batches of products),
// checksum.
//
//===----------------------------------------------------------------------===//
#include "matrix.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <new>
#include <string>
#include <string_view>
#include <vector>

using namespace spmv;

/// y = A x
__attribute__((noinline)) static void multiply(size_t rows, const size_t *rowStarts, const int32_t *columns,
                                               const double *values, const double *x, double *y) {
#ifdef HAND_TUNED
#pragma omp parallel for schedule(runtime)
#else
#pragma omp parallel for
#endif
  for (size_t row = 0; row < rows; ++row) {
    double sum = 0;
#ifndef HAND_TUNED
#pragma omp parallel for reduction(+ : sum)
#endif
    for (size_t i = rowStarts[row]; i < rowStarts[row + 1]; ++i)
      sum += values[i] * x[columns[i]];
    y[row] = sum;
  }
}

namespace {

struct Options {
  std::string file, kind, productFile;
  size_t rows = 100000, batches = 7, batchMilliseconds = 20;
  uint64_t seed = 1;
};

/// Wrong use of the command line; exit status 2.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

const char *const UsageText = "usage: spmv FILE.mtx [OPTION...]\n"
                              "       spmv --generate arrowhead|powerlaw|random [--rows N] [--seed N] [OPTION...]\n"
                              "  --batches N        timed batches of products (default 7)\n"
                              "  --batch-ms N       least duration of a batch (default 20)\n"
                              "  --product FILE     write the product as a Matrix Market file\n";

template <typename Number> Number parseNumber(std::string_view option, std::string_view text) {
  Number number{};
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size())
    throw UsageError(std::string(option) + " " + std::string(text) + ": not a whole number in range, see --help");
  return number;
}

Options parseOptions(int argc, char **argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    std::string_view option = argv[i];
    if (!option.starts_with("-")) {
      if (!options.file.empty())
        throw UsageError("two files, " + options.file + " and " + argv[i] + ": give one");
      options.file = option;
      continue;
    }
    if (i + 1 == argc)
      throw UsageError(std::string(option) + ": unknown, or its value is missing, see --help");
    const char *value = argv[++i];
    if (option == "--generate")
      options.kind = value;
    else if (option == "--rows")
      options.rows = parseNumber<size_t>(option, value);
    else if (option == "--seed")
      options.seed = parseNumber<uint64_t>(option, value);
    else if (option == "--batches")
      options.batches = std::max<size_t>(1, parseNumber<size_t>(option, value));
    else if (option == "--batch-ms")
      options.batchMilliseconds = parseNumber<size_t>(option, value);
    else if (option == "--product")
      options.productFile = value;
    else
      throw UsageError(std::string(option) + ": unknown option, see --help");
  }
  if (options.file.empty() == options.kind.empty())
    throw UsageError("give either a Matrix Market file or --generate, see --help");
  return options;
}

void writeProduct(const std::string &path, const std::vector<double> &product) {
  FILE *file = std::fopen(path.c_str(), "w");
  bool good = file && std::fprintf(file, "%%%%MatrixMarket matrix array real general\n%zu 1\n", product.size()) > 0;
  for (size_t i = 0; good && i < product.size(); ++i)
    good = std::fprintf(file, "%.17g\n", product[i]) > 0;
  if (file && std::fclose(file) != 0)
    good = false;
  if (!good)
    throw InputError(path + ": cannot write the product (" + std::strerror(errno) +
                     "), choose a file that is writable");
}

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/// Seconds for one product: small matrices are multiplied many times in a batch, to outlast the clock.
double measure(const Matrix &matrix, const std::vector<double> &x, std::vector<double> &y, const Options &options) {
  auto batch = [&](size_t products) {
    double start = seconds();
    for (size_t i = 0; i < products; ++i)
      multiply(matrix.rows, matrix.rowStarts.data(), matrix.columns.data(), matrix.values.data(), x.data(), y.data());
    return seconds() - start;
  };
  double least = static_cast<double>(options.batchMilliseconds) * 1e-3;
  size_t products = 1;
  while (batch(products) < least && products < (size_t{1} << 40))
    products *= 2;
  std::vector<double> times(options.batches);
  for (double &time : times)
    time = batch(products) / static_cast<double>(products);
  std::nth_element(times.begin(), times.begin() + static_cast<ptrdiff_t>(times.size() / 2), times.end());
  return times[times.size() / 2];
}

int run(const Options &options) {
  Matrix matrix =
      options.kind.empty() ? readMatrixMarket(options.file) : generate(options.kind, options.rows, options.seed);
  std::vector<double> x(matrix.columnCount), y(matrix.rows);
  // Values that are exact in binary, so that the product with an integer matrix is exact.
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = 1 + static_cast<double>(i % 7) * 0.125;
  double time = measure(matrix, x, y, options);
  double checksum = 0;
  for (size_t i = 0; i < y.size(); ++i)
    checksum += y[i] * static_cast<double>(i % 13 + 1);
  std::printf("matrix %s\nrows %zu\ncolumns %zu\nnonzeros %zu\nproduct_seconds %.9g\nchecksum %.17g\n",
              options.kind.empty() ? options.file.c_str() : options.kind.c_str(), matrix.rows, matrix.columnCount,
              matrix.nonzeros(), time, checksum);
  if (!options.productFile.empty())
    writeProduct(options.productFile, y);
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  if (argc == 2 && !std::strcmp(argv[1], "--help"))
    return std::fputs(UsageText, stdout), 0;
  try {
    return run(parseOptions(argc, argv));
  } catch (const UsageError &error) {
    std::fprintf(stderr, "spmv: error: %s\n", error.what());
    return 2;
  } catch (const InputError &error) {
    std::fprintf(stderr, "spmv: error: %s\n", error.what());
  } catch (const std::bad_alloc &) {
    std::fprintf(stderr, "spmv: error: not enough memory for this matrix, choose a smaller one\n");
  } catch (const std::length_error &) {
    std::fprintf(stderr, "spmv: error: not enough memory for this matrix, choose a smaller one\n");
  }
  return 1;
}
