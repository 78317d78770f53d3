//===- teams.h - regions that run as teams of strands ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What compiled code tells tactus_team_fork() and tactus_team_phases() of a region, and tactus_note_libomp_use() of a
// module.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_ABI_TEAMS_H
#define TACTUS_ABI_TEAMS_H

#include "abi/loops.h"

#include <cstdint>

#define TACTUS_PHASED_REGION_FIELDS(FIELD)                                                                             \
  FIELD(descriptors, descriptors)                                                                                      \
  FIELD(run, run)                                                                                                      \
  FIELD(frameBytes, frameBytes)                                                                                        \
  FIELD(calls, calls)                                                                                                  \
  FIELD(answer, answer)                                                                                                \
  FIELD(reserved, reserved)

#define TACTUS_CALLEE_QUESTION_FIELDS(FIELD)                                                                           \
  FIELD(calls, calls)                                                                                                  \
  FIELD(answer, answer)                                                                                                \
  FIELD(reserved, reserved)

#define TACTUS_PHASE_CALLS_FIELDS(FIELD)                                                                               \
  FIELD(flags, flags)                                                                                                  \
  FIELD(count, count)                                                                                                  \
  FIELD(callees, callees)

namespace tactus::abi {

/// What a region, or code of this module that it calls, does.
enum TeamFlags : uint32_t {
  TeamReachesThreadLocals = 1,
  /// Where there may be uses of thread-local variables, and tasks.
  TeamCallsOtherFiles = 2,
};

/// What a module leaves to libomp, or may have to, so that regions which have to do with it must have libomp's threads.
enum LibompUse : uint32_t {
  /// Regions that reach thread-local variables, or call other files.
  LibompMayKeepThreadLocals = 1,
  /// Tasks, which are for the other threads of the region that they are created in.
  LibompRunsTasks = 2,
  /// The module reaches thread-local variables. If none does, no call of another file does.
  ModuleReachesThreadLocals = 4,
  /// Regions that are to run as strands, and call other files: on libomp, if that runs tasks.
  TeamsCallOtherFiles = 8,
  /// The module asks where threads are bound to, or on what processor they run.
  ModuleAsksForPlaces = 16,
};

/// Of a function that a thread of a region in phases may call, or of such a region (compiler/analysis/PhaseCalls.h).
enum PhaseCallFlags : uint32_t {
  /// Behind a call, memory may show what other threads have written.
  Synchronises = 1,
  /// A loop may wait for others if what it calls synchronises.
  NeedsQuietCallees = 2,
};

/// Which functions of other files it calls, by their records. Null where a function has none: nobody knows of it.
struct PhaseCalls {
  uint32_t flags;
  uint32_t count;
  const PhaseCalls *const *callees;
};

/// What libtactus has found of such records. It keeps the answer beside the question.
enum CalleesAnswer : uint32_t { CalleesUnknown, CalleesInTheWay, CalleesReturn };

/// The static data of a question whether the functions return by themselves, so that one strand may execute what calls
/// them, and what other threads would do meanwhile (compiler/model/CalleeQuestion.h).
struct CalleeQuestion {
  const PhaseCalls *calls;
  uint32_t answer;
  uint32_t reserved;
};

/// The static data of a region whose members are executed one after the other, from barrier to barrier
/// (runtime/teams/phased_team.h).
struct PhasedRegion {
  /// By phase, that of the loop over the members.
  LoopDescriptor *descriptors;
  /// Runs what the member executes from the beginning of a phase to the next barrier, and returns the phase behind it;
  /// 0 at the region's end. The region begins with phase 0.
  int32_t (*run)(void *frame, void *environment, int32_t number, int32_t phase);
  /// What a member keeps from phase to phase, aligned to PhasedFrameAlignment.
  uint64_t frameBytes;
  /// What it calls in other files; null if nothing. Where that is in the way, the region runs as strands.
  const PhaseCalls *calls;
  uint32_t answer;
  uint32_t reserved;
};
inline constexpr uint64_t PhasedFrameAlignment = 64;

TACTUS_FIELDS(CalleeQuestionFields, CalleeQuestion, TACTUS_CALLEE_QUESTION_FIELDS, Name);
TACTUS_FIELDS(PhaseCallsFields, PhaseCalls, TACTUS_PHASE_CALLS_FIELDS, Name);
TACTUS_FIELDS(PhasedRegionFields, PhasedRegion, TACTUS_PHASED_REGION_FIELDS, Name);

} // namespace tactus::abi

#endif // TACTUS_ABI_TEAMS_H
