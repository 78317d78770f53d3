//===- event_table.h - who sleeps until what ------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Insieme's event table (§3.1.2): open hashing with a lock for each bucket. A thread whose join has to sleep leaves an
// entry under the address of what it waits for; whoever completes that finds the thread there.
//
//     waiter                                        completer of the last task
//     ──────                                        ──────────────────────────
//     insert(entry)                                 complete(): the waiter has announced itself
//     announce(): all done already? remove(entry)   take(event): the waiter
//     sleep                                         wake it
//
// Safety. JoinState (join_state.h) decides who comes first: take() is called only if the announcement came before the
// last completion, and the entry was inserted before the announcement, so it is there, once. Whoever is told that all
// was done removes its own entry, which nobody else looks for. An entry lies on its waiter's stack, and is read under
// the bucket's lock before the waiter is woken.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_TASKS_EVENT_TABLE_H
#define TACTUS_RUNTIME_TASKS_EVENT_TABLE_H

#include "os/spin_lock.h"

#include <cstddef>
#include <cstdint>

namespace tactus {

template <typename Waiter, typename Policy = SystemAtomics> class EventTable {
public:
  struct Entry {
    const void *event;
    Waiter *waiter;
    // Under the bucket's lock.
    Entry *next = nullptr;
  };
  /// All zeros is an empty one.
  struct Bucket {
    SpinLock<Policy> lock;
    Entry *first = nullptr;
  };

  /// The buckets outlive the table.
  constexpr EventTable(Bucket *memory, size_t number) : buckets(memory), count(number) {}

  void insert(Entry &entry) {
    Bucket &bucket = bucketOf(entry.event);
    Holding<SpinLock<Policy>> holding(bucket.lock);
    entry.next = bucket.first;
    bucket.first = &entry;
  }

  /// Takes the event's entry out, which is there.
  Waiter *take(const void *event) {
    Bucket &bucket = bucketOf(event);
    Holding<SpinLock<Policy>> holding(bucket.lock);
    Entry **link = &bucket.first;
    while ((*link)->event != event)
      link = &(*link)->next;
    Waiter *waiter = (*link)->waiter;
    *link = (*link)->next;
    return waiter;
  }

  /// By the waiter, whose event has come before it announced itself.
  void remove(Entry &entry) { take(entry.event); }

  Bucket *memory() const { return buckets; }

private:
  Bucket *buckets;
  size_t count;

  Bucket &bucketOf(const void *event) {
    // Addresses of heap records: the lowest bits say nothing.
    return buckets[(reinterpret_cast<uintptr_t>(event) >> 4) % count];
  }
};

} // namespace tactus

#endif // TACTUS_RUNTIME_TASKS_EVENT_TABLE_H
