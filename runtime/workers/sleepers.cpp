//===- sleepers.cpp - who sleeps until something is complete ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "workers/sleepers.h"

#include "os/allocation.h"
#include "os/clock.h"
#include "os/settings.h"
#include "regions/strand_slot.h"
#include "slots/loan_protocol.h"
#include "slots/pool.h"
#include "tasks/event_table.h"

#include <optional>

namespace tactus {

using Events = EventTable<ThreadState>;

/// Without memory for more, all events share this one.
static constinit Events::Bucket onlyBucket{};
static constinit Events events{&onlyBucket, 1};

void startEvents() {
  if (!settings.eager)
    return;
  static constinit size_t mapped = 0;
  if (mapped)
    unmap(events.memory(), mapped);
  mapped = settings.eventBuckets * sizeof(Events::Bucket);
  void *memory = mapZeroed(mapped);
  if (!memory)
    mapped = 0;
  events = memory ? Events(static_cast<Events::Bucket *>(memory), settings.eventBuckets) : Events(&onlyBucket, 1);
}

namespace {

/// A thread that is going to sleep until `state` is done. Made before it announces itself, on its stack.
class Sleeper {
  Events::Entry entry;

public:
  Sleeper(ThreadState &thread, const JoinState<> &state, ThreadState *&field) : entry{&state, &thread} {
    if (settings.eager)
      events.insert(entry);
    else
      field = &thread;
  }
  /// Nobody will come.
  void withdraw() {
    if (settings.eager)
      events.remove(entry);
  }
};

} // namespace

/// A thread with a slot has more to look after than what it waits for, and is told of that alone.
static constexpr uint64_t MicrosecondsWithSlot = 200;

void sleepUntilDone(ThreadState &thread, JoinState<> &state, ThreadState *&field) {
  Sleeper sleeper(thread, state, field);
  if (!state.announce()) {
    state.retract();
    return sleeper.withdraw();
  }
  thread.counters.parks.add();
  if (thread.slot && !thread.parker.waitFor(MicrosecondsWithSlot) && state.retract())
    return sleeper.withdraw();
  thread.slot = thread.parker.park();
  state.retract();
}

void wakeSleeper(ThreadState &thread, const JoinState<> &state, ThreadState *field) {
  ThreadState *waiter = settings.eager ? events.take(&state) : field;
  WorkerSlot *slot = waiter->slot;
  // A worker that has run a task for which nobody below on its stack waits has nothing to go on with.
  bool goesOn = thread.task || thread.anchor || !thread.isWorker;
  if (!slot && thread.slot && mayHandOn(threadNumbersAreUsed(), goesOn)) {
    // This thread becomes a spare.
    slot = thread.slot;
    thread.slot = nullptr;
    thread.counters.handOvers.add();
    slot->setActivity(WorkerSlot::Busy);
  }
  waiter->parker.unpark(slot);
}

void waitUntilDone(ThreadState &thread, JoinState<> &state, ThreadState *&field) {
  Patience::Looks looks(thread.patience);
  std::optional<Patience::Sleep> sleep;
  for (unsigned round = 0; !state.done(); ++round) {
    bool keepsWork = thread.slot && thread.slot->deque.size() > 0;
    if (!sleep && looks.goOn(keepsWork)) {
      pauseProcessor(round);
      continue;
    }
    if (thread.slot && !threadNumbersAreUsed())
      giveSlotBack(thread);
    if (!sleep)
      sleep.emplace(thread.patience);
    sleepUntilDone(thread, state, field);
  }
  // Without a slot the thread goes on sequentially; it asks again at its next beat.
  if (!thread.slot)
    acquireSlot(thread);
}

void completeAndWake(ThreadState &thread, JoinState<> &state, ThreadState *&field) {
  if (state.complete())
    wakeSleeper(thread, state, field);
}

} // namespace tactus
