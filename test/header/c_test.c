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

/* What other languages call: functions, which have no sites in the source. */
static void fibByFunction(void *context) {
  struct Fib *call = context;
  if (call->n < 2) {
    call->result = call->n;
    return;
  }
  struct Fib left = {call->n - 1, 0}, right = {call->n - 2, 0};
  (tactus_par)(fibByFunction, &left, fibByFunction, &right);
  call->result = left.result + right.result;
}

static void cells_of_block(uint64_t begin, uint64_t end, void *row) {
  for (uint64_t column = begin; column != end; ++column)
    cell(column, row);
}
/* Each row of a block is a loop: blocks stand in blocks. */
static void rows_of_block(uint64_t begin, uint64_t end, void *context) {
  for (uint64_t number = begin; number != end; ++number)
    tactus_parallel_for_blocks(0, Columns, cells_of_block, ((int(*)[Columns])context)[number]);
}
static void row_by_function(uint64_t number, void *context) {
  (tactus_parallel_for)(0, Columns, cell, ((int(*)[Columns])context)[number]);
}
static void add_block(uint64_t begin, uint64_t end, void *accumulator, void *context) {
  for (uint64_t index = begin; index != end; ++index)
    add(index, accumulator, context);
}

static long takeSum(void) {
  long sum = 0;
  for (int i = 0; i < Rows; ++i)
    for (int j = 0; j < Columns; ++j) {
      sum += cells[i][j];
      cells[i][j] = 0;
    }
  return sum;
}

static int isWhole(struct Interval interval, uint64_t first, uint64_t last) {
  return interval.first == first && interval.last == last && interval.inOrder;
}

static int functionsAreWrong(void) {
  const long expected = (long)Rows * Columns * (Columns - 1) / 2;
  struct Fib call = {18, 0};
  fibByFunction(&call);
  int wrong = call.result != 2584;
  (tactus_parallel_for)(0, Rows, row_by_function, cells);
  wrong |= (takeSum() != expected) << 1;
  tactus_parallel_for_blocks(0, Rows, rows_of_block, cells);
  wrong |= (takeSum() != expected) << 2;
  const struct Interval none = {UINT64_MAX, UINT64_MAX, 1};
  struct Interval interval = none;
  (tactus_parallel_reduce)(3, 5000, &interval, sizeof interval, add, combine, NULL);
  wrong |= !isWhole(interval, 3, 4999) << 3;
  interval = none;
  tactus_parallel_reduce_blocks(UINT64_MAX - 900, UINT64_MAX - 1, &interval, sizeof interval, add_block, combine, NULL);
  wrong |= !isWhole(interval, UINT64_MAX - 900, UINT64_MAX - 2) << 4;
  interval = none;
  tactus_parallel_reduce_blocks(7, 7, &interval, sizeof interval, add_block, combine, NULL);
  tactus_parallel_for_blocks(8, 7, rows_of_block, NULL);
  wrong |= !isWhole(interval, UINT64_MAX, UINT64_MAX) << 5;
  if (wrong)
    printf("wrong by functions: %#x\n", (unsigned)wrong);
  return wrong != 0;
}

int main(void) {
  struct Fib call = {20, 0};
  fib(&call);
  tactus_parallel_for(0, Rows, row, cells);
  long sum = takeSum();
  struct Interval interval = {UINT64_MAX, UINT64_MAX, 1};
  tactus_parallel_reduce(3, 5000, &interval, sizeof interval, add, combine, NULL);
  if (call.result != 6765 || sum != Rows * Columns * (Columns - 1) / 2 || !isWhole(interval, 3, 4999)) {
    printf("wrong: %ld %ld %d\n", call.result, sum, interval.inOrder);
    return 1;
  }
  return functionsAreWrong();
}
