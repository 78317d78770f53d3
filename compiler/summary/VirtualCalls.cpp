//===- VirtualCalls.cpp - which functions a virtual call may mean --------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "summary/VirtualCalls.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace tactus {

/// Those that are used while an object is under construction, too.
static bool isTable(const GlobalVariable &variable) {
  return variable.getName().starts_with("_ZTV") || variable.getName().starts_with("_ZTC");
}

std::optional<uint64_t> placeInTable(const CallBase &call) {
  if (call.arg_empty() || none_of(call.getModule()->globals(), isTable))
    return std::nullopt;
  auto *function = dyn_cast<LoadInst>(call.getCalledOperand());
  auto *place = function ? dyn_cast<GetElementPtrInst>(function->getPointerOperand()) : nullptr;
  auto *table = place ? dyn_cast<LoadInst>(place->getPointerOperand()) : nullptr;
  if (!table || place->getNumIndices() != 1 || !place->getSourceElementType()->isPointerTy() ||
      !is_contained(call.args(), table->getPointerOperand()))
    return std::nullopt;
  auto *index = dyn_cast<ConstantInt>(place->getOperand(1));
  return index ? std::optional(index->getZExtValue()) : std::nullopt;
}

/// Tables begin with offsets and the type's description: objects point behind these.
static std::optional<uint64_t> placeIn(const ConstantArray &table, const Function &function) {
  std::optional<uint64_t> first;
  for (uint64_t index = 0; index < table.getNumOperands(); ++index) {
    auto *entry = dyn_cast<Function>(table.getOperand(index)->stripPointerCasts());
    if (entry && !first)
      first = index;
    if (entry == &function)
      return index - *first;
  }
  return std::nullopt;
}

static bool isInTables(const Constant &value) {
  return all_of(value.users(), [](const User *user) {
    if (auto *variable = dyn_cast<GlobalVariable>(user))
      return isTable(*variable);
    return isa<ConstantStruct>(user) && isInTables(*cast<Constant>(user));
  });
}

std::optional<uint64_t> placeInTables(const Function &function) {
  std::optional<uint64_t> place;
  for (const Use &use : function.uses()) {
    if (auto *call = dyn_cast<CallBase>(use.getUser()); call && call->isCallee(&use))
      continue;
    auto *table = dyn_cast<ConstantArray>(use.getUser());
    std::optional<uint64_t> own = table && isInTables(*table) ? placeIn(*table, function) : std::nullopt;
    if (!own || (place && *place != *own))
      return std::nullopt;
    place = own;
  }
  return place;
}

} // namespace tactus
