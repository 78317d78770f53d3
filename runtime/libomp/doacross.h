//===- doacross.h - loops whose iterations wait for each other ---------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_LIBOMP_DOACROSS_H
#define TACTUS_RUNTIME_LIBOMP_DOACROSS_H

#include "libomp/context.h"

#include "teams/worksharing.h"

namespace tactus::libomp {

/// A dimension, as clang writes it down (kmp_dim).
struct Dimension {
  int64_t lower, upper, step;

  uint64_t count() const { return countIterations(lower, upper, step); }
};

/// The calling thread's member comes to the loop and leaves it; it waits for an iteration to be posted, and posts one.
/// False if the loop has no such iteration.
void beginDoacross(uint32_t dimensions, const Dimension *bounds);
void endDoacross();
bool waitForIteration(const int64_t *vector);
void postIteration(const int64_t *vector);
/// Of the loop that the member is in, 0 if it is in none.
uint32_t doacrossDimensions();

} // namespace tactus::libomp

#endif // TACTUS_RUNTIME_LIBOMP_DOACROSS_H
