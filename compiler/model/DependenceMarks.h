//===- DependenceMarks.h - dependences of tasks while they wait to be lowered --===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Between raising and lowering, what tasks depend on is marked in the code, as spawns are (SpawnMarks.h):
//
//   tactus.depend(Task, id, scope, list, count, form, ...)   right before the first branch of the spawn with this id
//   tactus.depend(Items, ...)                                where what follows is to wait for the items' users
//   tactus.depend(All, ...)                                  behind the end of a taskgroup: for all tasks
//
// In the function itself the marks mean nothing: what is called where it stands satisfies all dependences. In rests
// that run elsewhere they become calls of libtactus (lower/rests/DependenceLowering.h). Each spawn of a function with
// dependences has a mark, those without any with a count of 0.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_MODEL_DEPENDENCEMARKS_H
#define TACTUS_COMPILER_MODEL_DEPENDENCEMARKS_H

#include "llvm/IR/Instructions.h"

namespace tactus {

inline constexpr const char *DependenceName = "tactus.depend";

enum class DependenceUse : unsigned { Task, Items, All };

/// What a deferred task's copy consists of: nothing, since it cannot be copied; the arguments of the first branch; or
/// the task's record and the addresses of shared variables that it points to.
enum class DeferredForm : unsigned { None, Values, Record };

/// The items of a depend clause: where clang's code has written them, and how many they are.
struct DependenceList {
  llvm::Value *items = nullptr;
  llvm::Value *count = nullptr;
};

/// The memory of a task's record.
struct TaskMemory {
  llvm::AllocaInst *record = nullptr;
  uint64_t recordBytes = 0;
  /// Null if the task shares no variables.
  llvm::AllocaInst *shareds = nullptr;
  uint64_t sharedBytes = 0;
};

/// A mark, as it was made.
struct DependenceMark {
  llvm::CallInst *call = nullptr;

  DependenceUse use() const;
  llvm::Value *scope() const;
  llvm::Value *items() const;
  llvm::Value *count() const;
  /// Does the task, or what waits, depend on anything?
  bool hasItems() const;
  DeferredForm form() const;
  TaskMemory memory() const;
};

/// The word in the function's frame that its scope is found by: made, and 0, at its beginning.
llvm::AllocaInst *createDependenceScope(llvm::Function &function);

/// Marks a spawned call, whose record is given (SpawnMarks.h). `list` has no items if the task depends on nothing;
/// `memory` only counts for its form.
void markDependences(llvm::CallBase *firstBranch, const llvm::CallInst &record, llvm::Value *scope,
                     const DependenceList &list, DeferredForm form, const TaskMemory &memory);
/// Marks a wait before the instruction: for the users of the items, or for all tasks if there are none.
void markDependenceWait(llvm::Instruction *position, llvm::Value *scope, const DependenceList &list);

/// How the task of a spawned call can be copied. `call` is the call of the entry with the record, or of what stands for
/// it with the record's fields as arguments.
DeferredForm deferredFormOf(const llvm::CallBase &call, const TaskMemory &memory);

/// The mark of a spawned call, which has none if `call` is null; `record` is the spawn's (SpawnMarks.h).
DependenceMark dependencesOf(const llvm::CallInst &record);
bool isDependenceMark(const llvm::Instruction &instruction);
bool hasDependences(const llvm::Function &function);

} // namespace tactus

#endif // TACTUS_COMPILER_MODEL_DEPENDENCEMARKS_H
