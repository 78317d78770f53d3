//===- tpal.cpp - TPAL programs that are compiled for interrupts ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A recursion in machine functions (fib), a loop with a point in each iteration (prod), and a nest whose inner loop
// runs in chunks (spmv). Each is compiled twice; the objects lie beside each other in one program.
//
//===----------------------------------------------------------------------===//
#include "tpal.h"

#include "interrupt_fib.h"
#include "interrupt_prod.h"
#include "interrupt_spmv.h"
#include "poll_fib.h"
#include "poll_prod.h"
#include "poll_spmv.h"

#include <map>
#include <vector>

namespace {

long fibonacci(long n) {
  long first = 0, second = 1;
  for (; n > 0; --n) {
    long sum = first + second;
    first = second;
    second = sum;
  }
  return first;
}

/// Rows of very different lengths; the program has eight results.
struct Matrix {
  static constexpr long Rows = 8;
  std::vector<int64_t> rows{0}, columns;
  std::vector<double> values, x;

  explicit Matrix(long size) : x(static_cast<size_t>(size) + 1, 2.0) {
    for (long row = 0; row < Rows; ++row) {
      for (long cell = 0; cell < (row % 3 == 0 ? size : row); ++cell) {
        columns.push_back(cell % (size + 1));
        values.push_back(static_cast<double>(row + 1));
      }
      rows.push_back(static_cast<int64_t>(columns.size()));
    }
  }

  /// Made once: beats that come meanwhile find nothing.
  static const Matrix &ofSize(long size) {
    static std::map<long, Matrix> matrices;
    return matrices.try_emplace(size, size).first->second;
  }

  template <typename Inputs> Inputs inputs() const {
    Inputs inputs{};
    inputs.n = Rows;
    inputs.rows = {rows.data(), rows.size()};
    inputs.columns = {columns.data(), columns.size()};
    inputs.values = {values.data(), values.size()};
    inputs.x = {x.data(), x.size()};
    return inputs;
  }

  template <typename Outputs> bool isProduct(const Outputs &outputs) const {
    for (size_t row = 0; row < Rows; ++row)
      if (outputs.y[row].number != static_cast<double>(rows[row + 1] - rows[row]) * static_cast<double>(row + 1) * 2.0)
        return false;
    return true;
  }
};

} // namespace

/// The functions of one kind, and their structures.
#define TACTUS_TEST_ARE_RIGHT(KIND)                                                                                    \
  [](long size) {                                                                                                      \
    KIND##_fib_inputs fibInputs{};                                                                                     \
    KIND##_fib_outputs fibOutputs;                                                                                     \
    fibInputs.n = size;                                                                                                \
    KIND##_fib(&fibInputs, &fibOutputs);                                                                               \
    KIND##_prod_inputs prodInputs{};                                                                                   \
    KIND##_prod_outputs prodOutputs;                                                                                   \
    prodInputs.a = size * size * 1000;                                                                                 \
    prodInputs.b = 7;                                                                                                  \
    KIND##_prod(&prodInputs, &prodOutputs);                                                                            \
    const Matrix &matrix = Matrix::ofSize(size * size * 10);                                                           \
    auto spmvInputs = matrix.inputs<KIND##_spmv_inputs>();                                                             \
    KIND##_spmv_outputs spmvOutputs;                                                                                   \
    KIND##_spmv(&spmvInputs, &spmvOutputs);                                                                            \
    return fibOutputs.f.integer == fibonacci(size) && prodOutputs.c.integer == prodInputs.a * 7 &&                     \
           matrix.isProduct(spmvOutputs);                                                                              \
  }

bool areTpalProgramsRight(long size) { return TACTUS_TEST_ARE_RIGHT(interrupt)(size); }
bool arePolledTpalProgramsRight(long size) { return TACTUS_TEST_ARE_RIGHT(poll)(size); }

long smallTpal() {
  interrupt_fib_inputs fibInputs{};
  fibInputs.n = 6;
  interrupt_fib_outputs fibOutputs;
  interrupt_fib(&fibInputs, &fibOutputs);
  interrupt_prod_inputs prodInputs{};
  prodInputs.a = 9;
  prodInputs.b = 7;
  interrupt_prod_outputs prodOutputs;
  interrupt_prod(&prodInputs, &prodOutputs);
  // The program's own matrix.
  interrupt_spmv_outputs spmvOutputs;
  interrupt_spmv(nullptr, &spmvOutputs);
  double sum = 0;
  for (const tactus_tpal_value &value : spmvOutputs.y)
    sum = 2 * sum + value.number;
  return static_cast<long>(sum) + 1000 * fibOutputs.f.integer + 100000 * prodOutputs.c.integer;
}

long expectedSmallTpal() {
  double sum = 0;
  for (double value : {-10.0, -7.0, 19.0, -10.0, 23.0, -9.0, 23.0, -4.0})
    sum = 2 * sum + value;
  return static_cast<long>(sum) + 1000 * fibonacci(6) + 100000 * 9 * 7;
}
