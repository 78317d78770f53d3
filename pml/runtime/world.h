//===- world.h - threads that run compiled code, and stopping them ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A thread is *inside* while it runs compiled code or holds objects for it. A collection waits until nobody is: threads
// go outside where they wait (a join, a read), and park at the next safepoint: an allocation, or a turn of a loop that
// waits for others, for which `limit` sends them here. Who comes inside waits until the collection is over.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_RUNTIME_WORLD_H
#define TACTUS_PML_RUNTIME_WORLD_H

#include "pml/runtime/interface.h"

namespace tactus::pml {

/// The calling thread goes inside and outside.
void goInside();
void goOutside();

/// Stops all other threads that are inside. False if somebody else does: then the caller has been parked meanwhile, and
/// all objects may have moved. The caller is inside.
bool stopWorld();
void resumeWorld();
/// Waits if the world is to stop.
void park();

/// For a loop without allocations: waits if the world is to stop, and makes the limit known again.
void pauseLoop(Thread &thread);

/// How many threads are inside: a moment's value, 1 at least for who is.
unsigned threadsRunning();

/// With the world stopped, or by the thread itself: all threads there are.
Thread *firstThread();

/// Makes the thread's limit known again after it was taken away, unless the world is to stop.
void restoreLimit(Thread &thread);

/// Remembers who has called: the first thing that a function does that compiled code calls and that may collect.
#define PML_SAFEPOINT() ::tactus::pml::noteCaller(__builtin_frame_address(0))
inline void noteCaller(void *frame) {
  auto *words = static_cast<uintptr_t *>(frame);
  pml_thread.left = {reinterpret_cast<uintptr_t>(words + 2), words[1]};
}

/// An object in the runtime's hands that a collection may move.
struct RootScope {
  RootScope *older;
  Object *object;
};
/// Words in the runtime's hands that may lead to objects.
struct RootWords {
  RootWords *older;
  uint64_t *words;
  uint64_t count;
};
class Root {
public:
  explicit Root(Object *object) : scope{pml_thread.roots, object} { pml_thread.roots = &scope; }
  ~Root() { pml_thread.roots = scope.older; }
  Root(const Root &) = delete;
  Root &operator=(const Root &) = delete;
  Object *operator->() const { return scope.object; }
  Object *get() const { return scope.object; }
  void set(Object *object) { scope.object = object; }

private:
  RootScope scope;
};

/// Around what may take long and touches no object.
class Outside {
public:
  Outside() { goOutside(); }
  ~Outside() { goInside(); }
  Outside(const Outside &) = delete;
  Outside &operator=(const Outside &) = delete;
};

} // namespace tactus::pml

#endif // TACTUS_PML_RUNTIME_WORLD_H
