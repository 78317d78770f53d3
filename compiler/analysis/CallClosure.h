//===- CallClosure.h - what functions have from those that they call --------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// "A function throws if one of its calls does": the least fixed point over the calls of a module. Instructions are read
// once; from then on only those calls are asked about whose answer may change.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_ANALYSIS_CALLCLOSURE_H
#define TACTUS_COMPILER_ANALYSIS_CALLCLOSURE_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include <vector>

namespace tactus {

/// Adds to `found` the functions of the module of which `holds` says that one of their calls has the property. Of a
/// call it may ask which functions are in `found` that the call names: as its callee, or in an argument. Functions that
/// are `exempt` are left out.
template <class Functions, class Holds, class Exempt>
void closeOverCalls(const llvm::Module &module, Functions &found, Holds holds, Exempt exempt) {
  auto mayChange = [](const llvm::CallBase &call) {
    const llvm::Function *callee = call.getCalledFunction();
    return (callee && !callee->isDeclaration()) ||
           any_of(call.args(), [](const llvm::Use &argument) { return llvm::isa<llvm::Constant>(argument); });
  };
  struct Open {
    const llvm::Function *function;
    llvm::SmallVector<const llvm::CallBase *, 4> calls;
  };
  std::vector<Open> open;
  for (const llvm::Function &function : module) {
    if (function.isDeclaration() || found.contains(&function) || exempt(function))
      continue;
    Open rest{&function, {}};
    bool isFound = false;
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (!call || llvm::isa<llvm::IntrinsicInst>(call))
        continue;
      if ((isFound = holds(*call)))
        break;
      if (mayChange(*call))
        rest.calls.push_back(call);
    }
    if (isFound)
      found.insert(&function);
    else if (!rest.calls.empty())
      open.push_back(std::move(rest));
  }
  for (size_t before = open.size() + 1; open.size() != before;) {
    before = open.size();
    llvm::erase_if(open, [&](const Open &each) {
      bool isFound = llvm::any_of(each.calls, [&](const llvm::CallBase *call) { return holds(*call); });
      if (isFound)
        found.insert(each.function);
      return isFound;
    });
  }
}

} // namespace tactus

#endif // TACTUS_COMPILER_ANALYSIS_CALLCLOSURE_H
