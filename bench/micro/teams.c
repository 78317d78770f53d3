//===- teams.c - what the members of a team pay for what they have in common ---===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   teams THREADS       nanoseconds for a barrier, an empty region, a `single`, a chunk of a dynamic loop, and a
//                       reduction, each the best of eleven rounds. Compiled by clang it measures libomp (with
//                       OMP_WAIT_POLICY=active, its best case), by tactus-clang teams of strands:
//
//     clang-19 -fopenmp -O2 bench/micro/teams.c -o teams-libomp && OMP_WAIT_POLICY=active ./teams-libomp 2
//     build/release/bin/tactus-clang -fopenmp -O2 bench/micro/teams.c -o teams && ./teams 2
//
// The thread number is what keeps the regions from being latent loops.
//
//===----------------------------------------------------------------------===//
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { Rounds = 11, Barriers = 20000, Regions = 5000, Singles = 20000, Chunks = 50000, Reductions = 5000 };

static int threads;
static long slots[1024 * 16], total;

static void touch(void) { slots[omp_get_thread_num() * 16]++; }

// What each member does many times, behind a common start.
static double together(int count, void (*step)(void)) {
  double start = 0;
#pragma omp parallel num_threads(threads)
  {
    touch();
#pragma omp barrier
#pragma omp master
    start = omp_get_wtime();
    for (int i = 0; i < count; i++)
      step();
  }
  return (omp_get_wtime() - start) / count;
}

static void meet(void) {
#pragma omp barrier
}

static void enterSingle(void) {
#pragma omp single
  slots[1]++;
}

static void reduce(void) {
#pragma omp for schedule(static) reduction(+ : total)
  for (int k = 0; k < threads; k++)
    total += k;
}

static double barriers(void) { return together(Barriers, meet); }
static double singles(void) { return together(Singles, enterSingle); }
static double reductions(void) { return together(Reductions, reduce); }

static double regions(void) {
  double start = omp_get_wtime();
  for (int i = 0; i < Regions; i++)
#pragma omp parallel num_threads(threads)
    touch();
  return (omp_get_wtime() - start) / Regions;
}

static double chunks(void) {
  double start = omp_get_wtime();
#pragma omp parallel num_threads(threads)
#pragma omp for schedule(dynamic)
  for (int i = 0; i < Chunks; i++)
    touch();
  return (omp_get_wtime() - start) / Chunks;
}

static void report(const char *name, double (*measure)(void)) {
  double best = measure();
  for (int round = 1; round < Rounds; round++) {
    double next = measure();
    best = next < best ? next : best;
  }
  printf("%s_ns %.1f\n", name, best * 1e9);
}

int main(int argc, char **argv) {
  threads = argc == 2 ? atoi(argv[1]) : 0;
  if (threads < 1 || threads > 1024) {
    fprintf(stderr, "usage: teams THREADS, from 1 to 1024\n");
    return 2;
  }
  report("barrier", barriers);
  report("region", regions);
  report("single", singles);
  report("chunk", chunks);
  report("reduction", reductions);
  return 0;
}
