//===- ThreadIdentity.cpp - which code depends on the thread that runs it ------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analysis/ThreadIdentity.h"
#include "ir/OpenMPFunctions.h"
#include "model/Microtask.h"
#include "model/RuntimeCalls.h"
#include "model/TaskCalls.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace tactus {

/// Libtactus' own variables have in each thread the value that is right there: strands of a reducer see their views,
/// those of the header their credit and their list of records. A function ends on the thread that it began on.
/// Clang's sizes of reduction variables are written and read by the same thread, or replaced by arguments.
static bool isOwnVariable(const Value *variable) {
  static const StringRef own[] = {"tactus_current_views", "tactus_credit", "tactus_latent_top"};
  return is_contained(own, variable->getName()) || isReductionSize(variable);
}

bool isTeamQuery(StringRef name) {
  static const StringRef names[] = {"omp_get_num_threads", "omp_get_level", "omp_get_active_level", "omp_in_parallel"};
  return is_contained(names, name);
}

bool isThreadLocalAccess(const Instruction &instruction) {
  if (const auto *call = dyn_cast<CallBase>(&instruction))
    if (const Function *callee = call->getCalledFunction();
        callee && callee->getIntrinsicID() == Intrinsic::threadlocal_address)
      return !isOwnVariable(call->getArgOperand(0));
  return any_of(instruction.operands(), [](const Use &operand) {
    const auto *global = dyn_cast<GlobalVariable>(operand->stripPointerCasts());
    return global && global->isThreadLocal() && !isOwnVariable(global);
  });
}

/// The C library's functions that change how a thread rounds or which exceptions it traps.
static bool isFloatControlFunction(StringRef name) {
  static const StringRef names[] = {"fesetround",     "fesetenv",        "feupdateenv", "feholdexcept",
                                    "feenableexcept", "fedisableexcept", "fesetmode"};
  return is_contained(names, name);
}

/// By name: processors that this compiler was not built for have no enumerators here.
static bool isFloatControlIntrinsic(StringRef name) {
  static const StringRef names[] = {"llvm.x86.sse.ldmxcsr", "llvm.aarch64.set.fpcr", "llvm.set.rounding"};
  static const StringRef beginnings[] = {"llvm.set.fpenv", "llvm.reset.fpenv", "llvm.set.fpmode", "llvm.reset.fpmode"};
  return is_contained(names, name) || any_of(beginnings, [&](StringRef each) { return name.starts_with(each); });
}

static bool isFloatControlAssembly(const InlineAsm &assembly) {
  static const StringRef words[] = {"ldmxcsr", "fldcw", "fldenv", "frstor", "msr fpcr"};
  StringRef text = assembly.getAsmString();
  return any_of(words, [&](StringRef word) { return text.contains_insensitive(word); });
}

/// May the instruction change how its thread rounds? What becomes a task rounds as its creator does where it is
/// promoted, which must not be between such a change and the one that takes it back.
static bool changesFloatControl(const CallBase &call) {
  if (const auto *assembly = dyn_cast<InlineAsm>(call.getCalledOperand()))
    return isFloatControlAssembly(*assembly);
  StringRef name = calleeName(call);
  return isFloatControlFunction(name) || isFloatControlIntrinsic(name);
}

SmallPtrSet<const Function *, 8> floatControlChangers(const Module &module) {
  SmallPtrSet<const Function *, 8> changers;
  SmallVector<const Function *, 8> worklist;
  auto add = [&](const Function *function) {
    if (changers.insert(function).second)
      worklist.push_back(function);
  };
  for (const Function &function : module)
    for (const Instruction &instruction : instructions(function))
      if (const auto *call = dyn_cast<CallBase>(&instruction); call && changesFloatControl(*call))
        add(&function);
  while (!worklist.empty())
    for (const User *user : worklist.pop_back_val()->users())
      if (const auto *instruction = dyn_cast<Instruction>(user))
        add(instruction->getFunction());
  return changers;
}

static std::optional<Reason> dependence(const Instruction &instruction, TeamQueries queries) {
  if (const auto *call = dyn_cast<CallBase>(&instruction))
    if (const Function *callee = call->getCalledFunction()) {
      if (openmpFunctionKind(callee->getName()) == OpenMPFunctionKind::Identity &&
          (queries == TeamQueries::Refused || !isTeamQuery(callee->getName())))
        return Reason::ThreadNumber;
      if (callee->getName().starts_with("__kmpc_threadprivate"))
        return Reason::ThreadLocal;
    }
  if (const auto *call = dyn_cast<CallBase>(&instruction); call && changesFloatControl(*call))
    return Reason::FloatControl;
  return isThreadLocalAccess(instruction) ? std::optional(Reason::ThreadLocal) : std::nullopt;
}

std::optional<Reason> threadDependence(Function &root, TeamQueries queries) {
  SmallVector<Function *, 16> worklist{&root};
  SmallPtrSet<Function *, 16> seen{&root};
  while (!worklist.empty()) {
    Function *function = worklist.pop_back_val();
    for (Instruction &instruction : instructions(function)) {
      if (auto reason = dependence(instruction, queries))
        return reason;
      auto *call = dyn_cast<CallBase>(&instruction);
      if (!call)
        continue;
      Function *callee = microtaskOf(*call) ? microtaskOf(*call) : taskEntryOf(*call);
      if (!callee)
        callee = call->getCalledFunction();
      if (callee && !callee->isDeclaration() && seen.insert(callee).second)
        worklist.push_back(callee);
    }
  }
  return std::nullopt;
}

} // namespace tactus
