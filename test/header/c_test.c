/* The C interface, compiled by a C compiler and linked without the C++ library. */
#include <stdio.h>
#include <tactus/tactus.h>

struct Fib {
  long n, result;
};

static void fib(void *context) {
  struct Fib *call = context;
  if (call->n < 2) {
    call->result = call->n;
    return;
  }
  struct Fib left = {call->n - 1, 0}, right = {call->n - 2, 0};
  tactus_par(fib, &left, fib, &right);
  call->result = left.result + right.result;
}

enum { Rows = 200, Columns = 50 };
static int cells[Rows][Columns];

static void cell(uint64_t column, void *row) { ((int *)row)[column] += (int)column; }
static void row(uint64_t number, void *context) {
  tactus_parallel_for(0, Columns, cell, ((int(*)[Columns])context)[number]);
}

struct Interval {
  uint64_t first, last;
  int inOrder;
};
/* Joins intervals, and notices any that do not meet. */
static void add(uint64_t index, void *accumulator, void *context) {
  struct Interval *interval = accumulator;
  (void)context;
  if (interval->first == UINT64_MAX)
    interval->first = index;
  else if (index != interval->last + 1)
    interval->inOrder = 0;
  interval->last = index;
}
static void combine(void *accumulator, void *later, void *context) {
  struct Interval *left = accumulator, *right = later;
  (void)context;
  left->inOrder = left->inOrder && right->inOrder && right->first == left->last + 1;
  left->last = right->last;
}

int main(void) {
  struct Fib call = {20, 0};
  fib(&call);
  tactus_parallel_for(0, Rows, row, cells);
  long sum = 0;
  for (int i = 0; i < Rows; ++i)
    for (int j = 0; j < Columns; ++j)
      sum += cells[i][j];
  struct Interval interval = {UINT64_MAX, UINT64_MAX, 1};
  tactus_parallel_reduce(3, 5000, &interval, sizeof interval, add, combine, NULL);
  if (call.result != 6765 || sum != Rows * Columns * (Columns - 1) / 2 || interval.first != 3 ||
      interval.last != 4999 || !interval.inOrder) {
    printf("wrong: %ld %ld %d\n", call.result, sum, interval.inOrder);
    return 1;
  }
  return 0;
}
