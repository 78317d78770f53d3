// Calls TPAL functions with the program's own inputs, with others, and with arrays.
#include "tpal_prod.h"
#include "tpal_spmv.h"

#include <stdio.h>

static int failures = 0;

static void expect(const char *what, int holds) {
  if (!holds) {
    fprintf(stderr, "wrong: %s\n", what);
    ++failures;
  }
}

int main(void) {
  struct tpal_prod_outputs product;
  tpal_prod(NULL, &product);
  expect("default inputs", product.c.sort == TACTUS_TPAL_INTEGER && product.c.integer == 420);
  for (int64_t a = 0; a < 200; ++a) {
    struct tpal_prod_inputs inputs = {.a = a, .b = -3};
    tpal_prod(&inputs, &product);
    expect("a * b", product.c.integer == -3 * a);
  }

  int64_t rows[] = {0, 1, 1, 3, 3, 3, 3, 3, 3}, columns[] = {1, 0, 1};
  double values[] = {2.5, 1.0, 4.0}, x[] = {3.0, 2.0};
  struct tpal_spmv_inputs inputs = {
      .n = 8, .rows = {rows, 9}, .columns = {columns, 3}, .values = {values, 3}, .x = {x, 2}};
  struct tpal_spmv_outputs result;
  tpal_spmv(&inputs, &result);
  expect("row 0", result.y[0].sort == TACTUS_TPAL_FLOAT && result.y[0].number == 5.0);
  expect("row 1", result.y[1].number == 0.0);
  expect("row 2", result.y[2].number == 11.0);

  // Arrays that are so large that they are mapped on their own.
  enum { Rows = 700000 };
  static int64_t starts[Rows + 1], diagonal[Rows];
  static double twos[Rows], ones[Rows];
  for (int64_t row = 0; row < Rows; ++row) {
    starts[row + 1] = row + 1;
    diagonal[row] = row;
    twos[row] = 2.0;
    ones[row] = (double)row;
  }
  struct tpal_spmv_inputs large = {.n = Rows,
                                   .rows = {starts, Rows + 1},
                                   .columns = {diagonal, Rows},
                                   .values = {twos, Rows},
                                   .x = {ones, Rows},
                                   .y = {ones, Rows}};
  for (int call = 0; call < 3; ++call) {
    tpal_spmv(&large, &result);
    expect("a large matrix", result.y[7].number == 14.0);
  }
  return failures != 0;
}
