//===- floyd-warshall.c - all shortest paths of a dense directed graph ---------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A sequential loop around two DOALL loops whose body is a handful of instructions that vectorise: all about leaving
// the inner loop as good as the serial one, and about a nest that is entered anew `vertices` times. Exact.
//
// The matrix is an array of row pointers: with one flat array, clang 19 checks rows for overlap over all iterations of
// the outer loop at once, finds that they overlap, and runs the scalar loop in every system.
//
//===----------------------------------------------------------------------===//
#include "loops.h"
#include "workload.h"

#include <string.h>

static const int Unreachable = 1 << 28;

static int *lengths, **distances;
static size_t vertices;

// The kernel. Row `via` is read by all and written by none, since the distance from `via` to itself is 0.
__attribute__((noinline)) static void floydWarshall(int **distance, size_t n) {
  for (size_t via = 0; via < n; ++via) {
#if OUTER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE
#endif
    for (size_t from = 0; from < n; ++from) {
      int toVia = distance[from][via];
#if INNER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE
#endif
      for (size_t to = 0; to < n; ++to) {
        int detour = toVia + distance[via][to];
        if (detour < distance[from][to])
          distance[from][to] = detour;
      }
    }
  }
}

static void prepare(size_t size, uint64_t seed) {
  vertices = size;
  size_t entries;
  if (__builtin_mul_overflow(size, size, &entries))
    entries = SIZE_MAX;
  lengths = allocate(entries, sizeof(int));
  distances = allocate(vertices, sizeof(int *));
  int *rows = allocate(entries, sizeof(int));
  for (size_t row = 0; row < vertices; ++row)
    distances[row] = rows + row * vertices;
  // About 16 edges leave each vertex.
  for (size_t i = 0; i < entries; ++i) {
    int hasEdge = nextRandom(&seed) % vertices < 16;
    int length = (int)(nextRandom(&seed) % 1000) + 1;
    lengths[i] = i / vertices == i % vertices ? 0 : hasEdge ? length : Unreachable;
  }
}

static void reset(void) { memcpy(distances[0], lengths, vertices * vertices * sizeof(int)); }

static void run(void) { floydWarshall(distances, vertices); }

static double checksum(void) {
  double sum = 0;
  for (size_t i = 0; i < vertices * vertices; ++i)
    sum += (double)distances[0][i] * (double)(i % 1021 + 1);
  return sum;
}

// Dijkstra's algorithm without a queue, from some of the vertices.
static double verify(void) {
  int *best = allocate(vertices, sizeof(int));
  char *settled = allocate(vertices, 1);
  size_t sources = vertices < 8 ? vertices : 8;
  for (size_t s = 0; s < sources; ++s) {
    size_t source = s * vertices / sources;
    memset(settled, 0, vertices);
    for (size_t i = 0; i < vertices; ++i)
      best[i] = i == source ? 0 : Unreachable;
    for (size_t step = 0; step < vertices; ++step) {
      size_t nearest = vertices;
      for (size_t i = 0; i < vertices; ++i)
        if (!settled[i] && (nearest == vertices || best[i] < best[nearest]))
          nearest = i;
      settled[nearest] = 1;
      for (size_t i = 0; i < vertices; ++i)
        if (best[nearest] + lengths[nearest * vertices + i] < best[i])
          best[i] = best[nearest] + lengths[nearest * vertices + i];
    }
    for (size_t i = 0; i < vertices; ++i)
      if (best[i] != distances[source][i])
        return 1;
  }
  return 0;
}

const struct Workload workload = {
    "floyd-warshall", "vertices of the graph", 1500, 0, prepare, reset, run, checksum, verify};
