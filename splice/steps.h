//===- steps.h - steps that run, are delayed, or wait ---------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_SPLICE_STEPS_H
#define TACTUS_SPLICE_STEPS_H

#include "thread.h"

namespace tactus::splice {

/// Runs the delayed steps that are ready, and those that become ready by it, until there are none.
void runReadySteps(Group &group);

/// A step on a thread, as detail::run_step.
void runStep(Thread &first, detail::step_body &body, const detail::continuation &rest);
/// The same, waiting until it has run.
void runStepNow(Thread &first, detail::step_body &body, const detail::continuation &rest);
/// Waits until nothing pending interferes with code that runs where it stands. The frame keeps what it may still do:
/// others have to see it until the code has run.
void waitUntilClear(Thread &first, const effects &what);

/// An exception has left the step or the code with this number. What comes later in the program is taken back as far as
/// it has not run. If something earlier has failed already, this exception is one of those that do not happen.
void fail(Thread &thread, uint64_t sequence, std::exception_ptr exception);

/// Destroys a delayed step that nobody waits for.
void drop(DelayedStep &step);

/// Destroys the delayed steps that come after the failure. No step is running.
void dropCancelled(Group &group);

/// The function of `frame` goes on behind a call or a step, or a part of one; `first`: what the step's other parts do.
void continueWith(Frame &frame, const detail::continuation &rest, const effects *first = nullptr);

} // namespace tactus::splice

#endif // TACTUS_SPLICE_STEPS_H
