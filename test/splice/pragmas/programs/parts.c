// Steps in parts: time steps of a stencil, each of whose leaves goes through its rows some at a time, close behind the
// step before; parts of a type of the program's own; and what cannot be cut, which runs in one piece.
#include <stdio.h>
#include <stdlib.h>
#include <tactus/splice.h>
enum { ROWS = 600, COLUMNS = 24 };
static double plate[2][ROWS][COLUMNS];
static long bits[ROWS], odd[ROWS];
static long where;
#define FROM(t, i) plate[(t) % 2][i]

#pragma splice func Reads(tactus_range(FROM(t, first - 1), FROM(t, last + 1)))                                         \
    Writes(tactus_range(FROM(t + 1, first), FROM(t + 1, last)))
void flow(int t, int first, int last) {
  if (last - first > 128) {
    int middle = (first + last) / 2;
    flow(t, first, middle);
    flow(t, middle, last);
    return;
  }
  struct tactus_chunks rows = {first, last, 7, t};
#pragma splice step Reads(tactus_range(FROM(t, rows.first - 1), FROM(t, rows.last + 1)))                               \
    Writes(tactus_range(FROM(t + 1, rows.first), FROM(t + 1, rows.last))) Slice(rows)
  for (ptrdiff_t i = rows.first; i < rows.last; i++)
    for (int k = 0; k < COLUMNS; k++)
      FROM(t + 1, i)[k] = (FROM(t, i - 1)[k] + FROM(t, i)[k] + FROM(t, i + 1)[k]) / 3;
}

// A list of places, cut in halves; the step uses variables of the function, and changes its part.
struct list { // as large as may be
  unsigned count;
  unsigned char at[40], more[20];
};
int cut_list(struct list *part, struct list *rest) {
  unsigned half = part->count / 2;
  *rest = *part;
  if (!half)
    return 0;
  part->count = half;
  rest->count -= half;
  for (unsigned i = 0; i < rest->count; i++)
    rest->at[i] = rest->at[half + i];
  return 1;
}
struct tactus_region places(struct list some) {
  unsigned low = ROWS, high = 0;
  for (unsigned i = 0; i < some.count; i++) {
    low = some.at[i] < low ? some.at[i] : low;
    high = some.at[i] >= high ? some.at[i] + 1u : high;
  }
  return tactus_range(bits + low, bits + (high > low ? high : low));
}
#pragma splice func Writes(places(all))
void scatter(struct list all, long by) {
#pragma splice step Writes(places(all)) Slice(all, cut_list)
  while (all.count > 0) {
    all.count--;
    bits[all.at[all.count]] = bits[all.at[all.count]] * 31 + by + all.more[19];
  }
}

// A variable that does not change; a grain that is none, so parts have one row; and no rows, which is a part as well.
#pragma splice func Reads(tactus_range(bits, bits + ROWS)) Writes(tactus_range(odd, odd + n + 1))
void one_by_one(int n) {
  const struct tactus_chunks rows = {0, n, n / 50, 0};
#pragma splice step Reads(tactus_range(bits + rows.first, bits + rows.last))                                           \
    Writes(tactus_range(odd + rows.first, odd + rows.last)) Slice(rows)
  for (ptrdiff_t i = rows.first; i < rows.last; i++)
    odd[i] = odd[i] * 3 + bits[i];
}

// The sum is needed behind the step, so it waits as a whole.
#pragma splice func Reads(tactus_range(bits, bits + ROWS)) Writes(tactus_range(x, x + ROWS))
void sums(long *x) {
  struct tactus_chunks all = {0, ROWS, 32, 0};
  long sum = 0;
#pragma splice step Reads(tactus_range(bits + all.first, bits + all.last)) Slice(all)
  for (ptrdiff_t i = all.first; i < all.last; i++)
    sum += bits[i];
#pragma splice step Writes(tactus_range(x, x + ROWS))
  for (int i = 0; i < ROWS; i++)
    x[i] ^= sum;
}

// What each part does depends on data that may change before it runs: one piece.
#pragma splice func Writes(tactus_range(bits, bits + ROWS), tactus_range(odd, odd + ROWS))                             \
    Reads(tactus_range(&where, &where + 1))
void by_data(void) {
  struct tactus_chunks all = {0, ROWS / 2, 16, 0};
#pragma splice step Reads(tactus_range(&where, &where + 1))                                                            \
    Writes(tactus_range(bits + where + all.first, bits + where + all.last)) Slice(all)
  for (ptrdiff_t i = all.first; i < all.last; i++)
    bits[where + i] += i;
}
#pragma splice func Writes(tactus_range(&where, &where + 1))
void move(long by) { where = (where + by) % (ROWS / 2); }

int main(void) {
  for (int i = 0; i < ROWS; i++)
    for (int k = 0; k < COLUMNS; k++)
      plate[0][i][k] = plate[1][i][k] = i * k % 101;
  struct list some = {40, {0}, {0}};
  for (int i = 0; i < 40; i++)
    some.at[i] = (unsigned char)(i * 37 % 200);
  some.more[19] = 7;
#pragma splice try(8)
  for (int t = 0; t < 24; t++) {
    flow(t, 1, ROWS - 1);
    scatter(some, t);
    one_by_one(t % 3 * 20);
    if (t % 5 == 0) {
      sums(odd);
      by_data();
      move(t + 3);
    }
  }
  double sum = 0;
  long whole = where;
  for (int i = 0; i < ROWS; i++) {
    whole = whole * 31 + bits[i] * 7 + odd[i];
    for (int k = 0; k < COLUMNS; k++)
      sum = sum * 0.5 + plate[0][i][k];
  }
  printf("%.17g %ld\n", sum, whole);
  return 0;
}
