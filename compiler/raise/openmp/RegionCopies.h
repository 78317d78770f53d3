//===- RegionCopies.h - two versions of a region's call ---------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   before   __kmpc_fork_call(@region, captures)      after   question, computed of captures
//                                                             if (question)
//                                                               __kmpc_fork_call(@with, captures)
//                                                             else
//                                                               __kmpc_fork_call(@region, captures)
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_OPENMP_REGIONCOPIES_H
#define TACTUS_COMPILER_RAISE_OPENMP_REGIONCOPIES_H

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace tactus {

/// Computes anew what a microtask computes of its arguments: of one call's arguments, before that call.
class Recomputation {
public:
  /// What the value may depend on: arguments that are passed by value, or also memory that the microtask looks at when
  /// it begins, itself or by functions that only look.
  enum class Source { Values, Memory };

  /// `firstArgument` is the call's operand for the microtask's parameter 0. Code is put before `position`.
  Recomputation(llvm::CallInst &call, int firstArgument, llvm::Instruction &position)
      : call(call), firstArgument(firstArgument), builder(&position) {}

  /// Is the value computed of `source`, and of nothing else?
  static bool isPossible(const llvm::Value *value, Source source = Source::Values);

  llvm::Value *compute(llvm::Value *value);

private:
  llvm::CallInst &call;
  int firstArgument;
  llvm::IRBuilder<> builder;
};

/// The instructions that belong to a region's call, in one block: `first` to `last`, for one of two microtasks.
struct RegionCall {
  llvm::CallInst *call;
  llvm::Instruction *first;
  llvm::Instruction *last;
  /// A fork passes the microtask itself and its captures; libomp adds the first two arguments.
  int firstArgument;
};

/// With the calls for its clauses, which are moved next to it.
RegionCall regionOfFork(llvm::CallInst &fork);

/// libomp is told where a region begins and ends that one thread runs.
RegionCall regionOfSerialCall(llvm::CallInst &call);

/// Puts the region, and a copy of it that calls `with` if `condition` holds, behind the question. Returns the copy's
/// call.
llvm::CallInst *separateRegion(const RegionCall &region, llvm::Value *condition, llvm::Function &with);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_OPENMP_REGIONCOPIES_H
