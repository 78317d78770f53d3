//===- static_openmp.c - the part of OpenMP that converted code still calls ----===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Distributions ship LLVM's OpenMP runtime as a shared library only, so that `clang -fopenmp -static` ends with "cannot
// find -lomp". A program whose constructs are all converted needs no more of it than what this archive defines:
// questions about the thread that asks, asked outside of every region that OpenMP itself runs. The driver offers the
// archive, under the name libomp.a, to static links that find no real one.
//
// Nothing here starts a region or waits for another thread. A construct that is left to libomp (a critical section, a
// task) therefore ends in an undefined symbol, never in a program that lost its meaning.
//
// In compiled code libtactus is asked first, and passes on what does not concern its own strands.
//
// Exactly what an implementation without parallel regions answers: OpenMP 5.2, section 18.
//
//===----------------------------------------------------------------------===//
#include <sched.h>
#include <stdatomic.h>
#include <time.h>

// NOLINTNEXTLINE(bugprone-reserved-identifier): the name is libomp's
int __kmpc_global_thread_num(void *location) {
  (void)location;
  return 0;
}

int omp_get_thread_num(void) { return 0; }
int omp_get_num_threads(void) { return 1; }
int omp_get_thread_limit(void) { return 1; }
int omp_get_level(void) { return 0; }
int omp_get_active_level(void) { return 0; }
int omp_in_parallel(void) { return 0; }
int omp_in_final(void) { return 0; }
int omp_get_dynamic(void) { return 0; }

// Relaxed is enough: a number on which nothing else depends. Written by any thread, for all: there are no regions.
static _Atomic int threadsOfRegions = 1;
int omp_get_max_threads(void) { return atomic_load_explicit(&threadsOfRegions, memory_order_relaxed); }
void omp_set_num_threads(int threads) {
  if (threads > 0)
    atomic_store_explicit(&threadsOfRegions, threads, memory_order_relaxed);
}
void omp_set_dynamic(int dynamic) { (void)dynamic; }

int omp_get_num_procs(void) {
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
    return 1;
  return CPU_COUNT(&allowed);
}

static double seconds(struct timespec time) { return (double)time.tv_sec + (double)time.tv_nsec * 1e-9; }

double omp_get_wtime(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return seconds(now);
}

double omp_get_wtick(void) {
  struct timespec resolution;
  clock_getres(CLOCK_MONOTONIC, &resolution);
  return seconds(resolution);
}
