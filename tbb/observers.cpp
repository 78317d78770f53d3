//===- observers.cpp - who is told of threads that come and go --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// An arena has a list of observers. A thread tells those that it has not told when it comes, and between tasks; and
// when it leaves, those that it has told. An observer that is switched off waits until nobody is in one of its
// functions.
//
//===----------------------------------------------------------------------===//
#include "event.h"
#include "thread.h"

namespace tactus::onetbb {

/// Of all lists: observers are few, and may outlive their arenas.
static constinit std::mutex mutex;

/// Under the mutex.
struct Observer {
  d1::task_scheduler_observer *const user;
  /// Null once it is gone.
  Arena *arena;
  bool isOn = true;
  /// Threads in its functions.
  unsigned inside = 0;
};

void Arena::dropObservers() {
  if (observersSoFar.load(std::memory_order_relaxed) == 0)
    return;
  std::lock_guard guard(mutex);
  for (const auto &each : observers)
    each->arena = nullptr;
}

/// Calls a function of the observer, if it is on. Not under the lock.
template <typename Call> static void tell(Observer &observer, Call call) {
  {
    std::lock_guard guard(mutex);
    if (!observer.isOn)
      return;
    ++observer.inside;
  }
  call(*observer.user);
  std::lock_guard guard(mutex);
  --observer.inside;
}

void tellObservers(Visit &visit) {
  Arena &arena = visit.arena;
  if (arena.observersSoFar.load(std::memory_order_acquire) == visit.toldSoFar) [[likely]]
    return;
  std::vector<std::shared_ptr<Observer>> fresh;
  {
    std::lock_guard guard(mutex);
    visit.toldSoFar = arena.observersSoFar.load(std::memory_order_relaxed);
    for (const auto &each : arena.observers)
      if (std::find(visit.told.begin(), visit.told.end(), each) == visit.told.end())
        fresh.push_back(each);
  }
  for (const auto &each : fresh) {
    visit.told.push_back(each);
    tell(*each, [&](d1::task_scheduler_observer &user) { user.on_scheduler_entry(visit.asHelper); });
  }
}

void tellObserversOfEnd(Visit &visit) {
  for (const auto &each : visit.told)
    tell(*each, [&](d1::task_scheduler_observer &user) { user.on_scheduler_exit(visit.asHelper); });
  visit.told.clear();
}

} // namespace tactus::onetbb

namespace tbb::detail::r1 {

using namespace tactus::onetbb;

/// What oneTBB's observers point to while they are on.
class observer_proxy {
public:
  std::shared_ptr<Observer> observer;

  static auto &of(d1::task_scheduler_observer &user) { return user.my_proxy; }
  static d1::task_arena *arenaOf(d1::task_scheduler_observer &user) { return user.my_task_arena; }
};

static Arena &arenaFor(d1::task_scheduler_observer &user) {
  d1::task_arena *wanted = observer_proxy::arenaOf(user);
  if (!wanted)
    return thisThreadInArena().visit->arena;
  wanted->initialize();
  return *task_arena_impl::arenaOf(*wanted);
}

static void switchOn(d1::task_scheduler_observer &user) {
  if (observer_proxy::of(user).load(std::memory_order_relaxed))
    return;
  Arena &arena = arenaFor(user);
  tactus_arena_count_own();
  auto observer = std::make_shared<Observer>(Observer{&user, &arena});
  observer_proxy::of(user).store(new observer_proxy{observer}, std::memory_order_release);
  {
    std::lock_guard guard(mutex);
    arena.observers.push_back(observer);
    arena.observersSoFar.fetch_add(1, std::memory_order_release);
  }
  if (Visit *visit = thisThread().visit; visit && &visit->arena == &arena)
    tellObservers(*visit);
}

static void switchOff(d1::task_scheduler_observer &user) {
  std::unique_ptr<observer_proxy> proxy(observer_proxy::of(user).exchange(nullptr));
  if (!proxy)
    return;
  Observer &observer = *proxy->observer;
  std::unique_lock guard(mutex);
  observer.isOn = false;
  if (observer.arena)
    std::erase(observer.arena->observers, proxy->observer);
  while (observer.inside > 0) {
    guard.unlock();
    syscall(SYS_sched_yield);
    guard.lock();
  }
}

void observe(d1::task_scheduler_observer &user, bool enable) {
  if (enable)
    switchOn(user);
  else
    switchOff(user);
}

} // namespace tbb::detail::r1
