//===- kmeans.c - clusters from partial sums of each thread ---------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Lloyd's iteration. Each thread adds its points to sums and counts of its own, by cluster; a loop over clusters adds
// those of all threads up. `single` decides whether to go on.
//
//===----------------------------------------------------------------------===//
#include "regions.h"

#include <math.h>
#include <string.h>

enum { MostRounds = 8, Clusters = 16, Dimensions = 8, Part = Clusters * (Dimensions + 1) };

static size_t points;
static double *data, *centres;
/// By thread: of each cluster its sums, then the number of its points.
static double *parts;
static int *nearest;
static long moved;

static int nearestCentre(const double *point) {
  double least = INFINITY;
  int best = 0;
  for (int cluster = 0; cluster < Clusters; ++cluster) {
    double square = 0;
    for (int d = 0; d < Dimensions; ++d) {
      double way = point[d] - centres[cluster * Dimensions + d];
      square += way * way;
    }
    if (square < least) {
      least = square;
      best = cluster;
    }
  }
  return best;
}

static void run(void) {
#pragma omp parallel
  {
    int threads = omp_get_num_threads();
    double *own = parts + (size_t)omp_get_thread_num() * Part;
    for (int round = 0; round < MostRounds; ++round) {
#pragma omp single
      moved = 0;
      memset(own, 0, Part * sizeof *own);
      long ownMoved = 0;
#pragma omp for BENCH_SCHEDULE nowait
      for (size_t i = 0; i < points; ++i) {
        const double *point = data + i * Dimensions;
        int cluster = nearestCentre(point);
        ownMoved += cluster != nearest[i];
        nearest[i] = cluster;
        for (int d = 0; d < Dimensions; ++d)
          own[cluster * (Dimensions + 1) + d] += point[d];
        own[cluster * (Dimensions + 1) + Dimensions] += 1;
      }
#pragma omp atomic
      moved += ownMoved;
#pragma omp barrier
#pragma omp for schedule(static)
      for (int cluster = 0; cluster < Clusters; ++cluster) {
        double sums[Dimensions + 1] = {0};
        for (int thread = 0; thread < threads; ++thread)
          for (int d = 0; d <= Dimensions; ++d)
            sums[d] += parts[thread * Part + cluster * (Dimensions + 1) + d];
        for (int d = 0; d < Dimensions && sums[Dimensions] > 0; ++d)
          centres[cluster * Dimensions + d] = sums[d] / sums[Dimensions];
      }
      int isDone = moved == 0;
#pragma omp barrier
      if (isDone)
        break;
    }
  }
}

static void prepare(size_t size, uint64_t seed) {
  points = size > Clusters ? size : Clusters;
  data = allocate(points * Dimensions, sizeof *data);
  centres = allocate(Part, sizeof *centres);
  parts = allocate((size_t)omp_get_max_threads() * Part, sizeof *parts);
  nearest = allocate(points, sizeof *nearest);
  for (size_t i = 0; i < points * Dimensions; ++i)
    data[i] = nextUniform(&seed) + (double)(i / Dimensions * (i % Dimensions + 1) % 5);
}

static void reset(void) {
  memcpy(centres, data, Clusters * Dimensions * sizeof *centres);
  memset(nearest, -1, points * sizeof *nearest);
}

static double checksum(void) { return weightedSum(centres, Clusters * Dimensions); }

// The same rounds in extended precision, cluster by cluster.
static double verify(void) {
  double found[Clusters * Dimensions], worst = 0;
  memcpy(found, centres, sizeof found);
  reset();
  for (int round = 0, changed = 1; round < MostRounds && changed; ++round) {
    changed = 0;
    for (size_t i = points; i-- > 0;) {
      int cluster = nearestCentre(data + i * Dimensions);
      changed |= cluster != nearest[i];
      nearest[i] = cluster;
    }
    for (int cluster = 0; cluster < Clusters; ++cluster)
      for (int d = 0; d < Dimensions; ++d) {
        long double sum = 0, members = 0;
        for (size_t i = 0; i < points; ++i)
          if (nearest[i] == cluster) {
            sum += data[i * Dimensions + (size_t)d];
            members += 1;
          }
        if (members > 0)
          centres[cluster * Dimensions + d] = (double)(sum / members);
      }
  }
  for (int k = 0; k < Clusters * Dimensions; ++k) {
    double difference = relativeDifference(found[k], centres[k]);
    worst = !(difference <= worst) ? difference : worst;
  }
  memcpy(centres, found, sizeof found);
  return worst;
}

const struct Workload workload = {"region-kmeans", "points", 400000, 1e-8, prepare, reset, run,
                                  checksum,        verify,   NULL,   NULL};
