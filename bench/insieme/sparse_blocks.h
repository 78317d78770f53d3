/*===- sparse_blocks.h - LU factorisation of a sparse matrix of blocks -----------===*\
|*
|* Part of Tactus, under the MIT licence. See LICENSE for details.
|*
|* For each diagonal block the blocks in its row, those in its column, then all behind them, each a task (the Barcelona
|* suite). Who includes this defines BlockSize, and says where memory comes from:
|*   void *new_memory(size_t bytes);          ends the program if there is none
|*   uint32_t next_value(uint64_t *state);    pseudo-random
|*
\*===----------------------------------------------------------------------===*/
#ifndef TACTUS_BENCH_SPARSE_BLOCKS_H
#define TACTUS_BENCH_SPARSE_BLOCKS_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef double block[BlockSize][BlockSize];

static void factorise(block a) {
  for (int k = 0; k < BlockSize; ++k)
    for (int i = k + 1; i < BlockSize; ++i) {
      a[i][k] /= a[k][k];
      for (int j = k + 1; j < BlockSize; ++j)
        a[i][j] -= a[i][k] * a[k][j];
    }
}

/* b = L(a)^-1 b */
static void solve_lower(block a, block b) {
  for (int k = 0; k < BlockSize; ++k)
    for (int i = k + 1; i < BlockSize; ++i)
      for (int j = 0; j < BlockSize; ++j)
        b[i][j] -= a[i][k] * b[k][j];
}

/* b = b U(a)^-1 */
static void solve_upper(block a, block b) {
  for (int i = 0; i < BlockSize; ++i)
    for (int k = 0; k < BlockSize; ++k) {
      b[i][k] /= a[k][k];
      for (int j = k + 1; j < BlockSize; ++j)
        b[i][j] -= b[i][k] * a[k][j];
    }
}

static void subtract_product(block left, block right, block from) {
  for (int i = 0; i < BlockSize; ++i)
    for (int k = 0; k < BlockSize; ++k)
      for (int j = 0; j < BlockSize; ++j)
        from[i][j] -= left[i][k] * right[k][j];
}

static block *new_block(void) {
  block *created = new_memory(sizeof *created);
  memset(created, 0, sizeof *created);
  return created;
}

static void sparse_lu(block **a, int n) {
  for (int k = 0; k < n; ++k) {
    factorise(*a[k * n + k]);
    for (int j = k + 1; j < n; ++j)
      if (a[k * n + j]) {
#pragma omp task firstprivate(j, k)
        solve_lower(*a[k * n + k], *a[k * n + j]);
      }
    for (int i = k + 1; i < n; ++i)
      if (a[i * n + k]) {
#pragma omp task firstprivate(i, k)
        solve_upper(*a[k * n + k], *a[i * n + k]);
      }
#pragma omp taskwait
    for (int i = k + 1; i < n; ++i)
      for (int j = k + 1; j < n; ++j)
        if (a[i * n + k] && a[k * n + j]) {
#pragma omp task firstprivate(i, j, k)
          {
            if (!a[i * n + j])
              a[i * n + j] = new_block();
            subtract_product(*a[i * n + k], *a[k * n + j], *a[i * n + j]);
          }
        }
#pragma omp taskwait
  }
}

static block **generate(int n) {
  block **a = new_memory((size_t)n * (size_t)n * sizeof *a);
  uint64_t state = 7;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      a[i * n + j] = i == j || next_value(&state) % 3 == 0 ? new_block() : NULL;
      for (int x = 0; a[i * n + j] && x < BlockSize; ++x)
        for (int y = 0; y < BlockSize; ++y)
          (*a[i * n + j])[x][y] = (next_value(&state) % 1000) / 1000.0 + (i == j && x == y ? 4.0 * n * BlockSize : 0.0);
    }
  return a;
}

static double at(block **a, int n, int row, int column) {
  block *found = a[row / BlockSize * n + column / BlockSize];
  return found ? (*found)[row % BlockSize][column % BlockSize] : 0;
}

/* The largest difference between L U and the original. */
static double difference(block **lu, block **original, int n) {
  double largest = 0;
  for (int row = 0; row < n * BlockSize; ++row)
    for (int column = 0; column < n * BlockSize; ++column) {
      double sum = row <= column ? at(lu, n, row, column) : 0;
      for (int k = 0; k < row && k <= column; ++k)
        sum += at(lu, n, row, k) * at(lu, n, k, column);
      largest = fmax(largest, fabs(sum - at(original, n, row, column)));
    }
  return largest;
}

#endif
