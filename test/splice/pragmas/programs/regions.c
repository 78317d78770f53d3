// The regions of C: boxes, intervals, a type of the program's own; and a function whose body is in another file
// (regions_body.c), where its effects are as well.
#include "regions.h"
#include <stdio.h>
#include <stdlib.h>

double grid[2][SIZE][SIZE], volume[2][16][16][16];
int cells[2][CELLS];
unsigned words[WORDS];

#pragma splice func Reads(tactus_rows_and_columns(grid[t % 2], sizeof(double), SIZE, r0 - 1, r1 + 1, c0, c1))          \
    Writes(tactus_rows_and_columns(grid[(t + 1) % 2], sizeof(double), SIZE, r0, r1, c0, c1))
void smooth(int t, int r0, int r1, int c0, int c1) {
  if (r1 - r0 > 8) {
    smooth(t, r0, (r0 + r1) / 2, c0, c1);
    smooth(t, (r0 + r1) / 2, r1, c0, c1);
  } else if (c1 - c0 > 16) {
    smooth(t, r0, r1, c0, (c0 + c1) / 2);
    smooth(t, r0, r1, (c0 + c1) / 2, c1);
  } else {
    for (int r = r0; r < r1; r++)
      for (int c = c0; c < c1; c++)
        grid[(t + 1) % 2][r][c] = (grid[t % 2][r - 1][c] + grid[t % 2][r][c] + grid[t % 2][r + 1][c]) / 3;
  }
}
struct tactus_region layer(int t, int first, int last) {
  const ptrdiff_t strides[] = {sizeof volume[0][0], sizeof volume[0][0][0], sizeof(double)};
  const ptrdiff_t from[] = {first, 0, 0}, to[] = {last, 16, 16};
  return tactus_box(volume[t % 2], sizeof(double), 3, strides, from, to);
}
#pragma splice func Reads(layer(t, first - 1, last + 1)) Writes(layer(t + 1, first, last))
void sink(int t, int first, int last) {
  if (last - first > 2) {
    sink(t, first, (first + last) / 2);
    sink(t, (first + last) / 2, last);
    return;
  }
  for (int i = first; i < last; i++)
    for (int j = 0; j < 16; j++)
      for (int k = 0; k < 16; k++)
        volume[(t + 1) % 2][i][j][k] = volume[t % 2][i - 1][j][k] + volume[t % 2][i + 1][15 - j][k] / 2;
}
// Words of a set of bits, named by a mask of their numbers modulo 32: a type of the program's own.
int disjoint(const struct tactus_region *x, const struct tactus_region *y) {
  return !(x->parameters[0] & y->parameters[0]);
}
int subset(const struct tactus_region *x, const struct tactus_region *y) {
  return !(x->parameters[0] & ~y->parameters[0]);
}
struct tactus_region unite(const struct tactus_region *x, const struct tactus_region *y) {
  struct tactus_region both = *x;
  both.parameters[0] |= y->parameters[0];
  return both;
}
static const struct tactus_region_type masks = {disjoint, subset, unite};
struct tactus_region mask(unsigned long bits) {
  struct tactus_region result = {&masks, words, words + WORDS, {0}};
  result.parameters[0] = (intptr_t)bits;
  return result;
}
#pragma splice func Writes(mask(bits))
void turn(unsigned long bits, unsigned by) {
  unsigned long low = bits & (bits - 1);
  if (low) {
    turn(low, by);
    turn(bits & ~low, by);
    return;
  }
  for (int word = 0; word < WORDS; word++)
    if (bits >> word % 32 & 1)
      words[word] = words[word] * 5 + by;
}

int main(void) {
  for (int i = 0; i < SIZE * SIZE; i++)
    grid[0][i / SIZE][i % SIZE] = grid[1][i / SIZE][i % SIZE] = i % 97;
  for (int i = 0; i < 16 * 16 * 16; i++)
    volume[0][i / 256][i / 16 % 16][i % 16] = volume[1][i / 256][i / 16 % 16][i % 16] = i % 31;
  for (int i = 0; i < CELLS; i++)
    cells[0][i] = cells[1][i] = i;
#pragma splice try(8)
  for (int t = 0; t < 20; t++) {
    smooth(t, 1, SIZE - 1, 0, SIZE);
    sink(t, 1, 15);
    spread(t, 1, CELLS - 1);
    turn(t % 3 ? 0xf0f0f0f0ul : 0x3ffful, (unsigned)t);
  }
  double sum = 0;
  long whole = 0;
  for (int i = 0; i < SIZE * SIZE; i++)
    sum = sum * 0.5 + grid[0][i / SIZE][i % SIZE];
  for (int i = 0; i < 16 * 16 * 16; i++)
    sum = sum * 0.5 + volume[0][i / 256][i / 16 % 16][i % 16];
  for (int i = 0; i < CELLS; i++)
    whole = whole * 31 + cells[0][i];
  for (int i = 0; i < WORDS; i++)
    whole = whole * 31 + words[i];
  printf("%.17g %ld\n", sum, whole);
  return 0;
}
