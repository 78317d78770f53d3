//===- ThrowingCalls.h - where exceptions of calls arrive ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_MODEL_THROWINGCALLS_H
#define TACTUS_COMPILER_MODEL_THROWINGCALLS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Instructions.h"
#include <optional>

namespace tactus {

/// Do exceptions arrive in the block that go on in its function, or leave it? Where they only end the process, they do
/// not.
bool isThrowExit(const llvm::BasicBlock &block);

/// Does a handler begin in the block?
bool beginsCatch(const llvm::BasicBlock &block);

/// Can an exception of the call go on in its function, or leave it?
bool mayThrowInFunction(const llvm::CallBase &call);

/// Is an exception of the call caught in its function, which may return then? Such a call cannot stand for a fork's
/// that calls the function: its landing pad would give the rest up, which the serial program executes behind the
/// handler.
bool isCaughtInFunction(const llvm::CallBase &call);

/// What clang keeps of an exception between landing pad and handler.
enum class ExceptionSlot : unsigned { Exception, Selector };

/// Marks the variables in which clang keeps that. Before they become values; they must not, until the rests are
/// outlined.
void markExceptionSlots(llvm::Function &function, llvm::function_ref<void(llvm::AllocaInst *)> keep);

/// What a marked variable keeps; nothing if the instruction is none.
std::optional<ExceptionSlot> exceptionSlotPart(const llvm::Instruction &instruction);

} // namespace tactus

#endif // TACTUS_COMPILER_MODEL_THROWINGCALLS_H
