//===- BuilderPlaces.cpp - where OpenMPIRBuilder's constructs are in the source -===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/openmp/BuilderPlaces.h"
#include "model/RuntimeCalls.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace tactus {

/// What flang calls every file and every main program.
static constexpr StringRef UnknownFile = "FIRModule", MainProgram = "_QQmain";

/// The same kind of construct elsewhere.
static GlobalVariable *identOf(Value &ident, const SourceLocation &place, uint64_t flags = 0) {
  auto &former = *cast<GlobalVariable>(&ident);
  Module &module = *former.getParent();
  StringRef function = place.function == MainProgram ? "program" : StringRef(place.function);
  std::string text =
      (";" + place.file + ";" + function + ";" + Twine(place.line) + ";" + Twine(place.column) + ";;").str();
  Constant *characters = ConstantDataArray::getString(module.getContext(), text);
  auto *string =
      new GlobalVariable(module, characters->getType(), /*isConstant=*/true, GlobalValue::PrivateLinkage, characters);
  auto *structure = cast<ConstantStruct>(former.getInitializer());
  SmallVector<Constant *, 5> fields;
  for (Use &field : structure->operands())
    fields.push_back(cast<Constant>(field));
  fields[1] = ConstantInt::get(fields[1]->getType(), flagsOfIdent(&ident) | flags);
  fields[3] = ConstantInt::get(fields[3]->getType(), text.size());
  fields[4] = string;
  auto *named = new GlobalVariable(module, former.getValueType(), /*isConstant=*/true, GlobalValue::PrivateLinkage,
                                   ConstantStruct::get(structure->getType(), fields));
  named->setAlignment(former.getAlign());
  return named;
}

bool nameFiles(Module &module) {
  DenseMap<std::pair<Value *, DIFile *>, GlobalVariable *> known;
  for (Function &function : module) {
    DISubprogram *subprogram = function.getSubprogram();
    if (!subprogram || !subprogram->getFile())
      continue;
    for (Instruction &instruction : instructions(function)) {
      auto *call = dyn_cast<CallBase>(&instruction);
      if (!call || !calleeName(*call).starts_with("__kmpc_") || call->arg_empty())
        continue;
      Value *ident = call->getArgOperand(0);
      SourceLocation place = locationOfIdent(ident);
      if (place.file != UnknownFile || !isa<GlobalVariable>(ident))
        continue;
      place.file = subprogram->getFile()->getFilename();
      GlobalVariable *&named = known[{ident, subprogram->getFile()}];
      if (!named)
        named = identOf(*ident, place);
      call->setArgOperand(0, named);
    }
  }
  return !known.empty();
}

Value *identAt(Value *ident, const DebugLoc &place, uint64_t flags) {
  SourceLocation location = locationOfIdent(ident);
  bool isElsewhere =
      place && location.line != 0 && (location.line != place.getLine() || location.column != place.getCol());
  if (!isa<GlobalVariable>(ident) || (!isElsewhere && flags == 0))
    return ident;
  if (isElsewhere) {
    location.line = place.getLine();
    location.column = place.getCol();
  }
  return identOf(*ident, location, flags);
}

/// A construct's place is known by what it tells the runtime. LLVM wants a location for each call of a function that
/// has lines in one that has some.
void locateCalls(Function &function) {
  DISubprogram *subprogram = function.getSubprogram();
  if (!subprogram)
    return;
  LLVMContext &context = function.getContext();
  for (BasicBlock &block : function) {
    DebugLoc last = DILocation::get(context, subprogram->getLine(), 0, subprogram);
    for (Instruction &instruction : block) {
      SourceLocation place;
      auto *call = dyn_cast<CallInst>(&instruction);
      if (call && calleeName(*call).starts_with("__kmpc_") && !call->arg_empty())
        place = locationOfIdent(call->getArgOperand(0));
      if (place.line != 0)
        instruction.setDebugLoc(DILocation::get(context, place.line, place.column, subprogram));
      else if (call && !call->getDebugLoc())
        instruction.setDebugLoc(last);
      if (instruction.getDebugLoc())
        last = instruction.getDebugLoc();
    }
  }
}

} // namespace tactus
