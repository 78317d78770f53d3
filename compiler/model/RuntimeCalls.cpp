//===- RuntimeCalls.cpp - calls of the OpenMP runtime --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "model/RuntimeCalls.h"
#include "model/RegionMarks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace tactus {

StringRef calleeName(const Instruction &instruction) {
  const auto *call = dyn_cast<CallBase>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee ? callee->getName() : StringRef();
}

bool isCallTo(const Instruction &instruction, StringRef name) { return calleeName(instruction) == name; }

SmallVector<std::pair<StoreInst *, uint64_t>, 4> reductionListStores(AllocaInst *list) {
  SmallVector<std::pair<StoreInst *, uint64_t>, 4> stores;
  auto collect = [&](Value *address, uint64_t index) {
    for (User *user : address->users())
      if (auto *store = dyn_cast<StoreInst>(user); store && store->getPointerOperand() == address)
        stores.push_back({store, index});
  };
  collect(list, 0);
  for (User *user : list->users())
    if (auto *element = dyn_cast<GetElementPtrInst>(user))
      if (auto *index = dyn_cast<ConstantInt>(element->getOperand(element->getNumOperands() - 1)))
        collect(element, index->getZExtValue());
  return stores;
}

/// An ident_t: reserved, flags, reserved, length, text.
static const ConstantStruct *identStructure(const Value *ident) {
  const auto *global = dyn_cast<GlobalVariable>(ident->stripPointerCasts());
  const auto *structure =
      global && global->hasInitializer() ? dyn_cast<ConstantStruct>(global->getInitializer()) : nullptr;
  return structure && structure->getNumOperands() == 5 ? structure : nullptr;
}

uint64_t flagsOfIdent(const Value *ident) {
  const ConstantStruct *structure = identStructure(ident);
  const auto *flags = structure ? dyn_cast<ConstantInt>(structure->getOperand(1)) : nullptr;
  return flags ? flags->getZExtValue() : 0;
}

SourceLocation locationOfIdent(const Value *ident) {
  SourceLocation location;
  const ConstantStruct *structure = identStructure(ident);
  if (!structure)
    return location;
  const auto *text = dyn_cast<GlobalVariable>(structure->getOperand(4)->stripPointerCasts());
  if (!text || !text->hasInitializer())
    return location;
  const auto *data = dyn_cast<ConstantDataArray>(text->getInitializer());
  if (!data || !data->isCString())
    return location;
  SmallVector<StringRef, 8> fields;
  data->getAsCString().split(fields, ';');
  if (fields.size() < 5 || fields[3].getAsInteger(10, location.line) || fields[4].getAsInteger(10, location.column))
    return SourceLocation();
  location.file = fields[1].str();
  location.function = fields[2].str();
  return location;
}

bool meansTheSameOnAnyThread(StringRef name) {
  static const StringRef names[] = {"__kmpc_critical",
                                    "__kmpc_critical_with_hint",
                                    "__kmpc_end_critical",
                                    "__kmpc_global_thread_num",
                                    "__kmpc_flush",
                                    "__kmpc_push_num_threads",
                                    "__kmpc_push_proc_bind",
                                    "__kmpc_fork_call",
                                    "__kmpc_fork_call_if",
                                    "__kmpc_serialized_parallel",
                                    "__kmpc_end_serialized_parallel",
                                    "__kmpc_alloc",
                                    "__kmpc_free",
                                    "__kmpc_aligned_alloc"};
  return is_contained(names, name) || name.starts_with("__kmpc_atomic_");
}

Classification classifyRuntimeCall(StringRef name) {
  // Most instructions that are asked about are no calls.
  if (name.empty())
    return {CallRole::Refused, Reason::RuntimeCall};
  if (name.starts_with("__kmpc_for_static_init_"))
    return {CallRole::StaticInit};
  if (name.starts_with("__kmpc_dispatch_init_"))
    return {CallRole::DispatchInit};
  if (name.starts_with("__kmpc_dispatch_next_"))
    return {CallRole::DispatchNext};
  if (name == "__kmpc_reduce" || name == "__kmpc_reduce_nowait")
    return {CallRole::Reduce};
  if (name == "__kmpc_barrier")
    return {CallRole::Barrier};
  static const StringRef allowed[] = {"__kmpc_for_static_fini", "__kmpc_dispatch_deinit", "__kmpc_end_reduce",
                                      "__kmpc_end_reduce_nowait"};
  if (is_contained(allowed, name) || meansTheSameOnAnyThread(name))
    return {CallRole::Allowed};
  if (name.contains("cancel"))
    return {CallRole::Refused, Reason::Cancellation};
  if (name.starts_with("__kmpc_taskred") || name.starts_with("__kmpc_task_reduction"))
    return {CallRole::Refused, Reason::ReductionModifier};
  if (name.contains("task"))
    return {CallRole::Refused, Reason::Tasking};
  if (name.contains("ordered") || name.contains("doacross") || name.starts_with("__kmpc_dispatch_fini"))
    return {CallRole::Refused, Reason::Ordered};
  if (name.contains("single") || name.contains("master") || name.contains("masked") || name == "__kmpc_copyprivate")
    return {CallRole::Refused, Reason::ThreadRoles};
  if (name.contains("threadprivate"))
    return {CallRole::Refused, Reason::ThreadLocal};
  if (name.contains("teams") || name.contains("target") || name.starts_with("__tgt_") || name.contains("dist_"))
    return {CallRole::Refused, Reason::Teams};
  return {CallRole::Refused, Reason::RuntimeCall};
}

bool isDistribute(const CallBase &call) {
  if (!calleeName(call).starts_with("__kmpc_for_static_init_"))
    return false;
  auto *kind = dyn_cast<ConstantInt>(call.getArgOperand(2));
  return kind && isDistributeSchedule(kind->getSExtValue() & ~(int64_t{3} << 29));
}

bool isInsideTeams(const Function &function) {
  if (function.hasFnAttribute(LeagueAttribute))
    return false;
  for (const Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<CallBase>(&instruction); call && isDistribute(*call))
      return true;
  for (const User *user : function.users())
    if (const auto *call = dyn_cast<CallBase>(user); call && calleeName(*call) == "__kmpc_fork_teams")
      return true;
  return false;
}

/// Does a region begin there? It takes what its clauses have pushed, also if one thread runs it.
static bool takesPushed(const Instruction &instruction) {
  return isCallTo(instruction, "__kmpc_fork_call") || isCallTo(instruction, "__kmpc_serialized_parallel") ||
         isCallTo(instruction, "__kmpc_fork_teams");
}

/// The last call before the fork that pushes a clause's value for it, on the straight line that leads to it.
static const CallInst *findPush(const CallInst &fork, function_ref<bool(StringRef name)> isSought) {
  const BasicBlock *block = fork.getParent();
  BasicBlock::const_iterator position = fork.getIterator();
  for (;;) {
    while (position != block->begin()) {
      --position;
      if (isSought(calleeName(*position)))
        return dyn_cast<CallInst>(&*position);
      if (takesPushed(*position))
        return nullptr;
    }
    const BasicBlock *predecessor = block->getSinglePredecessor();
    if (!predecessor || predecessor == block)
      return nullptr;
    block = predecessor;
    position = block->end();
  }
}

CallInst *findPushNumThreads(CallInst *fork) {
  // What is found is not changed.
  return const_cast<CallInst *>(findPush(*fork, [](StringRef name) { return name == "__kmpc_push_num_threads"; }));
}

/// A list of numbers, or one that is strict: libomp alone knows what regions inside have, and what is too much.
static bool isPushForLibomp(StringRef name) { return name.starts_with("__kmpc_push_num_threads_"); }

std::optional<Reason> reasonAround(const CallInst &fork) {
  if (isInsideTeams(*fork.getFunction()))
    return Reason::Teams;
  if (findPush(fork, isPushForLibomp))
    return Reason::RuntimeCall;
  return std::nullopt;
}

CallInst *findPushProcBind(CallInst &fork) {
  for (Instruction *position = fork.getPrevNode(); position; position = position->getPrevNode()) {
    if (isCallTo(*position, "__kmpc_push_proc_bind"))
      return cast<CallInst>(position);
    if (takesPushed(*position))
      break;
  }
  return nullptr;
}

void removeProcBind(CallInst &fork) {
  if (CallInst *push = findPushProcBind(fork))
    push->eraseFromParent();
}

SerialBrackets findSerialBrackets(CallInst &call) {
  SerialBrackets brackets;
  for (Instruction *each = call.getPrevNode(); each && !brackets.begin; each = each->getPrevNode()) {
    if (isCallTo(*each, "__kmpc_end_serialized_parallel"))
      return {};
    if (isCallTo(*each, "__kmpc_serialized_parallel"))
      brackets.begin = cast<CallInst>(each);
  }
  for (Instruction *each = call.getNextNode(); each && !brackets.end; each = each->getNextNode()) {
    if (isCallTo(*each, "__kmpc_serialized_parallel"))
      return {};
    if (isCallTo(*each, "__kmpc_end_serialized_parallel"))
      brackets.end = cast<CallInst>(each);
  }
  return brackets.begin && brackets.end ? brackets : SerialBrackets();
}

bool isSerialRegion(const CallBase &call) {
  // What is found is not changed.
  auto *direct = dyn_cast<CallInst>(const_cast<CallBase *>(&call));
  return direct && findSerialBrackets(*direct).begin;
}

bool bindsToRegion(const Instruction &instruction) {
  static const StringRef names[] = {"__kmpc_single", "__kmpc_master", "__kmpc_masked", "__kmpc_copyprivate"};
  StringRef name = calleeName(instruction);
  CallRole role = classifyRuntimeCall(name).role;
  return is_contained(names, name) || role == CallRole::StaticInit || role == CallRole::DispatchInit ||
         role == CallRole::Barrier || role == CallRole::Reduce;
}

bool takesLock(const Instruction &instruction) {
  static const StringRef names[] = {
      "__kmpc_critical",   "__kmpc_critical_with_hint", "omp_set_lock",       "omp_test_lock",
      "omp_set_nest_lock", "omp_test_nest_lock",        "pthread_mutex_lock", "pthread_mutex_trylock",
      "pthread_spin_lock", "pthread_spin_trylock",      "mtx_lock",           "mtx_trylock"};
  return is_contained(names, calleeName(instruction));
}

} // namespace tactus
