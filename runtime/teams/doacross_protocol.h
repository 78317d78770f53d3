//===- doacross_protocol.h - iterations that wait for others of their loop ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The members of a doacross loop share a bit for each iteration. The first of them makes the bits, and the others take
// these (SharedLoop::agree()); the last one that leaves frees them.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_TEAMS_DOACROSS_PROTOCOL_H
#define TACTUS_RUNTIME_TEAMS_DOACROSS_PROTOCOL_H

#include "teams/team_barrier.h"

#include <cstddef>
#include <cstdint>

namespace tactus {

/// The iterations that are done, and who has left. In memory of bytesFor(), whose rest is 0.
template <typename Policy = SystemAtomics> class DoacrossFlags {
  using Word = typename Policy::template Atomic<uint64_t>;
  static constexpr uint64_t BitsInWord = 64;

  WaitWord<Policy> posts;
  // Release and acquire: the last member to leave frees them.
  typename Policy::template Atomic<uint32_t> left{0};

  // Release by whoever posts, acquire by whoever waits.
  Word &wordOf(uint64_t iteration) { return words()[iteration / BitsInWord]; }
  static uint64_t bitOf(uint64_t iteration) { return uint64_t{1} << (iteration % BitsInWord); }

public:
  Word *words() { return reinterpret_cast<Word *>(this + 1); }
  static size_t wordsFor(uint64_t iterations) { return iterations / BitsInWord + 1; }
  static size_t bytesFor(uint64_t iterations) { return sizeof(DoacrossFlags) + wordsFor(iterations) * sizeof(Word); }

  /// What the calling member has done is visible to those who wait for the iteration.
  void post(uint64_t iteration) {
    wordOf(iteration).fetch_or(bitOf(iteration), std::memory_order_release);
    posts.increment();
  }
  template <typename Waiter> void waitFor(uint64_t iteration, Waiter &waiter) {
    const Word &word = wordOf(iteration);
    posts.waitUntil([&](uint32_t) { return word.load(std::memory_order_acquire) & bitOf(iteration); }, waiter);
  }
  /// Once by each of the members. True for the last one.
  bool leave(uint32_t members) { return left.fetch_add(1, std::memory_order_acq_rel) + 1 == members; }
};

} // namespace tactus

#endif // TACTUS_RUNTIME_TEAMS_DOACROSS_PROTOCOL_H
