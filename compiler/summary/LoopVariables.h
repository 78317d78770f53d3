//===- LoopVariables.h - what passes from iteration to iteration in registers ---===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_SUMMARY_LOOPVARIABLES_H
#define TACTUS_COMPILER_SUMMARY_LOOPVARIABLES_H

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include <string>

namespace tactus {

/// Empty for those of libraries, which begin with two underscores.
std::string nameForUsers(llvm::StringRef name);

/// Which variables have the value, by debug information.
llvm::SmallVector<llvm::DbgVariableRecord *, 4> recordsOf(llvm::Value &value);

/// The program's variable that has the value, by its debug information; empty if none is known.
std::string variableOf(llvm::Value &value);

/// The variables of a loop that is no construct.
struct LoopVariables {
  /// As `reduction` clauses have them: "+ : sum", several separated by commas. Each is an operation that the
  /// compiler knows to be associative, or floating point sums, whose grouping then changes.
  std::string reductions;
  /// Their values in the loop.
  llvm::SmallSetVector<llvm::Value *, 8> reduced;
  /// Counters, as the loop begins an iteration with them and as it leaves them: each step is as long as the others.
  llvm::SmallSetVector<llvm::Value *, 8> counted;
  /// A value that one iteration leaves to the next in another way, in words; empty if there is none.
  std::string carried;
};

LoopVariables variablesOf(llvm::Loop &loop, llvm::ScalarEvolution &evolution);

} // namespace tactus

#endif // TACTUS_COMPILER_SUMMARY_LOOPVARIABLES_H
