//===- ThrownExceptions.h - which functions throw, or call what does -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A loop of the header hands on the exceptions of its tasks, so LLVM takes each for one that may throw, and every call
// of it for one with a landing pad. Where nothing in the loop throws, there is nothing to hand on.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_ANALYSIS_THROWNEXCEPTIONS_H
#define TACTUS_COMPILER_ANALYSIS_THROWNEXCEPTIONS_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

namespace tactus {

class ThrownExceptions {
public:
  explicit ThrownExceptions(llvm::Module &module);

  /// May an exception begin in the function, or in what it calls, whether or not it is caught there?
  bool mayBeginIn(const llvm::Function &function) const { return throwing.contains(&function); }

private:
  llvm::DenseSet<const llvm::Function *> throwing;

  bool mayThrow(const llvm::CallBase &call) const;
};

} // namespace tactus

#endif // TACTUS_COMPILER_ANALYSIS_THROWNEXCEPTIONS_H
