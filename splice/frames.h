//===- frames.h - the tree of calls and delayed steps ---------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_SPLICE_FRAMES_H
#define TACTUS_SPLICE_FRAMES_H

#include "thread.h"

namespace tactus::splice {

/// A frame on top of the thread's path. `inclusive` is what it may do.
Frame &pushFrame(Thread &thread, const effects &inclusive);

/// Takes the top frame from the path. It stays in the tree as long as there are delayed steps below it.
void popFrame(Thread &thread);

/// What the frame may do from here on. Wakes who has waited for the rest.
void shrinkRemaining(Frame &frame, const effects &remaining);
void clearRemaining(Frame &frame);

/// What memory is taken by a delayed step of `bytes`: itself, and the frames that would not stay without it.
std::size_t bytesOfDelaying(const Frame &home, std::size_t bytes);

/// Counts space of delayed steps and their frames.
void changeBytes(Group &group, std::ptrdiff_t change);

/// Puts a step into the tree, below its home, or takes it out again; then frames that nothing keeps are freed.
void linkDelayed(DelayedStep &step);
void unlinkDelayed(DelayedStep &step);

} // namespace tactus::splice

#endif // TACTUS_SPLICE_FRAMES_H
