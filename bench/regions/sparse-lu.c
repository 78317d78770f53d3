//===- sparse-lu.c - LU factorisation with a task for each block --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Blocks of 100 x 100, two thirds of them empty at first. One thread walks through the matrix and creates the tasks.
//
//===----------------------------------------------------------------------===//
#include "regions.h"

enum { BlockSize = 100 };
static inline void *new_memory(size_t bytes) { return allocate(1, bytes); }
static inline uint32_t next_value(uint64_t *state) { return (uint32_t)(nextRandom(state) >> 33); }
#include "../insieme/sparse_blocks.h"

static size_t side;
static block **initial, **factors;

static void run(void) {
#pragma omp parallel
#pragma omp single
  sparse_lu(factors, (int)side);
}

static void prepare(size_t size, uint64_t seed) {
  (void)seed;
  side = size;
  initial = generate((int)side);
  factors = allocate(side * side, sizeof *factors);
  memset(factors, 0, side * side * sizeof *factors);
}

static void reset(void) {
  for (size_t i = 0; i < side * side; ++i) {
    free(factors[i]);
    factors[i] = initial[i] ? new_block() : NULL;
    if (initial[i])
      memcpy(*factors[i], *initial[i], sizeof(block));
  }
}

static double checksum(void) {
  double sum = 0;
  for (size_t i = 0; i < side * side; ++i)
    sum += factors[i] ? weightedSum((const double *)*factors[i], BlockSize * BlockSize) : 0;
  return sum;
}

static double verify(void) { return difference(factors, initial, (int)side) / (double)(side * BlockSize); }

const struct Workload workload = {
    "sparse-lu", "blocks on a side of the matrix", 20, 1e-9, prepare, reset, run, checksum, verify, NULL, NULL};
