//===- DebugScope.cpp - debug information of functions that Tactus makes -------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "ir/DebugScope.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tactus {

void describeFunction(Function &function, DISubprogram *model, unsigned line) {
  if (!model || function.getSubprogram())
    return;
  DIFile *file = model->getFile();
  DIBuilder builder(*function.getParent(), /*AllowUnresolved=*/false, model->getUnit());
  auto flags = DISubprogram::SPFlagDefinition | DISubprogram::SPFlagLocalToUnit;
  if (model->isOptimized())
    flags |= DISubprogram::SPFlagOptimized;
  DISubroutineType *type = builder.createSubroutineType(builder.getOrCreateTypeArray({}));
  DISubprogram *subprogram = builder.createFunction(file, function.getName(), function.getName(), file, line, type,
                                                    line, DINode::FlagArtificial, flags);
  builder.finalizeSubprogram(subprogram);
  function.setSubprogram(subprogram);
  DebugLoc location = lineIn(function, line);
  for (Instruction &instruction : instructions(function))
    if (!instruction.getDebugLoc())
      instruction.setDebugLoc(location);
}

void describeFunction(Function &function, const DebugLoc &location) {
  if (DebugLoc place = outermost(location))
    describeFunction(function, place->getScope()->getSubprogram(), place.getLine());
}

void describeAsUser(Function &function) {
  for (User *user : function.users())
    if (auto *instruction = dyn_cast<Instruction>(user); instruction && !function.getSubprogram())
      describeFunction(function, instruction->getFunction()->getSubprogram(), /*line=*/0);
}

void nameClone(Function &clone) {
  if (DISubprogram *subprogram = clone.getSubprogram())
    subprogram->replaceLinkageName(MDString::get(clone.getContext(), clone.getName()));
}

void separateAssignments(Function &clone) {
  DenseMap<DIAssignID *, DIAssignID *> numbers;
  for (Instruction &instruction : instructions(clone))
    at::remapAssignID(numbers, instruction);
}

DebugLoc lineIn(const Function &function, unsigned line) {
  DISubprogram *subprogram = function.getSubprogram();
  return subprogram ? DILocation::get(function.getContext(), line, 0, subprogram) : nullptr;
}

DebugLoc outermost(const DebugLoc &location) {
  DILocation *place = location.get();
  while (place && place->getInlinedAt())
    place = place->getInlinedAt();
  return place;
}

/// False, with a line on stderr, if an assignment of the function has the number of one in another function.
static bool areSeparate(const Function &function, DenseMap<const MDNode *, const Function *> &owners) {
  bool areSeparate = true;
  for (const Instruction &instruction : instructions(function))
    if (const MDNode *number = instruction.getMetadata(LLVMContext::MD_DIAssignID))
      if (const Function *owner = owners.try_emplace(number, &function).first->second; owner != &function) {
        errs() << "assignment of " << owner->getName() << " in " << function.getName() << ":" << instruction << "\n";
        areSeparate = false;
      }
  return areSeparate;
}

bool verifyDebugScopes(const Module &module) {
  // Registration runs before the program does, and calls nothing of it.
  auto needsSubprogram = [](const Function &function) {
    StringRef name = function.getName();
    return name.contains(".run") || name.contains(".rest") || name.contains(".slice") || name.contains(".serial") ||
           name.contains(".branch") || name.contains(".region") || name.ends_with(".record") ||
           name.starts_with("tactus.iteration") || name.starts_with("tactus.poll");
  };
  bool isDescribed = module.debug_compile_units_begin() != module.debug_compile_units_end();
  bool isComplete = true;
  DenseMap<const MDNode *, const Function *> owners;
  for (const Function &function : module) {
    isComplete &= areSeparate(function, owners);
    if (function.isDeclaration() || !isDescribed)
      continue;
    if (!function.getSubprogram()) {
      if (function.hasLocalLinkage() && needsSubprogram(function)) {
        errs() << "no debug information for " << function.getName() << "\n";
        isComplete = false;
      }
      continue;
    }
    for (const Instruction &instruction : instructions(function)) {
      // What clang leaves without a location is its own affair.
      auto *call = dyn_cast<CallBase>(&instruction);
      const Function *callee = call ? call->getCalledFunction() : nullptr;
      if (!callee || call->getDebugLoc() || !(callee->getName().starts_with("tactus") || needsSubprogram(*callee)))
        continue;
      errs() << "no location in " << function.getName() << ":" << *call << "\n";
      isComplete = false;
    }
  }
  return isComplete;
}

} // namespace tactus
