//===- TeamFunctions.h - whose worksharing a function asks for -----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A function with orphaned constructs, and a region's microtask, may run in a team of ours, in a region of libomp's, or
// outside of all. Each use of a function of abi/team_functions.def becomes one of a function that asks:
//
//   __kmpc_barrier(ident, number)   ►   tactus.__kmpc_barrier(ident, number)
//
//                                       if (tactus_team_member) tactus_team_barrier(ident, number)
//                                       else                    __kmpc_barrier(ident, number)
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_IR_TEAMFUNCTIONS_H
#define TACTUS_COMPILER_IR_TEAMFUNCTIONS_H

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace tactus {

/// The calling thread's place in a team of ours.
llvm::Value *teamMemberAddress(llvm::IRBuilderBase &builder);

/// Where the tasks go that the calling thread leaves to others; null where libomp has them.
llvm::Value *taskSinkAddress(llvm::IRBuilderBase &builder);

/// A function that calls the original where `isLibomps` says so, and `ours` elsewhere. Code of the same image shares
/// it.
llvm::Function *createChoice(llvm::Function &original, llvm::StringRef name, llvm::StringRef ours,
                             llvm::function_ref<llvm::Value *(llvm::IRBuilder<> &)> isLibomps);

/// A call of libomp's in a teams construct is to ask who runs that.
void askLeague(llvm::CallBase &call);

/// Replaces all uses. To be called when nobody looks for libomp's names any more.
void redirectTeamFunctions(llvm::Module &module);

} // namespace tactus

#endif // TACTUS_COMPILER_IR_TEAMFUNCTIONS_H
