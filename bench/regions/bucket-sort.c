//===- bucket-sort.c - keys into buckets by histograms of each thread -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Each thread counts the keys of its part by bucket; from all threads' counts each knows where its keys go. That relies
// on both loops over the keys giving a thread the same part: schedule(static). Then each bucket is sorted by counting.
//
//===----------------------------------------------------------------------===//
#include "regions.h"

#include <string.h>

enum { BucketBits = 9, Buckets = 1 << BucketBits, KeyBits = 21, Within = 1 << (KeyBits - BucketBits) };

static size_t count;
static uint32_t *keys, *scattered, *sorted;
/// By thread, and by bucket.
static size_t *counts;
static size_t starts[Buckets + 1];

static void sortBucket(size_t bucket) {
  uint32_t occurrences[Within] = {0};
  for (size_t i = starts[bucket]; i < starts[bucket + 1]; ++i)
    ++occurrences[scattered[i] % Within];
  uint32_t *next = sorted + starts[bucket];
  for (uint32_t low = 0; low < Within; ++low)
    for (uint32_t i = 0; i < occurrences[low]; ++i)
      *next++ = (uint32_t)bucket * Within + low;
}

static void run(void) {
#pragma omp parallel
  {
    int thread = omp_get_thread_num(), threads = omp_get_num_threads();
    size_t *own = counts + (size_t)thread * Buckets;
    memset(own, 0, Buckets * sizeof *own);
#pragma omp for schedule(static)
    for (size_t i = 0; i < count; ++i)
      ++own[keys[i] / Within];

    size_t next[Buckets], sum = 0;
    for (size_t bucket = 0; bucket < Buckets; ++bucket) {
      if (thread == 0)
        starts[bucket] = sum;
      for (int other = 0; other < threads; ++other) {
        if (other == thread)
          next[bucket] = sum;
        sum += counts[(size_t)other * Buckets + bucket];
      }
    }
    if (thread == 0)
      starts[Buckets] = sum;
#pragma omp for schedule(static)
    for (size_t i = 0; i < count; ++i)
      scattered[next[keys[i] / Within]++] = keys[i];
#pragma omp for schedule(dynamic)
    for (size_t bucket = 0; bucket < Buckets; ++bucket)
      sortBucket(bucket);
  }
}

static void prepare(size_t size, uint64_t seed) {
  count = size;
  keys = allocate(count, sizeof *keys);
  scattered = allocate(count, sizeof *scattered);
  sorted = allocate(count, sizeof *sorted);
  counts = allocate((size_t)omp_get_max_threads() * Buckets, sizeof *counts);
  // The mean of two: keys in the middle are more frequent.
  for (size_t i = 0; i < count; ++i)
    keys[i] = (uint32_t)((nextUniform(&seed) + nextUniform(&seed)) / 2 * (1 << KeyBits));
}

static void reset(void) { memset(sorted, 0, count * sizeof *sorted); }

static double checksum(void) {
  double sum = 0;
  for (size_t i = 0; i < count; ++i)
    sum += (double)sorted[i] * (double)(i % 1021 + 1);
  return sum;
}

// In order, and the same keys as often.
static double verify(void) {
  uint32_t *occurrences = allocate(1 << KeyBits, sizeof *occurrences);
  memset(occurrences, 0, (1 << KeyBits) * sizeof *occurrences);
  size_t wrong = 0;
  for (size_t i = 0; i < count; ++i)
    ++occurrences[keys[i]];
  for (size_t i = 0; i < count; ++i) {
    --occurrences[sorted[i]];
    wrong += i > 0 && sorted[i - 1] > sorted[i];
  }
  for (size_t key = 0; key < 1 << KeyBits; ++key)
    wrong += occurrences[key] != 0;
  return (double)wrong;
}

const struct Workload workload = {"bucket-sort", "keys",   12000000, 0,    prepare, reset,
                                  run,           checksum, verify,   NULL, NULL};
