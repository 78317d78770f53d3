//===- FunctionStructure.h - the tree of one function --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Reads a function of clang's output, before any pass, into the tree that Insieme's analyses work on (§3.2): loops,
// calls and spawns, in the order of the source, and the cycles of all that is between them.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_SUMMARY_FUNCTIONSTRUCTURE_H
#define TACTUS_COMPILER_SUMMARY_FUNCTIONSTRUCTURE_H

#include "abi/summary.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace tactus {

/// `function` has a body. It is the same afterwards.
abi::StructureFunction structureOf(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

/// Names a type in the same way in each module.
uint64_t typeNumber(const llvm::FunctionType &type);

/// The key (abi/summary.h) of the symbol that the object file will have.
std::string keyOf(const llvm::GlobalValue &value);

} // namespace tactus

#endif // TACTUS_COMPILER_SUMMARY_FUNCTIONSTRUCTURE_H
