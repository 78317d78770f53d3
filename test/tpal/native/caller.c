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
  return failures != 0;
}
