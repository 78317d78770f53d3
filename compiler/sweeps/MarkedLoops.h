//===- MarkedLoops.h - #pragma splice without clauses, in a function --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The plugin for clang puts `if (__builtin_annotation(0, "tactus.splice")) {} else` before the statement
// (splice/PragmaTokens.cpp). The loop behind it, the one around another marked statement, or one that is made around
// it, gets metadata instead, which it keeps while its function is prepared:
//
//     !{!"tactus.splice", i32 line}       in the loop's !llvm.loop
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_SWEEPS_MARKEDLOOPS_H
#define TACTUS_COMPILER_SWEEPS_MARKEDLOOPS_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/PassManager.h"

namespace tactus {

/// It is the annotation.
bool isMark(const llvm::Instruction &instruction);

/// Clauses before a loop say what an iteration of it touches. They become calls in its body, as long as loops are
/// looked at:
///
///     for (...) if (__builtin_annotation(0, "tactus.splice.effects")) { declared(first, last, written); } else ...
bool isDeclaredEffect(const llvm::Instruction &instruction);
void sayClauses(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
/// At last. There were some: true.
bool forgetDeclaredEffects(llvm::Module &module);

/// Takes the annotations out of the function and marks loops. There is a marked loop: true.
/// \param isTrial   the function goes again, so nothing is said
bool markLoops(llvm::Function &function, llvm::FunctionAnalysisManager &analyses, bool isTrial = false);

/// A marked loop of a single iteration around all from `first` up to `behind`, neither of which has phi nodes.
void markSingle(llvm::BasicBlock &first, llvm::BasicBlock &behind, unsigned line,
                llvm::FunctionAnalysisManager &analyses);

/// The line of the loop's pragma; 0 if it has none.
unsigned lineOfPragma(const llvm::Loop &loop);

void forgetPragma(llvm::Loop &loop);

/// Of a variable that only the compiler knows, and that is volatile as long as loops are looked at.
bool isUndecided(const llvm::Instruction &access);
/// It is made around a statement in no loop.
bool isSingle(const llvm::Loop &loop);
/// A marked statement in no loop is one with a single iteration meanwhile. From now on that can be seen.
void forgetOnce(llvm::Function &function);

/// Before loops are looked at: calls in loops are inlined, variables become values, conditions move to the ends of
/// loops.
void prepareLoops(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

} // namespace tactus

#endif // TACTUS_COMPILER_SWEEPS_MARKEDLOOPS_H
