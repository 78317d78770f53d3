//===- number_set.h - the numbers of a team with more threads than a word has bits -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A bit for each number, in as many words as it takes. A strand looks through the words, one after the other, for a bit
// that is free. Others may take and give back meanwhile, so it may find none, although there is one at every time, and
// then it begins anew: it only ever waits for strands that have got a number.
//
//     word 0                  word 1 of a team of 80
//     ▐ 0 │ 1 │ ··· │ 63 ▌    ▐ 64 │ ··· │ 79 │ no numbers, never free ▌
//
// A template over a policy of atomics, so that test/runtime explores all interleavings.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_TASKS_NUMBER_SET_H
#define TACTUS_RUNTIME_TASKS_NUMBER_SET_H

#include "os/atomics.h"

#include <cstddef>
#include <cstdint>
#include <new>

namespace tactus {

template <typename Policy = SystemAtomics> class NumberSet {
  using Word = typename Policy::template Atomic<uint64_t>;
  static constexpr uint64_t BitsInWord = 64, All = UINT64_MAX;

  uint64_t wordCount, unusable;

  // Acquire by who takes a bit, release by who gives it back: the next strand with the number comes after the one
  // before.
  Word *words() { return reinterpret_cast<Word *>(this + 1); }
  const Word *words() const { return reinterpret_cast<const Word *>(this + 1); }

  /// What a word begins with: bits that are no numbers, and the first number, which is the owner's.
  uint64_t beginOf(uint64_t index) const { return (index == 0) | (index + 1 == wordCount ? unusable : 0); }

  static uint64_t wordsFor(uint64_t count) { return (count + BitsInWord - 1) / BitsInWord; }

public:
  static size_t bytesFor(uint64_t count) { return sizeof(NumberSet) + wordsFor(count) * sizeof(Word); }

  /// `count` numbers, in memory of bytesFor(count).
  explicit NumberSet(uint64_t count)
      : wordCount(wordsFor(count)), unusable(count % BitsInWord ? All << count % BitsInWord : 0) {
    for (uint64_t index = 0; index < wordCount; ++index)
      new (&words()[index]) Word(beginOf(index));
  }

  unsigned take() {
    for (uint64_t index = 0;; index = (index + 1) % wordCount) {
      uint64_t used = words()[index].load(std::memory_order_relaxed);
      while (used != All)
        if (words()[index].compare_exchange_strong(used, used | (used + 1), std::memory_order_acquire,
                                                   std::memory_order_relaxed))
          return static_cast<unsigned>(index * BitsInWord) + static_cast<unsigned>(__builtin_ctzll(~used));
    }
  }

  void giveBack(unsigned number) {
    words()[number / BitsInWord].fetch_and(~(uint64_t{1} << number % BitsInWord), std::memory_order_release);
  }

  /// When nobody uses it.
  bool hasOnlyFirst() const {
    for (uint64_t index = 0; index < wordCount; ++index)
      if (words()[index].load(std::memory_order_relaxed) != beginOf(index))
        return false;
    return true;
  }
};

} // namespace tactus

#endif // TACTUS_RUNTIME_TASKS_NUMBER_SET_H
