//===- sleepers.cpp - who sleeps until something is complete ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "workers/sleepers.h"

#include "os/allocation.h"
#include "os/settings.h"

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

} // namespace tactus
