//===- dependence.h - what has to wait for what ---------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A step may run when nothing pending before it in the program interferes with it (§5): in earlier threads what the
// frames on their paths may still do, and their delayed steps; in its own thread the steps that were delayed before.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_SPLICE_DEPENDENCE_H
#define TACTUS_SPLICE_DEPENDENCE_H

#include "thread.h"

namespace tactus::splice {

/// Something that the next part of `step` has to wait for, or null. Remembers which threads are out of the question.
Watched *findBlocker(DelayedStep &step);

/// The next part has become another one: all threads are in question again.
void nextPartChanged(DelayedStep &step);

void watch(Watched &something, DelayedStep &step);
void unwatch(DelayedStep &step);

/// `something` has gone or shrunk: those that watched it look for something else to wait for, or become ready.
void wakeWatchers(Group &group, Watched &something);

/// Nothing holds the step back: if its thread waits for it, that goes on, else the scheduler runs it.
void makeReady(Group &group, DelayedStep &step);

/// Sets which frames of earlier threads concern a new frame.
void refine(Frame &frame);

inline bool interfereCounted(Group &group, const effects &left, const effects &right) {
  ++group.counters.interferenceChecks;
  return interfere(left, right);
}

} // namespace tactus::splice

#endif // TACTUS_SPLICE_DEPENDENCE_H
