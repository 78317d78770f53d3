//===- SummaryPasses.cpp - what an object file says about its code -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "summary/SummaryPasses.h"
#include "abi/forks.h"
#include "abi/loops.h"
#include "abi/summary_stream.h"
#include "abi/task_parameters.h"
#include "ir/EmbeddedText.h"
#include "ir/LinkTime.h"
#include "model/RuntimeCalls.h"
#include "summary/Folding.h"
#include "summary/FunctionStructure.h"
#include "summary/Spawns.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include <cstring>

using namespace llvm;

namespace tactus {

static SmallVector<GlobalVariable *, 1> dataIn(Module &module, StringRef section) {
  SmallVector<GlobalVariable *, 1> found;
  for (GlobalVariable &variable : module.globals())
    if (variable.getSection() == section)
      found.push_back(&variable);
  return found;
}

static void writeData(Module &module, const std::string &chunk, StringRef section) {
  Constant *bytes = ConstantDataArray::getString(module.getContext(), chunk, /*AddNull=*/false);
  // A symbol of the section's own name would clash with it in lld's link-time optimisation.
  auto *variable =
      new GlobalVariable(module, bytes->getType(), true, GlobalValue::PrivateLinkage, bytes, "tactus.summary");
  variable->setSection(section);
  variable->setAlignment(Align(abi::SummaryAlignment));
  appendToUsed(module, {variable}); // Nothing refers to it; the linker has to keep it.
}

static void erase(GlobalVariable &data) {
  removeFromUsedLists(*data.getParent(), [&](const Constant *value) { return value == &data; });
  data.eraseFromParent();
}

/// Puts the data into a section of the same name that is not loaded.
static void unload(Module &module, StringRef section) {
  for (GlobalVariable *data : dataIn(module, section))
    if (embedBytesInObject(module, section, cast<ConstantDataArray>(data->getInitializer())->getRawDataValues(),
                           data->getAlign().valueOrOne()))
      erase(*data);
}

/// The record that the driver fills in when the program has been linked.
static void addTaskParameters(Module &module) {
  const abi::TaskParameters unset;
  uint32_t words[abi::TaskParameterWords];
  std::memcpy(words, &unset, sizeof unset);
  Constant *record = ConstantDataArray::get(module.getContext(), words);
  // Read by the runtime, which is another module: it has to keep its name, and be looked up at the start.
  auto *variable = new GlobalVariable(module, record->getType(), false, GlobalValue::ExternalLinkage, record,
                                      abi::TaskParametersSymbol);
  variable->setSection(abi::TaskParametersSection);
  appendToUsed(module, {variable});
}

PreservedAnalyses StructurePass::run(Module &module, ModuleAnalysisManager &analyses) {
  // IR that was written when it had been here.
  if (!dataIn(module, abi::StructureSection).empty() || hasEmbeddedBytes(module, abi::StructureSection))
    return PreservedAnalyses::all();
  auto &functionAnalyses = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  abi::Structure structure;
  structure.unit = module.getSourceFileName();
  // Copies come and go meanwhile.
  SmallVector<Function *, 32> functions;
  for (Function &function : module)
    if (!function.isDeclaration() && !function.hasAvailableExternallyLinkage())
      functions.push_back(&function);
  if (functions.empty())
    return PreservedAnalyses::all();
  if (Function *start = module.getFunction("main"); start && !start->isDeclaration())
    addTaskParameters(module);
  BitVector isOwnCopy(functions.size());
  for (auto [i, function] : enumerate(functions)) {
    structure.functions.push_back(structureOf(*function, functionAnalyses));
    isOwnCopy[i] = (function->hasLocalLinkage() || function->hasLinkOnceLinkage()) && !function->hasAddressTaken();
  }
  foldSmallFunctions(structure, std::move(isOwnCopy));
  abi::SummaryWriter writer;
  describe(writer, structure);
  writeData(module, writer.finish(abi::SummaryKind::Structure), abi::StructureSection);
  return PreservedAnalyses::none();
}

static std::string textOf(Constant *constant) {
  auto *variable = dyn_cast<GlobalVariable>(constant->stripPointerCasts());
  auto *text =
      variable && variable->hasInitializer() ? dyn_cast<ConstantDataArray>(variable->getInitializer()) : nullptr;
  return text && text->isCString() ? text->getAsCString().str() : std::string();
}

/// Descriptors of forks and of loops begin with the same fields.
using DescriptorFields = abi::LoopDescriptorFields;
static_assert(unsigned{abi::ForkDescriptorFields::run} == unsigned{DescriptorFields::run} &&
              unsigned{abi::ForkDescriptorFields::function} == unsigned{DescriptorFields::function} &&
              unsigned{abi::ForkDescriptorFields::line} == unsigned{DescriptorFields::line});

/// The value of a descriptor, ours or the headers', if the variable is one.
static ConstantStruct *descriptorIn(GlobalVariable &variable) {
  auto *type = dyn_cast<StructType>(variable.getValueType());
  auto *record = type && variable.hasInitializer() ? dyn_cast<ConstantStruct>(variable.getInitializer()) : nullptr;
  bool isOurs = variable.getName().starts_with("tactus.") ||
                (type && type->hasName() && type->getName().starts_with("struct.tactus_"));
  return record && isOurs && record->getNumOperands() > DescriptorFields::line ? record : nullptr;
}

/// The function that the descriptor's tasks begin with.
static Function *runOf(GlobalVariable &variable) {
  ConstantStruct *record = descriptorIn(variable);
  return record ? dyn_cast<Function>(record->getOperand(DescriptorFields::run)->stripPointerCasts()) : nullptr;
}

static bool isRuntimeName(StringRef name) { return name.starts_with("tactus_") || name.starts_with("__kmpc_"); }

static abi::CodeFunction codeOf(Function &function) {
  abi::CodeFunction result;
  result.symbol = keyOf(function);
  result.isLocal = function.hasLocalLinkage();
  result.isAddressTaken = function.hasAddressTaken();
  result.type = typeNumber(*function.getFunctionType());
  SetVector<Function *> callees, tasks;
  SetVector<uint64_t> types;
  for (Instruction &instruction : instructions(function)) {
    if (auto *memory = dyn_cast<AllocaInst>(&instruction); memory && !memory->isStaticAlloca())
      result.isDynamic = true;
    for (Value *operand : instruction.operands())
      if (auto *variable = dyn_cast<GlobalVariable>(operand->stripInBoundsConstantOffsets()))
        if (Function *run = runOf(*variable))
          tasks.insert(run);
    auto *call = dyn_cast<CallBase>(&instruction);
    if (!call || isa<IntrinsicInst>(call) || call->isInlineAsm())
      continue;
    if (auto *callee = dyn_cast<Function>(call->getCalledOperand()->stripPointerCastsAndAliases()))
      callees.insert(callee);
    else
      types.insert(typeNumber(*call->getFunctionType()));
    // What a runtime calls for the program.
    Construct construct = constructOf(*call, function);
    callees.insert(construct.callees.begin(), construct.callees.end());
    // A task that is not converted is handed in by way of a choice who runs it, so only its allocation names its code.
    if (Function *entry = entryOfAllocation(*call))
      callees.insert(entry);
  }
  for (Function *callee : callees) {
    bool isOfRuntime = callee->isDeclaration() && isRuntimeName(callee->getName());
    result.callsRuntime |= isOfRuntime;
    if (!isOfRuntime)
      result.callees.push_back(keyOf(*callee));
  }
  for (Function *task : tasks)
    result.tasks.push_back(keyOf(*task));
  result.indirectTypes.assign(types.begin(), types.end());
  return result;
}

/// The functions that begin tasks: those in descriptors, whoever has written them.
static std::vector<abi::CodeTask> tasksIn(Module &module) {
  std::vector<abi::CodeTask> tasks;
  for (GlobalVariable &variable : module.globals()) {
    Function *run = runOf(variable);
    if (!run || run->isDeclaration())
      continue;
    ConstantStruct *record = descriptorIn(variable);
    auto *line = dyn_cast<ConstantInt>(record->getOperand(DescriptorFields::line));
    tasks.push_back({.symbol = keyOf(*run),
                     .function = std::string(abi::summaryName(textOf(record->getOperand(DescriptorFields::function)))),
                     .line = line ? static_cast<uint32_t>(line->getZExtValue()) : 0});
  }
  return tasks;
}

PreservedAnalyses CodePass::run(Module &module, ModuleAnalysisManager &) {
  for (GlobalVariable *old : dataIn(module, abi::CodeSection))
    erase(*old);
  removeEmbeddedBytes(module, abi::CodeSection);
  abi::Code code;
  code.unit = module.getSourceFileName();
  for (Function &function : module)
    if (!function.isDeclaration() && !function.hasAvailableExternallyLinkage())
      code.functions.push_back(codeOf(function));
  if (code.functions.empty())
    return PreservedAnalyses::all();
  code.tasks = tasksIn(module);
  abi::SummaryWriter writer;
  describe(writer, code);
  writeData(module, writer.finish(abi::SummaryKind::Code), abi::CodeSection);
  if (!linkerOptimises())
    for (const char *section : {abi::StructureSection, abi::CodeSection})
      unload(module, section);
  return PreservedAnalyses::none();
}

} // namespace tactus
