//===- dynamic-slots.c - a dynamic loop that counts into slots by thread -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Letters of a long text are counted by length of the word that they stand in: each thread takes words as they come,
// with schedule(dynamic), and has a table of its own. A second loop adds the tables up.
//
//===----------------------------------------------------------------------===//
#include "../regions/regions.h"

#include <string.h>

enum { Bins = 1024, Rounds = 4, MostThreads = 1024 };

static size_t words;
static uint32_t *starts;
static unsigned char *text;
static long *slots;
static long total[Bins];

static void countWord(size_t word, long *table) {
  uint32_t hash = 0;
  for (uint32_t i = starts[word]; i < starts[word + 1]; ++i) {
    hash = hash * 31 + text[i];
    table[hash % Bins]++;
  }
}

static void run(void) {
  for (int round = 0; round < Rounds; ++round) {
#pragma omp parallel
    {
      long *own = slots + (size_t)omp_get_thread_num() * Bins;
      memset(own, 0, Bins * sizeof *own);
#pragma omp for schedule(dynamic)
      for (size_t word = 0; word < words; ++word)
        countWord(word, own);
      int threads = omp_get_num_threads();
#pragma omp for BENCH_SCHEDULE
      for (int bin = 0; bin < Bins; ++bin) {
        long sum = total[bin];
        for (int thread = 0; thread < threads; ++thread)
          sum += slots[(size_t)thread * Bins + (size_t)bin];
        total[bin] = sum;
      }
    }
  }
}

static void prepare(size_t size, uint64_t seed) {
  words = size;
  starts = allocate(words + 1, sizeof *starts);
  starts[0] = 0;
  // Most words are short, and some are not.
  for (size_t word = 0; word < words; ++word)
    starts[word + 1] = starts[word] + 16 + (uint32_t)(nextRandom(&seed) % (word % 64 ? 96 : 2000));
  text = allocate(starts[words], 1);
  for (uint32_t i = 0; i < starts[words]; ++i)
    text[i] = (unsigned char)('a' + nextRandom(&seed) % 26);
  slots = allocate((size_t)MostThreads * Bins, sizeof *slots);
}

static void reset(void) { memset(total, 0, sizeof total); }

static double checksum(void) {
  double sum = 0;
  for (int bin = 0; bin < Bins; ++bin)
    sum += (double)total[bin] * (bin + 1);
  return sum;
}

static double verify(void) {
  long expected[Bins] = {0};
  for (size_t word = words; word-- > 0;)
    countWord(word, expected);
  for (int bin = 0; bin < Bins; ++bin)
    if (total[bin] != Rounds * expected[bin])
      return 1;
  return 0;
}

const struct Workload workload = {"dynamic-slots", "words", 250000, 0,   prepare, reset, run,
                                  checksum,        verify,  NULL,   NULL};
