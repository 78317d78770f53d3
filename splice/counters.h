//===- counters.h - what splicing has done --------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_SPLICE_COUNTERS_H
#define TACTUS_SPLICE_COUNTERS_H

#include <cstdint>

namespace tactus::splice {

// X(name, heading): sums, in the order of table 4 of the paper as far as it goes.
#define TACTUS_SPLICE_COUNTERS(X)                                                                                      \
  X(interferenceChecks, "interference checks")                                                                         \
  X(contextSwitches, "context switches")                                                                               \
  X(delayedSteps, "delayed steps")                                                                                     \
  X(dependences, "dependences")                                                                                        \
  X(groups, "groups of spliced calls")                                                                                 \
  X(threads, "spliced calls")                                                                                          \
  X(frames, "frames")                                                                                                  \
  X(steps, "steps and parts")                                                                                          \
  X(transitive, "checks ended by an equal step")                                                                       \
  X(unspliced, "waits for lack of space")                                                                              \
  X(waits, "waits for a value")                                                                                        \
  X(withoutLocality, "frames without common data")                                                                     \
  X(alone, "calls not spliced")                                                                                        \
  X(plainCalls, "plain calls at the end of a stack")                                                                   \
  X(forks, "forks")                                                                                                    \
  X(forkedCalls, "forked calls")                                                                                       \
  X(stolenCalls, "stolen calls")                                                                                       \
  X(nearCalls, "forked calls run at their data's node")                                                                \
  X(farCalls, "forked calls run at another node")                                                                      \
  X(forksTakenBack, "forks taken back")                                                                                \
  X(joinedSteps, "delayed steps that came back at a join")                                                             \
  X(guests, "threads that came back waiting")

struct Counters {
#define TACTUS_SPLICE_FIELD(name, heading) uint64_t name = 0;
  TACTUS_SPLICE_COUNTERS(TACTUS_SPLICE_FIELD)
#undef TACTUS_SPLICE_FIELD
  /// Maximum, not sum: bytes of delayed steps and the frames that they keep.
  uint64_t extraBytes = 0;
};

} // namespace tactus::splice

#endif // TACTUS_SPLICE_COUNTERS_H
