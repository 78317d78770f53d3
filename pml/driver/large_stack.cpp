//===- large_stack.cpp - runs the front end where its recursion has room ----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------------------------------------------------===//
#include "large_stack.h"

#include "pml/source/limits.h"

#include <pthread.h>

namespace tactus::pml {

bool runOnLargeStack(const std::function<void()> &work) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0)
    return false;
  auto run = [](void *argument) -> void * {
    (*static_cast<const std::function<void()> *>(argument))();
    return nullptr;
  };
  pthread_t thread;
  bool isRunning = pthread_attr_setstacksize(&attributes, FrontEndStack) == 0 &&
                   pthread_create(&thread, &attributes, run, const_cast<std::function<void()> *>(&work)) == 0;
  pthread_attr_destroy(&attributes);
  if (isRunning)
    pthread_join(thread, nullptr);
  return isRunning;
}

} // namespace tactus::pml
