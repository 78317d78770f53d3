//===- RuntimeCalls.h - calls of the OpenMP runtime ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What clang's calls of libomp say: which function, where in the source, and what it means for a loop that is to be
// converted.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_MODEL_RUNTIMECALLS_H
#define TACTUS_COMPILER_MODEL_RUNTIMECALLS_H

#include "abi/schedules.h"
#include "model/ParallelLoop.h"
#include "model/Reasons.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

#include <optional>

namespace tactus {

/// The called function's name; empty for indirect calls and for what is no call.
llvm::StringRef calleeName(const llvm::Instruction &instruction);

/// Is it a call that may take a lock, of OpenMP's or of POSIX?
bool takesLock(const llvm::Instruction &instruction);

/// Is this a call of the function with that name?
bool isCallTo(const llvm::Instruction &instruction, llvm::StringRef name);

/// The stores that fill a reduction's argument list, with the element that each sets.
llvm::SmallVector<std::pair<llvm::StoreInst *, uint64_t>, 4> reductionListStores(llvm::AllocaInst *list);

/// The num_threads clause's call, or null: the last one before the fork, on the straight line that leads to it.
llvm::CallInst *findPushNumThreads(llvm::CallInst *fork);

/// The proc_bind clause's call, or null.
llvm::CallInst *findPushProcBind(llvm::CallInst &fork);

/// Removes the proc_bind clause's call, which only concerns the fork that it precedes.
void removeProcBind(llvm::CallInst &fork);

/// A region that one thread runs stands between two calls of libomp's, in the block of the microtask's call. Both
/// are null where these are missing.
struct SerialBrackets {
  llvm::CallInst *begin = nullptr;
  llvm::CallInst *end = nullptr;
};
SerialBrackets findSerialBrackets(llvm::CallInst &call);

/// Does the call run a region on one thread, as clang has it where an `if` clause is false?
bool isSerialRegion(const llvm::CallBase &call);

/// The position in an ident_t argument, `;file;function;line;column;;`.
SourceLocation locationOfIdent(const llvm::Value *ident);

/// An ident_t's flags, 0 if it has none, and two of them: KMP_IDENT_WORK_SECTIONS and KMP_IDENT_BARRIER_EXPL of kmp.h.
uint64_t flagsOfIdent(const llvm::Value *ident);
inline constexpr uint64_t IdentWorkSections = 0x400;
inline constexpr uint64_t IdentExplicitBarrier = 0x20;

/// A call of the OpenMP runtime whose meaning does not depend on the thread of the team that executes it, or on whether
/// there are others: locks, memory, and regions inside.
bool meansTheSameOnAnyThread(llvm::StringRef name);

/// What a call of the OpenMP runtime inside a microtask means for the conversion.
enum class CallRole { Allowed, StaticInit, DispatchInit, DispatchNext, Reduce, Barrier, Refused };

struct Classification {
  CallRole role;
  Reason reason = Reason::RuntimeCall;
};

Classification classifyRuntimeCall(llvm::StringRef name);

/// Is this a call for a construct that binds to the region around it: a worksharing loop, a role or a barrier?
bool bindsToRegion(const llvm::Instruction &instruction);

/// Of abi::Schedule, without its modifiers.
inline bool isDistributeSchedule(int64_t kind) { return kind >= abi::StaticChunkedSchedule + abi::DistributeOffset; }
inline bool isOrderedSchedule(int64_t kind) { return kind >= abi::FirstOrderedSchedule && !isDistributeSchedule(kind); }
/// Is this the call by which a distribute construct learns its team's iterations?
bool isDistribute(const llvm::CallBase &call);

/// Does the function stand in a teams construct that is left to libomp? Then the parallel loops in it are, too.
bool isInsideTeams(const llvm::Function &function);

/// Why what stands around or before the region keeps it with libomp.
std::optional<Reason> reasonAround(const llvm::CallInst &fork);

} // namespace tactus

#endif // TACTUS_COMPILER_MODEL_RUNTIMECALLS_H
