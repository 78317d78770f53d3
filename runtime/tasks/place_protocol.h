//===- place_protocol.h - how strands of small teams share places ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The words behind team_places.h, and the order in which they change. Templates over a policy of atomics (atomics.h),
// so that test/runtime explores all interleavings of what the runtime executes.
//
//     lender, who owns the join             a strand below it, about to promote
//     ─────────────────────────             ───────────────────────────────────
//     lend(number)                          TeamState::reserve(): all places taken
//     waits until all tasks have ended      borrow(): word := Nothing
//                                           its task runs as `number`, ends:
//                                           giveBack(number), and only then counts as finished
//     takeBack(): it must be there
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_TASKS_PLACE_PROTOCOL_H
#define TACTUS_RUNTIME_TASKS_PLACE_PROTOCOL_H

#include "tasks/number_set.h"

#include <cstdint>

namespace tactus {

/// All strands of one execution of a region or loop with fewer threads than there are slots, counted together. Lives in
/// the region's record (regions.h), or where nobody can ask about it in the loop's first Join.
template <typename Policy = SystemAtomics> struct TeamState {
  /// 0 for none, when this is no team.
  uint64_t limit = 0;
  // Low half: strands that exist and have not borrowed their place. Raised by promotions, lowered when a task has
  // finished. Relaxed: it only counts; a late decrease keeps a promotion from happening, which is harmless.
  // High half: members of a team (teams/) that wait at its barrier. They come and leave their places by one change.
  typename Policy::template Atomic<uint64_t> strands{1};
  static constexpr uint64_t OneHasCome = uint64_t{1} << 32;
  // Numbers in use, a bit each; the owner's is 0. Of a team that has been given a NumberSet, the address of that. A
  // strand takes one when it asks for it, and there is one, since there are no more strands than numbers. Acquire and
  // release: the next strand with the number comes after the one before.
  typename Policy::template Atomic<uint64_t> numbers{1};
  static constexpr uint64_t MostNumbersInWord = 64;

  /// For a team of more than MostNumbersInWord that is about to begin.
  void useNumbersOf(NumberSet<Policy> &set) {
    numbers.store(reinterpret_cast<uintptr_t>(&set), std::memory_order_relaxed);
  }
  /// Null for none. Not of a team that has so many places and has been given no set: nobody has a number of it.
  NumberSet<Policy> *numberSet() const {
    if (limit <= MostNumbersInWord)
      return nullptr;
    uint64_t word = numbers.load(std::memory_order_relaxed);
    return word == 1 ? nullptr : reinterpret_cast<NumberSet<Policy> *>(static_cast<uintptr_t>(word));
  }

  unsigned takeNumber() {
    if (NumberSet<Policy> *set = numberSet())
      return set->take();
    uint64_t used = numbers.load(std::memory_order_relaxed);
    while (
        !numbers.compare_exchange_strong(used, used | (used + 1), std::memory_order_acquire, std::memory_order_relaxed))
      ;
    return static_cast<unsigned>(__builtin_ctzll(~used));
  }

  void giveNumberBack(unsigned number) {
    if (NumberSet<Policy> *set = numberSet())
      set->giveBack(number);
    else
      numbers.fetch_and(~(uint64_t{1} << number), std::memory_order_release);
  }

  /// Whether the owner's number is the only one in use. When the team ends.
  bool hasOnlyOwnersNumber() const {
    const NumberSet<Policy> *set = numberSet();
    return set ? set->hasOnlyFirst() : numbers.load(std::memory_order_relaxed) == 1;
  }

  /// Reserves up to `wanted` strands; returns how many.
  unsigned reserve(unsigned wanted) {
    uint64_t present = strands.load(std::memory_order_relaxed);
    for (;;) {
      uint64_t running = present % OneHasCome, room = limit > running ? limit - running : 0;
      unsigned granted = room < wanted ? static_cast<unsigned>(room) : wanted;
      if (granted == 0 || strands.compare_exchange_strong(present, present + granted, std::memory_order_relaxed,
                                                          std::memory_order_relaxed))
        return granted;
    }
  }
  /// How many strands could be reserved at this moment.
  unsigned room() const {
    uint64_t running = strands.load(std::memory_order_relaxed) % OneHasCome;
    return limit > running ? static_cast<unsigned>(limit - running) : 0;
  }
  void leave(unsigned count) { strands.fetch_sub(count, std::memory_order_relaxed); }

  /// A member is at the barrier, its tasks have ended: it leaves its place for as long as it waits there. True for the
  /// last of `members`: then all have their places again, and nobody has come to the next barrier.
  /// Release: what this member has written; acquire: the last one passes on what all have.
  [[nodiscard]] bool arrive(uint32_t members) {
    if (strands.fetch_add(OneHasCome - 1, std::memory_order_acq_rel) / OneHasCome + 1 < members)
      return false;
    fill(members);
    return true;
  }
  /// All members run, or are about to, and there are no tasks. While nobody else touches the words, or all who could
  /// wait for the caller. Relaxed: as all that counts places.
  void fill(uint32_t members) { strands.store(members, std::memory_order_relaxed); }
};

/// In a join: the place of its owner, while that waits there.
template <typename Policy = SystemAtomics> class PlaceOffer {
  static constexpr uint32_t Nothing = 0, First = 2;
  // First more than the owner's number, which may be -1 for none; Nothing while nobody waits, and while the place is
  // borrowed. Written by the owner, by strands below that borrow it, and by these when they end.
  typename Policy::template Atomic<uint32_t> word{Nothing};

  static uint32_t wordOf(int32_t number) { return static_cast<uint32_t>(number + static_cast<int32_t>(First)); }

public:
  /// The owner begins to wait. Release: the borrower comes after this strand.
  void lend(int32_t number) { word.store(wordOf(number), std::memory_order_release); }

  /// The owner goes on: all that could have borrowed the place has finished. Acquire: it comes after the borrower.
  /// False if the place is not there, which is an error in libtactus.
  [[nodiscard]] bool takeBack() { return word.exchange(Nothing, std::memory_order_acquire) != Nothing; }

  /// A strand below. Acquire: it comes after the one that had the number before.
  [[nodiscard]] bool borrow(int32_t &number) {
    uint32_t lent = word.load(std::memory_order_relaxed);
    if (lent == Nothing ||
        !word.compare_exchange_strong(lent, Nothing, std::memory_order_acquire, std::memory_order_relaxed))
      return false;
    number = static_cast<int32_t>(lent) - static_cast<int32_t>(First);
    return true;
  }

  /// Whether somebody could borrow the place at this moment.
  bool isLent() const { return word.load(std::memory_order_relaxed) != Nothing; }

  /// The borrower's task is about to count as finished. Release: the next strand with the number comes after this one.
  void giveBack(int32_t number) { word.store(wordOf(number), std::memory_order_release); }
};

/// Who gets a place, and whose. Traits name the types Team, Task, Join and Place (with `lender` and `number`), and know
/// the parent of a task, the join that a task belongs to, its team and its offer.
template <typename Traits> struct PlaceProtocol {
  using Team = typename Traits::Team;
  using Task = typename Traits::Task;
  using Place = typename Traits::Place;

  /// Places for up to `wanted` tasks that are promoted in frames of `owner`: the team's own, then what strands lend
  /// that wait for `owner` or an ancestor, nearest first. Returns how many.
  static unsigned reserve(Team &team, const Task *owner, unsigned wanted, Place *places) {
    unsigned count = team.reserve(wanted);
    for (unsigned i = 0; i < count; ++i)
      places[i] = Place{};
    while (count < wanted && borrow(team, owner, places[count]))
      ++count;
    return count;
  }

  /// How many there would be at this moment.
  static unsigned count(Team &team, const Task *owner) {
    unsigned count = team.room();
    for (const Task *task = owner; task; task = Traits::parent(*task))
      if (auto *join = Traits::join(*task); Traits::team(*join) == &team)
        count += Traits::offer(*join).isLent();
    return count;
  }

  /// The strand that waits in `join` runs a task itself that has `place`, and descends from what it waits for: in the
  /// place that it lends, if nobody has borrowed that. So the other one is free for any strand of the team.
  template <typename Join> static void takeOver(Team &team, Join &join, Place &place) {
    int32_t number;
    if (!Traits::offer(join).borrow(number))
      return;
    giveBack(team, place);
    place = {&join, number, false};
  }

  /// A strand that runs `task` has `place`, of its own, and no number: it takes the place of the nearest strand that
  /// waits for it with a number instead. False if there is none.
  static bool takeNumbered(Team &team, const Task &task, Place &place) {
    for (const Task *each = &task; each; each = Traits::parent(*each)) {
      auto *join = Traits::join(*each);
      int32_t number;
      if (Traits::team(*join) != &team || !Traits::offer(*join).borrow(number))
        continue;
      if (number >= 0) {
        giveBack(team, place);
        place = {join, number, false};
        return true;
      }
      Traits::offer(*join).giveBack(number);
    }
    return false;
  }

  /// The strand has run the last code in which anybody may ask, and only waits for what it has promoted: its place is
  /// anybody's at once, and not given back again at its end.
  static void leave(Team &team, Place &place) {
    giveBack(team, place);
    place.isMissing = true;
  }

  static void giveBack(Team &team, const Place &place) {
    if (place.isMissing)
      return;
    if (place.lender)
      Traits::offer(*place.lender).giveBack(place.number);
    else
      team.leave(1);
  }

private:
  static bool borrow(const Team &team, const Task *owner, Place &place) {
    for (const Task *task = owner; task; task = Traits::parent(*task)) {
      auto *join = Traits::join(*task);
      int32_t number;
      if (Traits::team(*join) == &team && Traits::offer(*join).borrow(number)) {
        place = {join, number, false};
        return true;
      }
    }
    return false;
  }
};

} // namespace tactus

#endif // TACTUS_RUNTIME_TASKS_PLACE_PROTOCOL_H
