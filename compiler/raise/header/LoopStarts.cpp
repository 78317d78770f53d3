//===- LoopStarts.cpp - where loops of the header begin, at least ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/header/LoopStarts.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include <limits>

using namespace llvm;

namespace tactus {

static constexpr const char *StatementName = "__tactus_starts_at";
static constexpr const char *QuestionName = "__tactus_least_start";
static constexpr int64_t Unknown = std::numeric_limits<int64_t>::min();
/// Of what nobody gives.
static constexpr int64_t Never = std::numeric_limits<int64_t>::max();

namespace {

/// The least value of an integer, from code in which variables are still in memory.
class LeastValue {
  SmallPtrSet<const Argument *, 8> arguments;

public:
  int64_t of(const Value &value) {
    if (auto *constant = dyn_cast<ConstantInt>(&value))
      return constant->getBitWidth() <= 64 ? constant->getSExtValue() : Unknown;
    if (isa<SExtInst>(value))
      return of(*cast<SExtInst>(value).getOperand(0));
    if (auto *load = dyn_cast<LoadInst>(&value))
      if (auto *variable = dyn_cast<AllocaInst>(load->getPointerOperand()))
        return ofVariable(*variable, *load->getType());
    if (auto *argument = dyn_cast<Argument>(&value))
      return ofArgument(*argument);
    return Unknown;
  }

private:
  /// One that is written once, and whose address nobody else has. (Reading it before is undefined.)
  int64_t ofVariable(const AllocaInst &variable, const Type &type) {
    const Value *written = nullptr;
    for (const User *user : variable.users()) {
      if (auto *store = dyn_cast<StoreInst>(user);
          store && !written && store->getPointerOperand() == &variable && store->getValueOperand()->getType() == &type)
        written = store->getValueOperand();
      else if (!isa<LoadInst>(user) && !isa<LifetimeIntrinsic>(user))
        return Unknown;
    }
    return written ? of(*written) : Unknown;
  }

  /// What all callers give. One that is being looked at calls itself, with what it was given.
  int64_t ofArgument(const Argument &argument) {
    const Function &function = *argument.getParent();
    if (!function.hasLocalLinkage())
      return Unknown;
    if (!arguments.insert(&argument).second)
      return Never;
    int64_t least = Never;
    for (const Use &use : function.uses()) {
      auto *call = dyn_cast<CallBase>(use.getUser());
      if (!call || !call->isCallee(&use) || call->arg_size() != function.arg_size())
        return Unknown;
      least = std::min(least, of(*call->getArgOperand(argument.getArgNo())));
    }
    return least;
  }
};

const Function *loopOf(const CallBase &call) { return dyn_cast<Function>(call.getArgOperand(0)->stripPointerCasts()); }

/// The direct calls of a function, of which there may be none.
SmallVector<CallBase *, 8> callsOf(Function *function) {
  SmallVector<CallBase *, 8> calls;
  if (function)
    for (User *user : function->users())
      if (auto *call = dyn_cast<CallBase>(user); call && call->getCalledOperand() == function)
        calls.push_back(call);
  return calls;
}

} // namespace

bool answerLoopStarts(Module &module) {
  Function *statement = module.getFunction(StatementName), *question = module.getFunction(QuestionName);
  DenseMap<const Function *, int64_t> least;
  for (CallBase *call : callsOf(statement)) {
    const Function *loop = loopOf(*call);
    int64_t start = loop && loop->hasLocalLinkage() ? LeastValue().of(*call->getArgOperand(1)) : Unknown;
    auto [entry, isNew] = least.try_emplace(loop, start);
    entry->second = std::min(entry->second, start);
  }
  for (CallBase *call : callsOf(statement))
    call->eraseFromParent();
  for (CallBase *call : callsOf(question)) {
    auto entry = least.find(loopOf(*call));
    bool isKnown = entry != least.end() && entry->second != Never;
    call->replaceAllUsesWith(ConstantInt::getSigned(call->getType(), isKnown ? entry->second : Unknown));
    call->eraseFromParent();
  }
  for (Function *marker : {statement, question})
    if (marker && marker->use_empty())
      marker->eraseFromParent();
  return statement || question;
}

} // namespace tactus
