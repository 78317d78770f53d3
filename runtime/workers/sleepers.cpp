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
#include "slots/pool.h"

#include <time.h>

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

Sleeper::Sleeper(ThreadState &thread, const JoinState<> &state, ThreadState *&field) : entry{&state, &thread} {
  if (settings.eager)
    events.insert(entry);
  else
    field = &thread;
}

void Sleeper::withdraw() {
  if (settings.eager)
    events.remove(entry);
}

ThreadState *takeSleeper(const JoinState<> &state, ThreadState *field) {
  return settings.eager ? events.take(&state) : field;
}

void waitUntilDone(ThreadState &thread, JoinState<> &state, ThreadState *&field) {
  uint64_t start = clock::now();
  for (unsigned round = 0; !state.done(); ++round) {
    bool keepsWork = thread.slot && thread.slot->deque.size() > 0;
    if (clock::now() - start < thread.patience.ticks(keepsWork)) {
      pauseProcessor(round);
      continue;
    }
    if (thread.slot && (threadNumbersAreUsed() || !giveSlotBack(thread))) {
      timespec moment{0, 200000};
      nanosleep(&moment, nullptr);
      continue;
    }
    Sleeper sleeper(thread, state, field);
    if (state.announce()) {
      thread.counters.parks.add();
      Patience::Sleep sleep(thread.patience);
      thread.slot = thread.parker.park();
    } else {
      sleeper.withdraw();
    }
  }
  // Without a slot the thread goes on sequentially; it asks again at its next beat.
  if (!thread.slot)
    acquireSlot(thread);
}

void completeAndWake(ThreadState &thread, JoinState<> &state, ThreadState *&field) {
  if (!state.complete())
    return;
  ThreadState *waiter = takeSleeper(state, field);
  WorkerSlot *slot = thread.slot;
  thread.slot = nullptr;
  if (slot)
    thread.counters.handOvers.add();
  waiter->parker.unpark(slot);
}

} // namespace tactus
