//===- chain_protocol.h - how a chain of rests ends -------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The protocol of rest_chain.h, without what the records are: the runtime's are fork records, those of the tests belong
// to a model, in which every step is a scheduling point.
//
//     T0 ⇄ T1 ⇄ T2 ⇄ T3      before, behind; a strand appends behind its own record
//     │    │    │    │
//     │    │    │    unfinished: its strand runs
//     │    └────┴─ both finished: T2 is merged into T1, and freed
//     unfinished: a handed-on chain need not end in order
//
// Traits says
//   Record                       the type of a record
//   link(record)                 its ChainLink, or what can be read and written in the same way
//   Lock                         made of any record of a chain: holds the lock of that chain; lock() and unlock()
//   Context, merge(c, l, r)      what `r` has made of views and settings becomes part of what `l` has; without the lock
//   free(c, record)              nobody uses it any more
//   complete(record)             its join has one unfinished task less; whether the owner sleeps and is to be woken
//
// Safety: rest_chain.h.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_TASKS_CHAIN_PROTOCOL_H
#define TACTUS_RUNTIME_TASKS_CHAIN_PROTOCOL_H

#include <cstdint>

namespace tactus {

enum class ChainProgress : uint32_t {
  Unfinished,
  /// Its task has ended, and what it and those have made that it has absorbed is there for the taking.
  Finished,
  /// The same, but somebody is merging it.
  Merging,
};

/// A record's place in its chain. Under the chain's lock, but for a record that has not been published.
template <typename Record> struct ChainLink {
  Record *before = nullptr, *behind = nullptr;
  ChainProgress progress = ChainProgress::Unfinished;
};

template <typename Traits> class RestChain {
  using Record = typename Traits::Record;
  using Context = typename Traits::Context;
  using Lock = typename Traits::Lock;

  static auto &link(Record &record) { return Traits::link(record); }

  static void unlink(Record &record) {
    Record *before = link(record).before, *behind = link(record).behind;
    if (before)
      link(*before).behind = behind;
    if (behind)
      link(*behind).before = before;
  }

  static bool isFinished(Record *record) { return record && link(*record).progress == ChainProgress::Finished; }

  /// Both have ended, and `right` comes next. Afterwards `right` is gone.
  static void absorb(Context &context, Record &left, Record &right, Lock &lock) {
    link(left).progress = ChainProgress::Merging;
    link(right).progress = ChainProgress::Merging;
    lock.unlock();
    Traits::merge(context, left, right);
    lock.lock();
    link(left).progress = ChainProgress::Finished;
    unlink(right);
    Traits::free(context, right);
  }

  /// The record is finished: absorbs as much as can be. Returns what it has become.
  static Record &settle(Context &context, Record &finished, Lock &lock) {
    Record *record = &finished;
    for (;;) {
      Record *behind = link(*record).behind, *before = link(*record).before;
      if (isFinished(behind)) {
        absorb(context, *record, *behind, lock);
      } else if (isFinished(before)) {
        absorb(context, *before, *record, lock);
        record = before;
      } else {
        return *record;
      }
    }
  }

public:
  /// `record` becomes the last of the chain that `last` has been the last of. By the strand of `last`, before `record`
  /// is published.
  static void append(Record &record, Record &last) {
    Lock lock(last);
    link(record).before = &last;
    link(last).behind = &record;
  }

  /// The record's task has run. Completes what is complete now. Returns the record whose join's owner sleeps and is to
  /// be woken, null if there is none. The record may be gone afterwards.
  static Record *finish(Context &context, Record &finished, bool isFirst) {
    // Only its own strand can have made a chain of it.
    if (isFirst && !link(finished).behind)
      return Traits::complete(finished) ? &finished : nullptr;
    Record *record;
    {
      Lock lock(finished);
      link(finished).progress = ChainProgress::Finished;
      record = &settle(context, finished, lock);
      if (link(*record).behind)
        return nullptr;
      if (link(*record).before)
        return Traits::complete(*record) ? record : nullptr;
    }
    return Traits::complete(*record) ? record : nullptr;
  }

  /// The owner of the record's join, which has ended, takes it out of the chain.
  static void drop(Record &record) {
    Lock lock(record);
    unlink(record);
  }
};

} // namespace tactus

#endif // TACTUS_RUNTIME_TASKS_CHAIN_PROTOCOL_H
