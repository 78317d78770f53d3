//===- loop_ring.h - what members of a team share of their loops -----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Members count the loops that they come to; all come to the same. Behind a loop without a barrier one member may be in
// a later loop than another, so each loop has a place of its own, and places are used again in a ring:
//
//     loop number    0   1   2   3   4   5   6   7  │ 8   9  ...
//     place          0   1   2   3   4   5   6   7  │ 0   1
//
// A place belongs to the loop whose number it shows. The last member to leave a loop makes its place ready for the one
// that comes a whole ring later, and shows that number: members who are there already have waited for it. So a place
// is always fresh when a member enters it, whoever comes first, and nobody has to set it up.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_TEAMS_LOOP_RING_H
#define TACTUS_RUNTIME_TEAMS_LOOP_RING_H

#include "teams/team_barrier.h"

#include <algorithm>

namespace tactus {

template <typename Policy = SystemAtomics> struct alignas(64) SharedLoop {
  /// The loop that the place belongs to.
  WaitWord<Policy> number;
  /// What the members have agreed upon, 0 as long as nobody has come that had something to say.
  typename Policy::template Atomic<uint64_t> agreed{0};
  /// Iterations or chunks that have been taken. Relaxed: only their number counts.
  typename Policy::template Atomic<uint64_t> taken{0};
  /// Members that have left.
  typename Policy::template Atomic<uint32_t> left{0};
  /// Iterations whose ordered construct is done; `turn` changes with it. Released by whoever has done one, acquired by
  /// whoever waits.
  typename Policy::template Atomic<uint64_t> ordered{0};
  WaitWord<Policy> turn;

  /// What the first member has said that came here with a word, which is not 0. Release and acquire: the word may be
  /// the address of what that member has made for all.
  uint64_t agree(uint64_t word) {
    uint64_t found = 0;
    return agreed.compare_exchange_strong(found, word, std::memory_order_release, std::memory_order_acquire) ? word
                                                                                                             : found;
  }

  /// The next `wanted` of `chunks` chunks, or as many as are left. False if there is none.
  bool takeChunks(uint64_t chunks, uint64_t wanted, uint64_t &chunk) {
    chunk = taken.fetch_add(wanted, std::memory_order_relaxed);
    return chunk < chunks;
  }

  /// A hint.
  uint64_t chunksLeft(uint64_t chunks) const {
    uint64_t before = taken.load(std::memory_order_relaxed);
    return before < chunks ? chunks - before : 0;
  }

  /// The next iterations of `count`: a share of what is left for each of the members, but not less than `least`, and
  /// a multiple of `multiple` unless it is all that is left. False if there are none.
  bool takeGuided(uint64_t count, uint64_t least, uint64_t multiple, uint32_t members, uint64_t &first,
                  uint64_t &size) {
    first = taken.load(std::memory_order_relaxed);
    do {
      if (first >= count)
        return false;
      uint64_t rest = count - first;
      // Half of an equal share [libomp's guided_iterative].
      size = std::max(rest / (2 * uint64_t{members}), std::max<uint64_t>(least, 1));
      if (uint64_t over = size % multiple; over && size < rest)
        size += multiple - over;
      size = std::min(size, rest);
    } while (!taken.compare_exchange_strong(first, first + size, std::memory_order_relaxed, std::memory_order_relaxed));
    return true;
  }

  /// Waits until all iterations before `iteration` have had their turn.
  template <typename Waiter> void waitForTurn(uint64_t iteration, Waiter &waiter) {
    turn.waitUntil([&](uint32_t) { return ordered.load(std::memory_order_acquire) >= iteration; }, waiter);
  }

  void passTurn(uint64_t turns = 1) {
    ordered.fetch_add(turns, std::memory_order_release);
    turn.increment();
  }
};

template <typename Policy = SystemAtomics, unsigned Places = 8> class LoopRing {
  static_assert((Places & (Places - 1)) == 0, "numbers of loops wrap around");
  SharedLoop<Policy> places[Places];

public:
  /// For a team that begins; nobody is in it yet.
  void reset() {
    for (unsigned index = 0; index < Places; ++index) {
      clear(places[index]);
      places[index].number.reset(index);
    }
  }

  template <typename Waiter> SharedLoop<Policy> &enter(uint32_t number, Waiter &waiter) {
    SharedLoop<Policy> &place = places[number % Places];
    place.number.waitUntil([number](uint32_t shown) { return shown == number; }, waiter);
    return place;
  }

  /// Once by each of the `members`.
  void leave(SharedLoop<Policy> &place, uint32_t number, uint32_t members) {
    // Release and acquire: the last one writes what the others have used.
    if (place.left.fetch_add(1, std::memory_order_acq_rel) + 1 < members)
      return;
    clear(place);
    place.number.publish(number + Places);
  }

private:
  // Relaxed: the number that is shown next orders it.
  static void clear(SharedLoop<Policy> &place) {
    place.left.store(0, std::memory_order_relaxed);
    place.agreed.store(0, std::memory_order_relaxed);
    place.taken.store(0, std::memory_order_relaxed);
    place.ordered.store(0, std::memory_order_relaxed);
  }
};

} // namespace tactus

#endif // TACTUS_RUNTIME_TEAMS_LOOP_RING_H
