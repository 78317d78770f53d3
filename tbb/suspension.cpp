//===- suspension.cpp - tasks that are suspended and resumed ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A suspended task keeps its stack and its thread, which sleeps. Its seat and its slot go to others meanwhile, as in
// any wait. So the task goes on in the thread in which it was suspended.
//
//===----------------------------------------------------------------------===//
#include "thread.h"

namespace tbb::detail::r1 {

/// From the task's suspension until it has been resumed, by whoever comes last of the two.
struct suspend_point_type {
  std::atomic<bool> isResumed{false};
  tactus::onetbb::Event resumed;
  std::atomic<unsigned> references{2};

  void release() {
    if (references.fetch_sub(1, std::memory_order_acq_rel) == 1)
      delete this;
  }
};

using namespace tactus::onetbb;

[[gnu::tls_model("initial-exec")]] static thread_local constinit suspend_point_type *current = nullptr;

void suspend(suspend_callback_type callback, void *function) {
  Thread &thread = thisThreadInArena();
  auto *point = new suspend_point_type;
  suspend_point_type *outer = std::exchange(current, point);
  callback(function, point);
  current = outer;
  if (!point->isResumed.load()) {
    Asleep asleep(thread);
    for (uint32_t seen = point->resumed.now(); !point->isResumed.load(); seen = point->resumed.now())
      point->resumed.sleep(seen);
  }
  point->release();
}

void resume(suspend_point_type *point) {
  point->isResumed.store(true);
  point->resumed.raise();
  point->release();
}

suspend_point_type *current_suspend_point() { return current; }

} // namespace tbb::detail::r1
