//===- child_waits.h - waits that nobody can end, in the child of fork() ---------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// In the child of a fork() a thread may wait for what a thread of the parent's has begun. Waits are of many kinds, and
// in each it is another question whether anybody is left who ends it. But every thread of libtactus' sleeps at a word
// that another thread changes. If all threads of the process sleep, and no word has changed, none ever will:
//
//     thread 1   ──► [ sleeps at a ──────────────────────────────── ends the child, with a line
//     worker     ────► [ sleeps at b ───────────────────────────►     ▲
//     worker     ──────► [ sleeps at c ─────────────────────────►     │ looks: 3 of 3 threads sleep, a, b and c are
//                                                                     │ as they were, for a second
//
// No look is wrong. A thread enters and leaves the list of sleepers under its lock, under which is looked: so whoever
// is in it runs nothing of the program's while its word is as it was. Who is not in it, because it runs, or waits in a
// call of the program's, or is a thread of the program's that has never called libtactus, makes the numbers differ.
// The second is for beats, which may still make tasks of what lies below a wait.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OS_CHILD_WAITS_H
#define TACTUS_RUNTIME_OS_CHILD_WAITS_H

#include <atomic>
#include <cstdint>

namespace tactus {

/// While it exists, the calling thread sleeps at a word, until that is another than expected; in the child of a fork().
/// Nothing of it is inlined into waits, whose section handlers take for the program's (os/waiting_text.h): it holds a
/// lock.
class ChildWait {
  const std::atomic<uint32_t> &word;
  const uint32_t expected;
  const bool isNew;
  ChildWait *next = nullptr;

  bool isOver() const { return word.load(std::memory_order_relaxed) != expected; }
  static bool nobodyIsAtWork(uint64_t time);

public:
  enum Duration : bool {
    UntilChanged,
    /// Again and again, by who looks for something in between.
    ForATime
  };
  static constexpr uint64_t MicrosecondsBetweenLooks = 100000;

  [[gnu::noinline]] ChildWait(const std::atomic<uint32_t> &word, uint32_t expected, Duration duration);
  [[gnu::noinline]] ~ChildWait();
  ChildWait(const ChildWait &) = delete;
  ChildWait &operator=(const ChildWait &) = delete;

  /// By a thread that has such a wait, now and then: ends the child if none of its threads can go on.
  [[gnu::noinline]] static void look();
};

/// The calling thread, one of libtactus' own, does nothing that anybody could wait for, until it serves no more.
void onlyServe();
void serveNoMore();

/// Whether tasks are queued, which a thread that sleeps for a time may find. Written once.
extern constinit std::atomic<bool (*)()> tasksAreQueued;

/// In the child of a fork(), where nobody sleeps.
void forgetWaits();

} // namespace tactus

#endif // TACTUS_RUNTIME_OS_CHILD_WAITS_H
