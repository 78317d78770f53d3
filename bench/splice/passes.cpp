//===- passes.cpp - further programs that go over arrays again and again --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   tactus-clang++ -DWAVE -DROWS=1448 -DCOLUMNS=1448 -DPHASES=16 …
//
// Each as one writes it without a thought of caches: plain loops, and `#pragma splice` with no clause. Only the product
// of a sparse matrix has clauses, because what it reads depends on data. Other compilers ignore the pragmas; so the
// same file is the program that it is compared with. Prints what programs with <program.h> print.
//
//===----------------------------------------------------------------------===//
#include "values.h"

#include <utility>
#ifdef SPARSE
#include <tactus/splice.h>
#endif

using splice_bench::fill;
using splice_bench::hashOf;
using Index = std::ptrdiff_t;

namespace {

using Grid = double[ROWS][COLUMNS];
constexpr Index Size = sizeof(Grid) / sizeof(double);
double *valuesOf(Grid &grid) { return &grid[0][0]; }
uint64_t sum = 0;
[[maybe_unused]] void add(Grid &grid) { sum = sum * 31 + hashOf(valuesOf(grid), Size); }

#if defined(WAVE) // three arrays that take turns

Grid arrays[3];
void make() {
  for (Grid &array : arrays)
    fill(valuesOf(array), Size, 1);
}
void run() {
  Grid *before = &arrays[0], *now = &arrays[1], *next = &arrays[2];
#pragma splice
  for (Index t = 0; t < PHASES; ++t) {
    for (Index i = 1; i < ROWS - 1; ++i)
      for (Index j = 1; j < COLUMNS - 1; ++j)
        (*next)[i][j] =
            2 * (*now)[i][j] - (*before)[i][j] +
            0.1 * ((*now)[i - 1][j] + (*now)[i + 1][j] + (*now)[i][j - 1] + (*now)[i][j + 1] - 4 * (*now)[i][j]);
    Grid *free = before;
    before = now;
    now = next;
    next = free;
  }
}
void read() {
  for (Grid &array : arrays)
    add(array);
}

#elif defined(MAXWELL) // twelve arrays: three fields of each kind, and two coefficients for each kind and direction

Grid ex, ey, ez, hx, hy, hz, ca, cb, cc, da, db, dc;
Grid *all[] = {&ex, &ey, &ez, &hx, &hy, &hz, &ca, &cb, &cc, &da, &db, &dc};
void make() {
  uint64_t seed = 0;
  for (Grid *array : all)
    fill(valuesOf(*array), Size, ++seed);
}
void run() {
#pragma splice
  for (Index t = 0; t < PHASES; ++t) {
    for (Index i = 1; i < ROWS; ++i)
      for (Index j = 1; j < COLUMNS; ++j) {
        ex[i][j] += 0.1 * ca[i][j] * (hz[i][j] - hz[i][j - 1]);
        ey[i][j] += 0.1 * cb[i][j] * (hz[i - 1][j] - hz[i][j]);
        ez[i][j] += 0.1 * cc[i][j] * (hy[i][j] - hy[i - 1][j] - hx[i][j] + hx[i][j - 1]);
      }
    for (Index i = 0; i < ROWS - 1; ++i)
      for (Index j = 0; j < COLUMNS - 1; ++j) {
        hx[i][j] -= 0.1 * da[i][j] * (ez[i][j + 1] - ez[i][j]);
        hy[i][j] += 0.1 * db[i][j] * (ez[i + 1][j] - ez[i][j]);
        hz[i][j] -= 0.1 * dc[i][j] * (ey[i + 1][j] - ey[i][j] - ex[i][j + 1] + ex[i][j]);
      }
  }
}
void read() {
  for (Grid *array : all)
    add(*array);
}

#elif defined(LATTICE_BOLTZMANN) // nine distributions of velocities, pulled from the neighbours

Grid arrays[2][9];
constexpr Index dx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, dy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
constexpr double weight[9] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};
void make() {
  for (auto &some : arrays)
    for (Grid &array : some)
      fill(valuesOf(array), Size, 1);
}
void run() {
  auto *now = &arrays[0], *next = &arrays[1];
#pragma splice
  for (Index t = 0; t < PHASES; ++t) {
    for (Index i = 1; i < ROWS - 1; ++i)
      for (Index j = 1; j < COLUMNS - 1; ++j) {
        double f[9], density = 0;
        for (Index k = 0; k < 9; ++k) {
          f[k] = (*now)[k][i - dx[k]][j - dy[k]];
          density += f[k];
        }
        for (Index k = 0; k < 9; ++k)
          (*next)[k][i][j] = f[k] + 0.6 * (weight[k] * density - f[k]);
      }
    std::swap(now, next);
  }
}
void read() {
  for (auto &some : arrays)
    for (Grid &array : some)
      add(array);
}

#elif defined(RED_BLACK) // Gauss and Seidel's method in two colours

Grid grid, right;
void make() {
  fill(valuesOf(grid), Size, 1);
  fill(valuesOf(right), Size, 2);
}
void run() {
#pragma splice
  for (Index t = 0; t < PHASES; ++t)
    for (Index colour = 0; colour < 2; ++colour)
      for (Index i = 1; i < ROWS - 1; ++i)
        for (Index j = 1 + (i + colour) % 2; j < COLUMNS - 1; j += 2)
          grid[i][j] = 0.25 * (grid[i - 1][j] + grid[i + 1][j] + grid[i][j - 1] + grid[i][j + 1] - right[i][j]);
}
void read() { add(grid); }

#elif defined(IMAGE_PIPELINE) // each picture goes through six stages

Grid picture, wide, high, edges, sharp, result;
void make() {
  // All of them, or most of the time is the system's, for fresh memory.
  for (Grid *grid : {&picture, &wide, &high, &edges, &sharp, &result})
    fill(valuesOf(*grid), Size, 1);
}
void run() {
#pragma splice
  for (Index t = 0; t < PHASES; ++t) {
    for (Index i = 0; i < ROWS; ++i)
      for (Index j = 1; j < COLUMNS - 1; ++j)
        wide[i][j] = 0.25 * picture[i][j - 1] + 0.5 * picture[i][j] + 0.25 * picture[i][j + 1];
    for (Index i = 1; i < ROWS - 1; ++i)
      for (Index j = 1; j < COLUMNS - 1; ++j)
        high[i][j] = 0.25 * wide[i - 1][j] + 0.5 * wide[i][j] + 0.25 * wide[i + 1][j];
    for (Index i = 2; i < ROWS - 2; ++i)
      for (Index j = 2; j < COLUMNS - 2; ++j)
        edges[i][j] = high[i + 1][j] - high[i - 1][j] + high[i][j + 1] - high[i][j - 1];
    for (Index i = 2; i < ROWS - 2; ++i)
      for (Index j = 2; j < COLUMNS - 2; ++j)
        sharp[i][j] = picture[i][j] + 0.5 * (picture[i][j] - high[i][j]) + 0.1 * edges[i][j];
    for (Index i = 0; i < ROWS; ++i)
      for (Index j = 0; j < COLUMNS; ++j)
        result[i][j] = sharp[i][j] < 0 ? 0 : sharp[i][j] > 1 ? 1 : sharp[i][j];
    for (Index i = 0; i < ROWS; ++i)
      for (Index j = 0; j < COLUMNS; ++j)
        picture[i][j] = 0.9 * result[i][j] + 0.1 * picture[i][j];
  }
}
void read() { add(picture), add(result); }

#elif defined(COLUMNS_DOWN) // along columns, the values of one depend on that above

Grid grid;
void make() { fill(valuesOf(grid), Size, 1); }
void run() {
#pragma splice
  for (Index t = 0; t < PHASES; ++t) {
    for (Index i = 1; i < ROWS; ++i)
      for (Index j = 0; j < COLUMNS; ++j)
        grid[i][j] = 0.7 * grid[i][j] + 0.3 * grid[i - 1][j];
    for (Index i = 0; i < ROWS - 1; ++i)
      for (Index j = 0; j < COLUMNS; ++j)
        grid[i][j] = 0.6 * grid[i][j] + 0.4 * grid[i + 1][j];
  }
}
void read() { add(grid); }

#elif defined(BAND_SOLVER) // one matrix with two diagonals, and a row of right sides

double lower[ROWS], diagonal[ROWS], right[PHASES][ROWS];
void make() {
  fill(lower, ROWS, 1);
  fill(diagonal, ROWS, 2);
  for (auto &some : right)
    fill(some, ROWS, 3);
}
void run() {
#pragma splice
  for (Index t = 0; t < PHASES; ++t)
    for (Index i = 1; i < ROWS; ++i)
      right[t][i] = (right[t][i] - lower[i] * right[t][i - 1]) * diagonal[i];
}
void read() {
  for (auto &some : right)
    sum = sum * 31 + hashOf(some, ROWS);
}

#elif defined(SMITH_WATERMAN) // a row for each letter of one string, along another one

double letters[ROWS], scores[2][ROWS], best[ROWS];
void make() {
  fill(letters, ROWS, 1);
  fill(scores[0], ROWS, 2);
  fill(best, ROWS, 3);
}
void run() {
  double *above = scores[0], *here = scores[1];
#pragma splice
  for (Index t = 0; t < PHASES; ++t) {
    double letter = 0.1 * static_cast<double>(t);
    for (Index j = 1; j < ROWS; ++j) {
      double match = above[j - 1] + (letters[j] < letter ? 0.5 : -0.3);
      double gap = (above[j] > here[j - 1] ? above[j] : here[j - 1]) - 0.2;
      double most = match > gap ? match : gap;
      here[j] = most > 0 ? most : 0;
      best[j] = best[j] > here[j] ? best[j] : here[j];
    }
    std::swap(above, here);
  }
}
void read() { sum = hashOf(scores[0], ROWS) ^ hashOf(scores[1], ROWS) * 3 ^ hashOf(best, ROWS) * 5; }

#elif defined(SPARSE) // y = A x, x = A y, again and again; COLUMNS numbers in a row, near its diagonal

double vectors[2][ROWS], values[ROWS * COLUMNS];
int columns[ROWS * COLUMNS];
Index begins[ROWS + 1];
constexpr Index Band = 4 * COLUMNS;
void make() {
  fill(vectors[0], ROWS, 1);
  fill(values, ROWS * COLUMNS, 2);
  for (Index i = 0; i <= ROWS; ++i)
    begins[i] = i * COLUMNS;
  for (Index i = 0; i < ROWS; ++i)
    for (Index k = 0; k < COLUMNS; ++k) {
      Index column = i - Band + (i * 7 + k * 13) % (2 * Band);
      columns[i * COLUMNS + k] = static_cast<int>(column < 0 ? 0 : column >= ROWS ? ROWS - 1 : column);
    }
}
#define NEAR(x, first, last)                                                                                           \
  tactus_range((x) + ((first) > Band ? (first) - Band : 0), (x) + ((last) + Band < ROWS ? (last) + Band : ROWS))
#define MATRIX(first, last)                                                                                            \
  tactus_range(values + begins[first], values + begins[last]),                                                         \
      tactus_range(columns + begins[first], columns + begins[last])
#pragma splice func Reads(NEAR(x, first, last), MATRIX(first, last)) Writes(tactus_range(y + first, y + last))
void multiply(const double *x, double *y, Index first, Index last, Index call) {
  if (last - first > 1 << 16) {
    multiply(x, y, first, (first + last) / 2, call);
    multiply(x, y, (first + last) / 2, last, call);
    return;
  }
  tactus_chunks rows = {first, last, 1 << 10, call * Band};
#pragma splice step Reads(NEAR(x, rows.first, rows.last), MATRIX(rows.first, rows.last))                               \
    Writes(tactus_range(y + rows.first, y + rows.last)) Slice(rows)
  for (Index i = rows.first; i < rows.last; ++i) {
    double product = 0;
    for (Index k = begins[i]; k < begins[i + 1]; ++k)
      product += values[k] * x[columns[k]];
    y[i] = product / COLUMNS;
  }
}
void run() {
#pragma splice try
  for (Index t = 0; t < PHASES; ++t)
    multiply(vectors[t & 1], vectors[(t + 1) & 1], 0, ROWS, t);
}
void read() { sum = hashOf(vectors[0], ROWS) ^ hashOf(vectors[1], ROWS) * 3; }

#else // FOURIER: the passes of a fast Fourier transform, the short ones first

double real[ROWS], imaginary[ROWS], cosines[ROWS / 2], sines[ROWS / 2];
void make() {
  fill(real, ROWS, 1);
  fill(imaginary, ROWS, 2);
  fill(cosines, ROWS / 2, 3);
  fill(sines, ROWS / 2, 4);
}
void run() {
#pragma splice
  for (Index half = 1; half < Index(1) << PHASES; half *= 2)
    for (Index block = 0; block < ROWS / (2 * half); ++block)
      for (Index k = 0; k < half; ++k) {
        Index one = block * 2 * half + k, other = one + half;
        double x = real[other] * cosines[k] - imaginary[other] * sines[k];
        double y = real[other] * sines[k] + imaginary[other] * cosines[k];
        real[other] = 0.5 * (real[one] - x);
        imaginary[other] = 0.5 * (imaginary[one] - y);
        real[one] = 0.5 * (real[one] + x);
        imaginary[one] = 0.5 * (imaginary[one] + y);
      }
}
void read() { sum = hashOf(real, ROWS) ^ hashOf(imaginary, ROWS) * 3; }

#endif

} // namespace

int main() {
  make();
  splice_bench::Times begin;
  run();
  splice_bench::Times end;
  read();
  splice_bench::print(begin, end, sum);
  return 0;
}
