//===- thread_limit.h - how many threads a contention group may have --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A contention group is an initial thread, a team's initial thread of a teams construct, or that of a target construct
// with thread_limit, and all threads of the parallel regions in it. OMP_THREAD_LIMIT and the clauses thread_limit bound
// how many there are at a time, nests included: what a region takes, one inside of it cannot have.
//
//     OMP_THREAD_LIMIT=6   parallel num_threads(5)      5 of 6: 4 are taken
//                            parallel num_threads(5)    2 for the first that comes, 1 for the others
//
// Without a limit nothing is counted.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_REGIONS_THREAD_LIMIT_H
#define TACTUS_RUNTIME_REGIONS_THREAD_LIMIT_H

#include <atomic>
#include <cstdint>

namespace tactus {

struct Region;

/// A contention group, and the place of a team in its league: what `teams` makes (docs/decisions/0063). It lives on the
/// stack of the thread that runs the team.
struct League {
  /// `teams` is 0 where the group is no team of a league.
  uint32_t team = 0, teams = 0;
  /// Of the group, 0 for none.
  uint32_t threadLimit = 0;
  // Taken by regions of any of the group's threads, and given back by these. Relaxed: a count, and nothing behind it.
  std::atomic<uint32_t> threads{1};

  League() = default;
  League(uint32_t team, uint32_t teams, uint32_t threadLimit) : team(team), teams(teams), threadLimit(threadLimit) {}
};

// Whether any limit has been heard of: of the environment, which is looked at before any region, or of a clause. It
// never falls. Relaxed: whoever begins a region inside of a construct with a limit comes behind its thread.
extern constinit std::atomic<bool> threadsAreLimited;
/// Looks at the environment.
void prepareThreadLimits();

/// The contention group of the calling thread's place; null outside of leagues where there is no limit.
League *groupAround();
/// The same of a place that has a record, or none.
League *groupOf(const Region *region);

/// As many of `wanted` threads, at least 1, as a region may have now.
uint64_t boundByGroup(const League *group, uint64_t wanted);
/// The same, and takes them, but for the one that is there.
uint32_t takeThreads(League *group, uint32_t wanted);
/// What takeThreads() has returned.
void giveThreadsBack(League *group, uint32_t taken);

/// A record that has begun a group of its own ends.
void endGroup(Region &task);

/// Whether the group is that of which the calling thread is the initial one, outside of all records.
bool isGroupOfThread(const League *group);

/// In a child of fork(), which has one thread.
void resetThreadLimitInChild();

} // namespace tactus

#endif // TACTUS_RUNTIME_REGIONS_THREAD_LIMIT_H
