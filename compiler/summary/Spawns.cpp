//===- Spawns.cpp - what calls say about parallelism, in every form ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "summary/Spawns.h"
#include "model/RuntimeCalls.h"

using namespace llvm;

namespace tactus {

bool isTaskEntry(const Function &function) { return function.getName().starts_with(".omp_task_entry."); }

bool isPart(const Function &function) {
  StringRef name = function.getName();
  if (isTaskEntry(function) || name.contains(".omp_outlined"))
    return true;
  // Local classes, lambdas above all, and the templates between them and the call that uses them.
  static constexpr StringRef Prefixes[] = {"_ZZ",    "_ZN6tactus",    "_ZNK6tactus",    "_ZSt",         "_ZNSt",
                                           "_ZNKSt", "_ZN9__gnu_cxx", "_ZNK9__gnu_cxx", "tactus_par_at"};
  return any_of(Prefixes, [&](StringRef prefix) { return name.starts_with(prefix); });
}

LoopRole loopRole(const Function &function) {
  StringRef name = function.getName();
  if (!name.contains("6tactus6detail4cilk4Loop"))
    return LoopRole::Plain;
  return name.contains("8runStripE") ? LoopRole::Iterations : LoopRole::Mechanics;
}

/// The function that a value is: itself, or what a conversion of a closure to a pointer returns.
static Function *functionOf(Value *value) {
  value = value->stripPointerCasts();
  if (auto *function = dyn_cast<Function>(value))
    return function;
  auto *call = dyn_cast<CallBase>(value);
  Function *conversion = call ? call->getCalledFunction() : nullptr;
  if (!conversion || conversion->isDeclaration())
    return nullptr;
  Function *result = nullptr;
  for (BasicBlock &block : *conversion)
    if (auto *end = dyn_cast<ReturnInst>(block.getTerminator())) {
      auto *returned = end->getReturnValue() ? dyn_cast<Function>(end->getReturnValue()) : nullptr;
      if (!returned || (result && result != returned))
        return nullptr;
      result = returned;
    }
  return result;
}

Function *entryOfAllocation(CallBase &call) {
  StringRef name = calleeName(call);
  bool allocates = name.starts_with("__kmpc_omp_task_alloc") || name == "tactus_left_task_alloc";
  return allocates && call.arg_size() > 5 ? functionOf(call.getArgOperand(5)) : nullptr;
}

/// The entry of the task that a call creates.
static Function *entryOfTask(Value *task) {
  auto *allocation = dyn_cast<CallBase>(task->stripPointerCasts());
  return allocation ? entryOfAllocation(*allocation) : nullptr;
}

static Construct openmpConstruct(CallBase &call, StringRef name) {
  Construct construct;
  construct.meaning = Meaning::Nothing;
  auto refer = [&](Meaning meaning, Function *callee) {
    if (!callee)
      return;
    construct.meaning = meaning;
    construct.callees.push_back(callee);
  };
  if ((name == "__kmpc_omp_task" || name == "__kmpc_omp_task_with_deps") && call.arg_size() > 2)
    refer(Meaning::Spawn, entryOfTask(call.getArgOperand(2)));
  else if (name.starts_with("__kmpc_taskloop") && call.arg_size() > 2)
    refer(Meaning::Taskloop, entryOfTask(call.getArgOperand(2)));
  else if ((name.starts_with("__kmpc_fork_call") || name == "__kmpc_fork_teams") && call.arg_size() > 2)
    refer(Meaning::Region, functionOf(call.getArgOperand(2)));
  else if (name.starts_with("__kmpc_for_static_init") || name.starts_with("__kmpc_dispatch_init"))
    construct.meaning = Meaning::WorkshareInit;
  else if (name == "__kmpc_omp_taskwait" || name == "__kmpc_end_taskgroup" || name == "__kmpc_barrier")
    construct.meaning = Meaning::Wait;
  return construct;
}

static Construct libraryConstruct(CallBase &call, StringRef name, Function &function) {
  Construct construct;
  construct.meaning = Meaning::Nothing;
  auto refer = [&](Meaning meaning, std::initializer_list<unsigned> operands) {
    for (unsigned operand : operands)
      if (Function *callee = operand < call.arg_size() ? functionOf(call.getArgOperand(operand)) : nullptr)
        construct.callees.push_back(callee);
    if (construct.callees.size() == operands.size())
      construct.meaning = meaning;
  };
  auto interval = [&](unsigned begin, unsigned body) {
    refer(Meaning::Iterations, {body});
    construct.begin = call.getArgOperand(begin);
    construct.end = call.getArgOperand(begin + 1);
  };
  if (name == "__tactus_fork") {
    refer(Meaning::SpawnBeside, {2});
  } else if (name == "tactus_par_at") {
    refer(Meaning::SpawnPair, {1, 3});
  } else if (name == "tactus_par") {
    refer(Meaning::SpawnPair, {0, 2});
  } else if (name == "tactus_parallel_for_at" || name == "tactus_parallel_reduce_at") {
    interval(1, name == "tactus_parallel_for_at" ? 3 : 5);
  } else if (name == "tactus_parallel_for" || name == "tactus_parallel_reduce") {
    interval(0, name == "tactus_parallel_for" ? 2 : 4);
  } else if (name == "__tactus_loop") {
    refer(Meaning::IterationsOfFunction, {6});
    for (unsigned i = 0; i + 1 < function.arg_size() && !construct.end; ++i)
      if (function.getArg(i)->getType()->isIntegerTy(64) && function.getArg(i + 1)->getType()->isIntegerTy(64)) {
        construct.begin = function.getArg(i);
        construct.end = function.getArg(i + 1);
      }
  } else if (name == "__tactus_cilk_spawn") {
    construct.meaning = Meaning::CilkSpawnBegin;
  } else if (name == "__tactus_cilk_spawned") {
    construct.meaning = Meaning::CilkSpawnEnd;
  } else if (name == "__tactus_cilk_sync" || name == "tactus_fork_join") {
    construct.meaning = Meaning::Wait;
  } else if (name == "tactus_tpal_fork") {
    construct.meaning = Meaning::Spawn;
  }
  return construct;
}

Construct constructOf(CallBase &call, Function &function) {
  StringRef name = calleeName(call);
  if (name.starts_with("__kmpc_") || name.starts_with("omp_"))
    return openmpConstruct(call, name);
  if (name.starts_with("__tactus_") || name.starts_with("tactus_"))
    return libraryConstruct(call, name, function);
  if (name.starts_with("_ZN6tactus10task_group3run"))
    return {.meaning = Meaning::SpawnBeside, .callees = {call.getCalledFunction()}};
  if (name.starts_with("_ZN6tactus10task_group4wait"))
    return {.meaning = Meaning::Wait, .callees = {}};
  // A destructor that only the marks know.
  if (name.starts_with("_ZN6tactus6detail9CilkSpawnD"))
    return {.meaning = Meaning::CilkSpawnEnd, .callees = {}};
  return {};
}

} // namespace tactus
