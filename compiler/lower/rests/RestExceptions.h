//===- RestExceptions.h - exceptions that leave an outlined rest ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A rest ends where it throws: its landing pads are exits, like syncs (where the spawned call may throw too, see
// SpawnExceptions.h). What stands behind them, handlers and
// destructors, belongs to the function, and must not run before the spawned call has returned.
//
//   rest elsewhere:   invoke g() unwind caught                      owner, joined:   switch result[0]
//   caught:           result[0] = which pad                         thrown:  invoke rethrow(result[1]) unwind pad
//                     result[1] = the exception; ret                pad:     as the source has it
//
// Calls that may throw out of the function become invokes of a landing pad that resumes, so that all is said by pads.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_RESTS_RESTEXCEPTIONS_H
#define TACTUS_COMPILER_LOWER_RESTS_RESTEXCEPTIONS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"

namespace tactus {

/// A landing pad from which exceptions leave the function.
llvm::BasicBlock *createLeavingPad(llvm::Function &function);

/// Has the function's language handlers? C's personality routine has none.
bool hasHandlers(llvm::Function &function);

/// Makes invokes of the calls in these blocks that may throw, as far as the function's language has handlers, and of
/// `others`; tells of each. The function changes: blocks are split. Returns their landing pad, null if there are none.
llvm::BasicBlock *makeInvokes(llvm::Function &function, const llvm::SmallPtrSetImpl<llvm::BasicBlock *> &blocks,
                              llvm::ArrayRef<llvm::CallInst *> others,
                              llvm::function_ref<void(llvm::CallInst *, llvm::InvokeInst *)> replaced);

/// Phis of landing pads go to memory, so that a pad can be entered from anywhere.
void demotePhis(llvm::BasicBlock &pad);

/// Begins a landing pad of a rest that runs elsewhere: returns the exception that has arrived.
llvm::Value *catchException(llvm::IRBuilder<> &builder);
/// The exception, which has arrived at a landing pad, is on its way no longer.
void noteCaught(llvm::IRBuilder<> &builder, llvm::Value *exception);

/// Ends a block: the exception goes on to a landing pad of the function. `isOnItsWay` if it has arrived at another
/// landing pad, and nothing has been noted.
void throwException(llvm::IRBuilder<> &builder, llvm::Value *exception, llvm::BasicBlock *pad, bool isOnItsWay);

/// The descriptor's function for results of rests that may throw.
llvm::Constant *discardOfExceptions(llvm::Module &module);

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_RESTS_RESTEXCEPTIONS_H
