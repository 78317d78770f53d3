//===- CapturedCode.h - microtasks as functions of an environment --------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   __kmpc_fork_call(ident, 2, @region, a, b)      environment = { a, b }
//
//   region.code(environment, number):  region(&number, &zero, environment.a, environment.b)
//
// The same for __kmpc_fork_teams.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_REGIONS_CAPTUREDCODE_H
#define TACTUS_COMPILER_LOWER_REGIONS_CAPTUREDCODE_H

#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace tactus {

/// The structure of the fork's captures.
llvm::StructType *environmentOf(const llvm::CallInst &fork);

/// Does each thread call the microtask as it is, be it a strand, a thread of libomp or one in phases? Not where calls
/// in it have stack maps: what is around them is only seen from the function that the runtime has called.
bool isOneBody(const llvm::Function &microtask);

/// A function of an environment and a thread's number that calls the microtask. It is not inlined.
llvm::Function *createCodeOfMicrotask(const llvm::CallInst &fork, llvm::Function &microtask, llvm::StringRef suffix);

/// Stores the fork's captures in front of it; returns their environment, a variable of the function.
llvm::Value *storeCaptures(llvm::CallInst &fork);

/// __kmpc_global_thread_num()
llvm::FunctionCallee threadNumberQuery(llvm::Module &module);

/// Puts a clause's call in front of the fork, where it asks for libomp's number of the thread by itself.
void moveClause(llvm::CallInst &clause, llvm::CallInst &fork);

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_REGIONS_CAPTUREDCODE_H
