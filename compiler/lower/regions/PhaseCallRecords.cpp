//===- PhaseCallRecords.cpp - what files tell each other of their functions ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/regions/PhaseCallRecords.h"
#include "abi/teams.h"
#include "analysis/HeldLocks.h"
#include "ir/StaticRecord.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <utility>

using namespace llvm;

namespace tactus {

static std::string nameOfRecord(const Function &function) { return ("tactus.calls." + function.getName()).str(); }

static bool hasLocalRecord(const Function &function) {
  return !function.isDeclaration() && !function.hasExternalLinkage() && !function.hasWeakODRLinkage();
}

/// The record of a function, which may be defined later.
static GlobalVariable *recordOf(const Function &function) {
  Module &module = *const_cast<Module *>(function.getParent());
  std::string name = nameOfRecord(function);
  if (GlobalVariable *record = module.getNamedGlobal(name))
    return record;
  auto *record = new GlobalVariable(module, Type::getInt8Ty(module.getContext()), true,
                                    GlobalValue::ExternalWeakLinkage, nullptr, name);
  record->setVisibility(GlobalValue::HiddenVisibility);
  return record;
}

static Constant *contentOf(Module &module, ArrayRef<Function *> others, uint32_t flags) {
  LLVMContext &context = module.getContext();
  using Fields = abi::PhaseCallsFields;
  StaticRecord<Fields> record(context);
  record.set(Fields::flags, flags);
  record.set(Fields::count, others.size());
  if (others.empty())
    return record.get();
  SmallVector<Constant *, 4> records;
  for (const Function *other : others)
    records.push_back(recordOf(*other));
  auto *type = ArrayType::get(PointerType::get(context, 0), records.size());
  auto *list = new GlobalVariable(module, type, true, GlobalValue::PrivateLinkage, ConstantArray::get(type, records),
                                  "tactus.callees");
  record.set(Fields::callees, list);
  return record.get();
}

Constant *createPhaseCalls(Module &module, ArrayRef<Function *> others, bool needsQuiet) {
  if (others.empty())
    return nullptr;
  Constant *content = contentOf(module, others, needsQuiet ? abi::NeedsQuietCallees : 0);
  return new GlobalVariable(module, content->getType(), true, GlobalValue::PrivateLinkage, content, "tactus.calls");
}

/// What may be replaced by another definition says nothing. Copies of one inline function are the same.
static bool mayHaveRecord(const Function &function) {
  return !function.isDeclaration() && !function.isInterposable() && !function.getName().starts_with("\1") &&
         !function.getName().starts_with("tactus") && function.getName() != "main";
}

static void define(Function &function, const PhaseCalls &calls) {
  Module &module = *function.getParent();
  uint32_t flags =
      (calls.synchronises ? abi::Synchronises : 0) | (calls.needsQuietCallees ? abi::NeedsQuietCallees : 0);
  Constant *content = contentOf(module, calls.callees.getArrayRef(), flags);
  std::string name = nameOfRecord(function);
  GlobalVariable *declared = module.getNamedGlobal(name);
  bool isLocal = hasLocalRecord(function);
  auto *record = new GlobalVariable(module, content->getType(), true,
                                    isLocal ? GlobalValue::InternalLinkage : function.getLinkage(), content);
  if (!isLocal)
    record->setVisibility(GlobalValue::HiddenVisibility);
  if (declared) {
    declared->replaceAllUsesWith(record);
    declared->eraseFromParent();
  }
  record->setName(name);
  if (function.hasWeakODRLinkage())
    record->setComdat(module.getOrInsertComdat(name));
}

using KnownCalls = MapVector<Function *, PhaseCalls>;

/// Whoever calls a function of the file that is not fit is not fit either.
static void dropCallersOfUnfit(KnownCalls &known) {
  auto isUnfit = [&](Function *callee) { return !callee->isDeclaration() && !known.contains(callee); };
  size_t count = 0;
  do {
    count = known.size();
    known.remove_if([&](auto &entry) { return any_of(entry.second.callees, isUnfit); });
  } while (known.size() != count);
}

/// A function that others may call gives back the locks that it takes; within the file, callers may do that for it.
static void dropLockers(KnownCalls &known) {
  SmallVector<Function *, 16> visible;
  for (auto &[function, calls] : known)
    if (!hasLocalRecord(*function))
      visible.push_back(function);
  SmallPtrSet<const Function *, 4> lockers = returningWithLock(visible);
  known.remove_if([&](auto &entry) { return lockers.contains(entry.first); });
}

namespace {

/// Puts what functions do that only this file can call into the records of their callers, and leaves out callees of
/// which nothing is to be told: headers bring thousands along. Each function comes behind those that it calls.
class Folding {
public:
  explicit Folding(KnownCalls &known) : known(known) {}

  void run() {
    for (auto &[function, calls] : known)
      if (!hasLocalRecord(*function))
        walkFrom(*function);
    known.remove_if([&](auto &entry) { return states.lookup(entry.first) != Done; });
  }

private:
  enum State { Unseen, Begun, Done, Unfit };
  /// A longer list is not repeated in the records of all callers.
  static constexpr size_t MostCallees = 8;
  KnownCalls &known;
  DenseMap<const Function *, State> states;
  /// Those that call themselves, by way of others as well.
  SmallPtrSet<const Function *, 4> recursive;

  /// Without recursion: generated programs have long chains of calls.
  void walkFrom(Function &first) {
    SmallVector<Function *, 16> stack{&first};
    while (!stack.empty()) {
      Function *function = stack.back();
      State state = states.lookup(function);
      if (state == Unseen) {
        states[function] = Begun;
        pushCallees(known.find(function)->second, stack);
        continue;
      }
      stack.pop_back();
      if (state == Begun)
        states[function] = fold(known.find(function)->second) ? Done : Unfit;
    }
  }

  void pushCallees(const PhaseCalls &calls, SmallVectorImpl<Function *> &stack) {
    for (Function *callee : calls.callees) {
      State state = states.lookup(callee);
      if (state == Unseen && known.contains(callee))
        stack.push_back(callee);
      else if (state == Begun)
        recursive.insert(callee);
    }
  }

  /// What the callee does becomes its caller's, unless the caller would then ask for more than it has to.
  bool mayFold(const Function &callee, const PhaseCalls &own, const PhaseCalls &caller) const {
    return hasLocalRecord(callee) && !recursive.contains(&callee) && own.callees.size() <= MostCallees &&
           (own.callees.empty() || !own.needsQuietCallees || caller.needsQuietCallees);
  }

  static bool isSilent(const PhaseCalls &calls) { return calls.callees.empty() && !calls.synchronises; }

  /// False if a callee is not fit, or a loop of the function might wait for what one does.
  bool fold(PhaseCalls &calls) {
    auto before = std::exchange(calls.callees, {});
    for (Function *callee : before) {
      State state = states.lookup(callee);
      if (state == Unfit)
        return false;
      const PhaseCalls *own = state == Done ? &known.find(callee)->second : nullptr;
      if (own && isSilent(*own))
        continue;
      if (!own || !mayFold(*callee, *own, calls)) {
        calls.callees.insert(callee);
        continue;
      }
      if (own->synchronises && calls.needsQuietCallees)
        return false;
      calls.synchronises |= own->synchronises;
      calls.callees.insert(own->callees.begin(), own->callees.end());
    }
    return true;
  }
};

} // namespace

/// Local records are for those of the file that others may ask for.
static void keepReachable(KnownCalls &known) {
  SmallSetVector<Function *, 16> reached;
  for (auto &[function, calls] : known)
    if (!hasLocalRecord(*function))
      reached.insert(function);
  for (unsigned i = 0; i < reached.size(); ++i)
    if (auto entry = known.find(reached[i]); entry != known.end())
      reached.insert(entry->second.callees.begin(), entry->second.callees.end());
  known.remove_if([&](auto &entry) { return !reached.contains(entry.first); });
}

bool tellPhaseCalls(Module &module, FunctionAnalysisManager &analyses) {
  KnownCalls known;
  for (Function &function : module)
    if (mayHaveRecord(function))
      if (std::optional<PhaseCalls> calls = phaseCallsOf(function, analyses))
        known.insert({&function, std::move(*calls)});
  dropLockers(known);
  dropCallersOfUnfit(known);
  Folding(known).run();
  // In a circle of calls one may have been found out behind its callers.
  dropCallersOfUnfit(known);
  keepReachable(known);
  for (auto &[function, calls] : known)
    define(*function, calls);
  return !known.empty();
}

} // namespace tactus
