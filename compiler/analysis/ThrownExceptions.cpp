//===- ThrownExceptions.cpp - which functions throw, or call what does -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analysis/ThrownExceptions.h"
#include "analysis/CallClosure.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace tactus {

/// Handles an exception that has begun elsewhere, or hands it on. The header's own does so with those of tasks, which
/// begin in the same code.
static bool handsOn(StringRef name) {
  static const StringRef known[] = {"__cxa_begin_catch", "__cxa_end_catch", "__cxa_rethrow", "_Unwind_Resume",
                                    "_ZSt9terminatev"};
  return is_contained(known, name) || (name.starts_with("_ZN6tactus6detail7Outcome") && name.ends_with("7rethrowEv"));
}

/// Entry points for loops and records, which call nothing of the program's that might throw into them.
static bool isEntryPointOfLoops(StringRef name) {
  return name.starts_with("tactus_loop_") || name.starts_with("tactus_latent_");
}

ThrownExceptions::ThrownExceptions(Module &module) {
  closeOverCalls(
      module, throwing, [&](const CallBase &call) { return mayThrow(call); },
      [](const Function &function) { return handsOn(function.getName()); });
}

bool ThrownExceptions::mayThrow(const CallBase &call) const {
  if (call.doesNotThrow() || isa<IntrinsicInst>(call))
    return false;
  const Function *callee = call.getCalledFunction();
  if (!callee)
    return true;
  if (handsOn(callee->getName()))
    return false;
  if (callee->isDeclaration())
    return !isEntryPointOfLoops(callee->getName());
  return callee->isInterposable() || throwing.contains(callee);
}

} // namespace tactus
