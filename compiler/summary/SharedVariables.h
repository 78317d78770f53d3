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

struct LoopVariables;

/// What iterations set and that is not of the loop's body: a pragma alone would share it.
struct SharedVariables {
  /// Names of the function's variables, but for the loop's own counter and what is reduced: "'j', 't'".
  std::string set;
  /// Those of them whose last value is needed behind the loop, as a `lastprivate` clause has them: "t, u".
  std::string last;
  /// Does LLVM store something behind the loop that the loop's code stores in each iteration?
  bool isMemorySet = false;
  /// In which line; 0 if there are several, or none is known.
  unsigned memoryLine = 0;
};

/// `passed` is what iterations pass on, of which what is reduced or counts is known.
SharedVariables sharedVariablesOf(llvm::Loop &loop, const LoopVariables &passed);

} // namespace tactus

#endif // TACTUS_COMPILER_SUMMARY_SHAREDVARIABLES_H
