//===- SharedVariables.h - what iterations set and do not own -------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_SUMMARY_SHAREDVARIABLES_H
#define TACTUS_COMPILER_SUMMARY_SHAREDVARIABLES_H

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include <string>

namespace tactus {

/// Names of the variables that iterations set and that are declared outside of the loop's body, but for its own counter
/// and those with the values `reduced`: a pragma alone would share them. "'j', 't'".
std::string sharedVariablesOf(llvm::Loop &loop, const llvm::SmallSetVector<llvm::Value *, 8> &reduced);

} // namespace tactus

#endif // TACTUS_COMPILER_SUMMARY_SHAREDVARIABLES_H
