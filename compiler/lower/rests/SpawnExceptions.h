//===- SpawnExceptions.h - spawned calls that throw beside their rest ----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// When a spawned call throws, its rest may have run elsewhere, and have left scopes of the function and entered others.
// The exception then goes on from where the rest has ended (docs/decisions/0023):
//
//   invoke f() unwind pad
//   pad:      record = tactus.unwound()             ; null if the rest has not run
//             destructors of the statement's own temporaries, up to tactus.unwinding()
//             br record, unwound, handler           ; handler: the source's own, where the statement stands
//   unwound:  what the rest has left; switch on where it ended
//               at a sync:      invoke tactus_exception_reraise() unwind <the sync's landing pad>
//               by exception:   invoke tactus_exception_reraise() unwind <a landing pad before that place>
//
// A rest ends by exception where code begins that also runs when the call itself throws (`outerHandlers`): destructors
// of variables that are older than the call, and handlers around it. Variables and handlers of its own it sees to
// itself. So handlers can be entered from landing pads that the source does not have, and the exception is kept in
// memory in between, in variables that each strand has for itself.
//
// A variable that gets the call's result as its first value does not exist if the call has thrown: code for exceptions
// asks before it destroys it.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_RESTS_SPAWNEXCEPTIONS_H
#define TACTUS_COMPILER_LOWER_RESTS_SPAWNEXCEPTIONS_H

#include "lower/rests/Rest.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"

namespace tactus {

inline constexpr const char *UnwoundName = "tactus.unwound";

class SpawnExceptions {
public:
  /// `memory` gets the variables that hold exceptions.
  SpawnExceptions(llvm::Function &function, SpawnMemory &memory) : function(function), memory(memory) {}

  /// Gives those spawns their landing pads; they are invokes. Does nothing if there is none.
  void prepare(llvm::ArrayRef<std::unique_ptr<Rest>> rests);
  bool isPrepared() const { return exceptionSlot; }

  /// Is it where exceptions leave the rest?
  bool endsByException(const Rest &rest, llvm::BasicBlock *block) const;
  /// The block that begins with a sync: where an exception goes from there.
  llvm::BasicBlock *padOfSync(llvm::BasicBlock *sync);
  /// The pad of the spawned call whose statement stands where the block handles exceptions; null if there is none.
  llvm::BasicBlock *padOfHandler(llvm::BasicBlock *handler) const { return handlersOfSpawns.lookup(handler); }
  /// What follows a landing pad.
  static llvm::BasicBlock *handlerBehind(llvm::BasicBlock *pad) { return pad->getSingleSuccessor(); }

  /// A new landing pad, in the code of a copy, through which an exception gets to `place`. It catches what `like` does,
  /// and everything in a rest that runs elsewhere.
  llvm::BasicBlock *padBefore(llvm::BasicBlock *place, const llvm::BasicBlock *like, bool isElsewhere,
                              const llvm::DebugLoc &location, llvm::function_ref<llvm::Value *(llvm::Value *)> map);
  /// The exception that has arrived in a copy.
  llvm::Value *loadException(llvm::IRBuilderBase &builder, llvm::function_ref<llvm::Value *(llvm::Value *)> map) const;
  /// Every landing pad of a rest that runs elsewhere catches, since nobody above it does.
  static void catchAll(llvm::Function &run);

private:
  llvm::Function &function;
  SpawnMemory &memory;
  llvm::AllocaInst *exceptionSlot = nullptr, *selectorSlot = nullptr, *recordSlot = nullptr;
  llvm::BasicBlock *resumeBlock = nullptr, *leavingPad = nullptr;
  llvm::SmallPtrSet<llvm::BasicBlock *, 4> padsOfSpawns;
  /// By handler of a spawn's statement, the pad of the spawned call.
  llvm::DenseMap<llvm::BasicBlock *, llvm::BasicBlock *> handlersOfSpawns;

  void findSlots();
  void storeException(llvm::IRBuilderBase &builder, llvm::Value *landing, llvm::Value *exceptionSlot,
                      llvm::Value *selectorSlot);
  llvm::Value *loadLanding(llvm::IRBuilderBase &builder, llvm::Type *type);
  void joinResumes();
  void separateHandler(llvm::BasicBlock *pad);
  void givePad(Rest &rest);
  void decide(Rest &rest);
  void findOuterHandlers(Rest &rest);
  void guardResults(Rest &rest);
  Blocks handlers();
};

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_RESTS_SPAWNEXCEPTIONS_H
