//===- worksharing.h - which iterations a member of a team executes ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Loops come as libomp gets them: a lower and an upper bound, both inclusive, and a step. Here they are counted from 0.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_TEAMS_WORKSHARING_H
#define TACTUS_RUNTIME_TEAMS_WORKSHARING_H

#include "abi/schedules.h"
#include "teams/strand_team.h"

#include <type_traits>

namespace tactus {

using enum abi::Schedule;

/// The part of `schedule(static)` that one member executes: `size` iterations from `first` on. Empty with size 0.
struct StaticPart {
  uint64_t first, size;
};
/// Of `count` iterations, as libomp divides them; with `multiple` above 1 into whole vectors of so many.
StaticPart staticPart(uint64_t count, uint64_t multiple, uint32_t number, uint32_t members);

/// The number of iterations from `lower` to `upper`, 2^64 - 1 if there are more.
template <typename T> uint64_t countIterations(T lower, T upper, std::make_signed_t<T> step) {
  if (step > 0 ? upper < lower : lower < upper)
    return 0;
  using Unsigned = std::make_unsigned_t<T>;
  Unsigned distance = step > 0 ? static_cast<Unsigned>(upper) - static_cast<Unsigned>(lower)
                               : static_cast<Unsigned>(lower) - static_cast<Unsigned>(upper);
  Unsigned size = step > 0 ? static_cast<Unsigned>(step) : Unsigned{0} - static_cast<Unsigned>(step);
  uint64_t last = distance / size;
  return last == UINT64_MAX ? last : last + 1;
}

/// The member comes to a loop whose chunks it is going to ask for. `schedule` and `chunk` are as libomp gets them.
void beginLoop(TeamMember &member, int32_t schedule, uint64_t count, int64_t chunk);
/// The member's next iterations. False if there are none: it has left the loop.
bool nextChunk(TeamMember &member, uint64_t &first, uint64_t &size);

/// The iteration's ordered construct begins, and ends; and the iteration ends, with or without one.
void waitForTurn(TeamMember &member);
void passTurn(TeamMember &member);
void endIteration(TeamMember &member);

} // namespace tactus

#endif // TACTUS_RUNTIME_TEAMS_WORKSHARING_H
