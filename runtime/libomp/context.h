//===- context.h - where a thread is, as LLVM's entry points see it -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Code of plain clang calls libomp's functions. Here they are thin functions over what libtactus has: teams of strands
// (teams/), regions' records and settings (regions/), locks (openmp/locks.cpp). What is left for this room to know is
// the implicit and explicit tasks, and what a clause has said for the next construct:
//
//     Context of the thread ──► Context of a region's member ──► Context of a region inside ──►  here
//     (outside of all)          on the member's stack            ...
//
// Each has the pool in which its tasks wait, and the task that runs. A team of converted code that a thread is in
// besides (tactus_team_member) has neither: what is created there runs at once.
//
// `Entry` functions have C linkage and are known to libomp.so.5 by their place in a table (entries.def), under names of
// libtactus' own, so that nobody finds them who has not asked for that library.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_LIBOMP_CONTEXT_H
#define TACTUS_RUNTIME_LIBOMP_CONTEXT_H

#include "abi/openmp.h"
#include "libomp/places.h"
#include "teams/strand_team.h"
#include "teams/task_pool.h"

#include <cstdint>

/// The definition of an entry point.
#define TACTUS_ENTRY(type, name) extern "C" type tactus_entry_##name

namespace tactus::libomp {

using Ident = abi::RegionIdent;

struct Doacross;
} // namespace tactus::libomp

namespace tactus::libgomp {
struct SharedMemory;
} // namespace tactus::libgomp

namespace tactus::libomp {

/// A team of one, for constructs outside of all regions.
struct OwnTeam {
  StrandTeam team;
  TeamMember member;
};

struct Context {
  Context *outer = nullptr;
  /// Null outside of all regions.
  TeamMember *member = nullptr;
  TaskPool *pool = nullptr;
  uint32_t number = 0;
  ExplicitTask implicit;
  ExplicitTask *current = &implicit;
  OwnTeam *ownTeam = nullptr;
  /// Of the next construct's clauses, 0 for none.
  int32_t pushedThreads = 0, pushedTeams = 0, pushedLimit = 0, pushedBinding = 0;
  /// Of num_threads with a list: the numbers for the levels inside of the next region. The context's own copy.
  const int32_t *pushedInner = nullptr;
  uint32_t pushedInnerCount = 0;
  /// With the modifier `strict`: what happens if there are fewer threads (kmp.h's severities), 0 for nothing.
  int pushedSeverity = 0;
  const char *pushedMessage = nullptr;
  /// What such a list says for the levels inside of regions that begin here.
  const int32_t *inner = nullptr;
  uint32_t innerCount = 0;
  /// What omp_set_default_allocator() has set, 0 for the environment's. Regions that begin here begin with it.
  uintptr_t allocator = 0;
  /// Where the thread is; without one until somebody asks, and where threads have no places.
  Partition partition;
  /// The initial thread of a team of a league runs on any thread; regions inside have no places either.
  bool hasNoPlace = false;
  /// Of the doacross loop that the member is in.
  Doacross *doacross = nullptr;
  /// What the members of a construct of gcc's share, if the member is in one (libgomp/).
  libgomp::SharedMemory *shared = nullptr;

  Context() { implicit.isImplicit = true; }
  Context(const Context &) = delete;
  Context &operator=(const Context &) = delete;

  uint32_t teamSize() const { return member ? member->teamSize() : 1; }
};

/// The calling thread's innermost one.
extern constinit thread_local Context *innermost;
Context &makeOutermost();
inline Context &here() { return innermost ? *innermost : makeOutermost(); }

/// The thread's place. A thread outside of all regions is bound to one as soon as this is asked.
const Partition &partitionOf(Context &context);

/// The pool of a context; each has one as soon as it is asked for. Ends the process without memory.
TaskPool &poolOf(Context &context);

/// While it exists, the calling thread is in the context.
class InContext {
public:
  explicit InContext(Context &context) : context(context) {
    context.outer = innermost;
    innermost = &context;
  }
  ~InContext() { innermost = context.outer; }
  InContext(const InContext &) = delete;
  InContext &operator=(const InContext &) = delete;

private:
  Context &context;
};

/// While it exists, the calling thread is the member of a team, if need be of one that it has for itself.
class AsMember {
public:
  AsMember() : isOutside(!tactus_team_member) {
    if (isOutside)
      tactus_team_member = &ownMember();
  }
  ~AsMember() {
    if (isOutside)
      tactus_team_member = nullptr;
  }
  AsMember(const AsMember &) = delete;
  AsMember &operator=(const AsMember &) = delete;

private:
  const bool isOutside;
  static TeamMember &ownMember();
};

/// Whether the task that runs here is one of a team whose members run each other's tasks.
inline bool hasTeamForTasks(const Context &context) {
  return context.member && context.member == tactus_team_member && context.teamSize() > 1;
}

/// Numbers of threads as libomp knows them: the first that asks has 0.
int32_t threadNumber();
int32_t threadCount();
extern constinit thread_local int32_t knownThreadNumber;

/// Ends the process with a line on what the program asks for.
[[noreturn]] void endUnsupported(const char *name);
[[noreturn]] void endWith(const char *what, const char *whatToDo);

/// The calling thread ends: of the serial regions that it was in (parallel.cpp).
void releaseSerialRegions();

/// In a child of fork().
void keepOnlyThisThread();

} // namespace tactus::libomp

#endif // TACTUS_RUNTIME_LIBOMP_CONTEXT_H
