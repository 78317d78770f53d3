//===- SpawnMarks.h - spawns and syncs while they wait to be lowered -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Between raising and lowering, spawns and syncs are marked in the code itself, so that passes between the two may
// replace calls:
//
//   first branch     a call with !tactus.branch !{i32 id}, and somewhere behind it
//                    record = call ptr @tactus.spawn(i32 id); br (record != null), join, rest
//                    join: tactus.join(); unreachable
//   sync             call void @tactus.sync(i32 kind), or an invoke: where an exception goes that a spawned call has
//                    left
//   spawn memory     an alloca with !tactus.memory
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_MODEL_SPAWNMARKS_H
#define TACTUS_COMPILER_MODEL_SPAWNMARKS_H

#include "model/ParallelLoop.h"
#include "model/Spawn.h"

namespace tactus {

inline constexpr const char *SpawnName = "tactus.spawn";
inline constexpr const char *SyncName = "tactus.sync";
inline constexpr const char *JoinName = "tactus.join";
/// Where an exception leaves the statement of a spawn; a mark in code that the statement's landing pads lead to.
inline constexpr const char *UnwindingName = "tactus.unwinding";

/// On functions with spawns in which, and in what they call, nobody can ask OpenMP where he is.
inline constexpr const char *UnaskedTasksAttribute = "tactus-unasked-tasks";

/// `Own` waits for the spawns of the group it stands in, `All` for those of the groups around it as well. `BeforeValue`
/// is `All` before an object is made that the function returns; needed only if a spawned call may throw.
enum class SyncKind : unsigned { All, GroupBegin, GroupEnd, Own, BeforeValue };

/// Marks `firstBranch` as a spawn whose rest begins at `rest`, an instruction that the call dominates: splits the block
/// there.
void markSpawn(llvm::CallBase *firstBranch, llvm::Instruction *rest);

/// Is the call the first branch of a marked spawn?
bool isSpawnedCall(const llvm::CallBase &call);

/// The call of tactus.spawn of a spawn that was marked; null if the call is none.
llvm::CallInst *recordOf(const llvm::CallBase &firstBranch);

/// Makes the spawn an ordinary call again.
void unmarkSpawn(llvm::CallBase *firstBranch, llvm::CallInst *record);

/// Notes the construct that a marked spawn was raised from: its place in the program, for the report on it that only
/// lowering can write.
void markConstruct(llvm::CallBase *firstBranch, const SourceLocation &location, const llvm::DebugLoc &place);
SourceLocation locationOfConstruct(const Spawn &spawn);

/// Marks a sync, or the beginning of a group of spawns, before the instruction; a sync in place of an invoke is an
/// invoke too, and the instruction no terminator of its block any more.
void markSync(llvm::Instruction *position, SyncKind kind);
/// Is the instruction such a mark?
bool isSyncOfKind(const llvm::Instruction &instruction, SyncKind kind);
/// Removes a mark of a sync.
void eraseSync(llvm::CallBase *sync);

/// Marks memory that belongs to one spawn (Spawn.h).
void markSpawnMemory(llvm::AllocaInst *memory);
bool isSpawnMemory(const llvm::AllocaInst &memory);

/// The marks of one function.
struct Marks {
  std::vector<Spawn> spawns;
  std::vector<Sync> syncs;
  SpawnMemory memory;
};

/// Finds a function's marks and numbers its groups: an end of a group is a sync for the spawns that stand directly in
/// it.
Marks findMarks(llvm::Function &function);

} // namespace tactus

#endif // TACTUS_COMPILER_MODEL_SPAWNMARKS_H
