//===- workload.h - what a benchmark kernel offers to the driver --------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// driver.c has main(); each kernel file implements this interface, so the two are separate translations, as a library
// and its user are. The order of the calls:
//
//   prepare(size, seed)    once: allocates and fills the inputs
//   or load(file, seed)    the same from a file, for kernels whose input has a well-known format
//   ┌ reset()              before each repetition: restores inputs that run() overwrites
//   └ run()                the timed region: the loop nests and nothing else
//   checksum()             a number that depends on all of the result
//   verify()               recomputes the result another way
//
//===----------------------------------------------------------------------===//
#ifndef BENCH_WORKLOAD_H
#define BENCH_WORKLOAD_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct Workload {
  const char *name;
  /// What `size` counts.
  const char *sizeMeaning;
  size_t defaultSize;
  /// Largest relative difference that reassociated floating-point sums may cause; 0 where the result is exact.
  double tolerance;
  void (*prepare)(size_t size, uint64_t seed);
  void (*reset)(void);
  void (*run)(void);
  double (*checksum)(void);
  /// Largest relative difference between the result and an independent sequential computation of it.
  double (*verify)(void);
  /// Instead of prepare(); ends the program with one line and status 1 if the file is not what it should be. `seed` is
  /// for what the format does not hold. NULL, together with its format, where inputs are only generated.
  void (*load)(const char *path, uint64_t seed);
  const char *inputFormat;
};

extern const struct Workload workload;

/// Allocates `count` objects of `size` bytes, 64-byte aligned, or ends the program with one line and status 1.
void *allocate(size_t count, size_t size);

/// SplitMix64: a seeded generator whose whole state is one word. (Steele, Lea, Flood: "Fast splittable pseudorandom
/// number generators", OOPSLA 2014.)
static inline uint64_t nextRandom(uint64_t *state) {
  uint64_t z = (*state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// Uniform in [0, 1).
static inline double nextUniform(uint64_t *state) { return (double)(nextRandom(state) >> 11) * 0x1p-53; }

/// Relative difference, with a floor so that two values near zero count as equal.
static inline double relativeDifference(double a, double b) {
  double difference = a > b ? a - b : b - a;
  double magnitudeA = a < 0 ? -a : a, magnitudeB = b < 0 ? -b : b;
  double scale = magnitudeA > magnitudeB ? magnitudeA : magnitudeB;
  return scale < 1e-30 ? 0 : difference / scale;
}

#ifdef __cplusplus
}
#endif

#endif // BENCH_WORKLOAD_H
