//===- thread_life.h - a thread's state, from its first use to its end --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_SLOTS_THREAD_LIFE_H
#define TACTUS_RUNTIME_SLOTS_THREAD_LIFE_H

namespace tactus {

struct ThreadState;

/// The calling thread's state, made at the first call; null without memory.
ThreadState *currentThread();

/// The calling thread uses this state, which makeThreadState() has made, until it ends.
void adoptThreadState(ThreadState *thread);

/// Makes the key whose destructor ends a thread's state. Once, before all of these.
void startThreadStates();

} // namespace tactus

#endif // TACTUS_RUNTIME_SLOTS_THREAD_LIFE_H
