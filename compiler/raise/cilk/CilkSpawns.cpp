//===- CilkSpawns.cpp - from Cilk's marked calls to spawns ---------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/cilk/CilkSpawns.h"
#include "analysis/ThreadIdentity.h"
#include "ir/LLVMVersions.h"
#include "model/Remarks.h"
#include "model/SpawnMarks.h"
#include "model/ThrowingCalls.h"
#include "raise/cilk/CilkLoops.h"
#include "raise/tasks/TaskBody.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include <optional>

using namespace llvm;

namespace tactus {

namespace {

enum class Marker { None, Begin, End, ScopeBegin, ScopeEnd, Sync, SyncBeforeValue, SerialLoop };

Marker markerOf(const Instruction &instruction) {
  const auto *call = dyn_cast<CallBase>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  if (!callee || !callee->isDeclaration())
    return Marker::None;
  StringRef name = callee->getName();
  if (name == "__tactus_cilk_spawn")
    return Marker::Begin;
  if (name == "__tactus_cilk_spawned" || name.starts_with("_ZN6tactus6detail9CilkSpawnD"))
    return Marker::End;
  if (name == "__tactus_cilk_scope")
    return Marker::ScopeBegin;
  if (name == "__tactus_cilk_scope_end")
    return Marker::ScopeEnd;
  if (name == "__tactus_cilk_serial_for")
    return Marker::SerialLoop;
  if (name == "__tactus_cilk_sync_before_value")
    return Marker::SyncBeforeValue;
  return name == "__tactus_cilk_sync" ? Marker::Sync : Marker::None;
}

/// Constructors, destructors, assignments and conversions: what the statement does with a call's arguments and result.
bool isAddedByClang(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  ItaniumPartialDemangler demangler;
  if (!callee || demangler.partialDemangle(callee->getName().str().c_str()))
    return false;
  if (demangler.isCtorOrDtor())
    return true;
  char *name = demangler.getFunctionBaseName(nullptr, nullptr);
  StringRef text = name ? name : "";
  bool isConversion =
      text.starts_with("operator ") && !text.starts_with("operator new") && !text.starts_with("operator delete");
  bool result = text == "operator=" || isConversion;
  std::free(name);
  return result;
}

/// The statement of one spawn.
struct Statement {
  CallInst *begin = nullptr;
  CallInst *end = nullptr;
  CallBase *firstBranch = nullptr;
  SmallPtrSet<Instruction *, 32> code;
  /// Where exceptions of the statement go.
  SmallPtrSet<BasicBlock *, 8> handlers;
};

using FunctionSet = SmallPtrSetImpl<const Function *>;

class Raiser {
public:
  /// `isMixed` if the function has tasks of OpenMP's too. `floatControl` are the functions that change how they round.
  Raiser(Function &function, bool isMixed, const FunctionSet &floatControl)
      : function(function), isMixed(isMixed), floatControl(floatControl), dominators(function) {}

  void run() {
    SmallVector<Statement, 8> statements;
    SmallVector<Instruction *, 16> markers;
    for (Instruction &instruction : instructions(function)) {
      Marker marker = markerOf(instruction);
      if (marker == Marker::None)
        continue;
      markers.push_back(&instruction);
      if (marker != Marker::Begin)
        continue;
      Statement statement;
      statement.begin = cast<CallInst>(&instruction);
      if (const char *obstacle = examine(statement))
        reportSerialSpawn(*statement.begin, obstacle);
      else
        statements.push_back(std::move(statement));
    }
    if (!statements.empty())
      markExceptionSlots(function, [&](AllocaInst *slot) { keep(slot, slot->getNextNode()); });
    for (Statement &statement : statements)
      markMemory(statement);
    for (Statement &statement : statements)
      markSpawn(statement.firstBranch, statement.end->getNextNode());
    SmallPtrSet<Instruction *, 8> ends;
    for (Statement &statement : statements)
      ends.insert(statement.end);
    for (Instruction *marker : markers) {
      if (markerOf(*marker) == Marker::End && !ends.contains(marker) && marker->getType()->isVoidTy())
        markUnwinding(marker);
      if (markerOf(*marker) == Marker::SerialLoop)
        reportSerialLoop(cast<CallBase>(*marker), "in C, -fopenmp-simd has no parallel loops, -fopenmp has");
      replace(marker);
    }
    for (Statement &statement : statements)
      keepResultInMemory(statement);
    spawns.reserve(statements.size());
    for (Statement &statement : statements)
      spawns.push_back(statement.firstBranch);
  }

  /// With variables as values: the rest must not need what the statement computes behind its call.
  void finish() {
    for (CallInst *keep : keeps)
      keep->eraseFromParent();
    for (CallBase *call : spawns)
      if (CallInst *record = recordOf(*call))
        if (const char *obstacle = separate(call, record)) {
          reportSerialSpawn(*call, obstacle);
          unmarkSpawn(call, record);
        }
  }

private:
  Function &function;
  const bool isMixed;
  const FunctionSet &floatControl;
  DominatorTree dominators;
  SmallVector<CallBase *, 8> spawns;
  SmallVector<CallInst *, 8> keeps;
  SmallPtrSet<AllocaInst *, 8> ownMemory;

  /// A variable that is assigned from a spawned call must not become a value yet: the rest would take the value along,
  /// which does not exist before the call has returned. Keeps its address in use until finish().
  void keepResultInMemory(const Statement &statement) {
    SmallPtrSet<Value *, 8> dependent = dependentOf(statement);
    for (Instruction *instruction : statement.code)
      if (auto *store = dyn_cast<StoreInst>(instruction); store && dependent.contains(store))
        if (auto *variable = dyn_cast<AllocaInst>(getUnderlyingObject(store->getPointerOperand())))
          if (!ownMemory.contains(variable))
            keep(variable, store);
  }

  /// What depends on the first branch's result.
  static SmallPtrSet<Value *, 8> dependentOf(const Statement &statement) {
    SmallPtrSet<Value *, 8> dependent{statement.firstBranch};
    for (bool changed = true; changed;) {
      changed = false;
      for (Instruction *instruction : statement.code)
        if (any_of(instruction->operands(), [&](Value *operand) { return dependent.contains(operand); }))
          changed |= dependent.insert(instruction).second;
    }
    return dependent;
  }

  /// In C++, temporaries die before the variable that the statement declares gets its value: the end is too early.
  /// Where the value will not be a value of the function but memory, what writes it is moved before the end, or the
  /// rest would write what does not exist yet.
  void includeInitialisation(Statement &statement) {
    SmallPtrSet<Value *, 8> dependent = dependentOf(statement);
    for (Instruction *next = statement.end->getNextNode(); next && !next->isTerminator();) {
      Instruction *instruction = std::exchange(next, next->getNextNode());
      bool isDependent = any_of(instruction->operands(), [&](Value *operand) { return dependent.contains(operand); });
      if (!isDependent && (!instruction->mayReadOrWriteMemory() || isa<DbgInfoIntrinsic>(instruction)))
        continue;
      if (auto *store = dyn_cast<StoreInst>(instruction); store && isDependent) {
        auto *variable = dyn_cast<AllocaInst>(store->getPointerOperand());
        if (variable && isAllocaPromotable(variable))
          continue;
        // A part of the variable.
        auto *part = dyn_cast<GetElementPtrInst>(store->getPointerOperand());
        if (part && !isBefore(part, statement.end))
          moveBeforeEnd(part, statement);
      } else if (!isDependent || !isa<CastInst>(instruction)) {
        return;
      }
      dependent.insert(instruction);
      moveBeforeEnd(instruction, statement);
    }
  }

  static void moveBeforeEnd(Instruction *instruction, Statement &statement) {
    moveBefore(*instruction, *statement.end);
    statement.code.insert(instruction);
  }

  /// Nothing that is kept is taken apart or turned into values.
  void keep(AllocaInst *variable, Instruction *position) {
    IRBuilder<> builder(position);
    CallInst *call = builder.CreateCall(
        function.getParent()->getOrInsertFunction("tactus.keep", builder.getVoidTy(), builder.getPtrTy()), {variable});
    call->setDoesNotThrow();
    keeps.push_back(call);
  }

  const char *separate(CallBase *call, CallInst *record) {
    static constexpr const char *Entangled = "where its result goes is computed from memory, or changes variables";
    // The code between the two; a call that is an invoke ends its block.
    SmallSetVector<BasicBlock *, 8> blocks;
    SmallVector<Instruction *, 32> code;
    SmallPtrSet<Value *, 32> dependent{call};
    Instruction *position =
        isa<InvokeInst>(call) ? &cast<InvokeInst>(call)->getNormalDest()->front() : call->getNextNode();
    for (BasicBlock *block = position->getParent(); block != record->getParent();) {
      for (; position; position = position->getNextNode())
        code.push_back(position);
      block = blocks.insert(block) ? block->getSingleSuccessor() : nullptr;
      if (!block)
        return Entangled;
      position = &block->front();
    }
    for (; position != record; position = position->getNextNode())
      code.push_back(position);
    SmallPtrSet<Instruction *, 32> inside(code.begin(), code.end());
    auto isOwn = [&](Value *pointer) {
      auto *variable = dyn_cast<AllocaInst>(getUnderlyingObject(pointer));
      return dependent.contains(pointer) || (variable && ownMemory.contains(variable));
    };
    for (Instruction *instruction : code) {
      bool isDependent = any_of(instruction->operands(), [&](Value *operand) { return dependent.contains(operand); });
      if (auto *load = dyn_cast<LoadInst>(instruction); load && isOwn(load->getPointerOperand()))
        isDependent = true;
      auto *copy = dyn_cast<MemTransferInst>(instruction);
      auto *made = dyn_cast<CallBase>(instruction);
      bool isCall = made && !isa<IntrinsicInst>(made);
      bool isHarmless = isDependent || isCall || instruction->isTerminator() || instruction->isLifetimeStartOrEnd() ||
                        isa<DbgInfoIntrinsic>(instruction) || (copy && isOwn(copy->getSource()));
      if (auto *store = dyn_cast<StoreInst>(instruction))
        isHarmless |= isOwn(store->getPointerOperand());
      if (isHarmless) {
        dependent.insert(instruction);
        if (any_of(instruction->users(), [&](User *user) { return !inside.contains(cast<Instruction>(user)); }))
          return Entangled;
      } else if (isa<PHINode>(instruction) || instruction->mayReadOrWriteMemory() ||
                 !isSafeToSpeculativelyExecute(instruction)) {
        return Entangled;
      } else {
        moveBefore(*instruction, *call);
      }
    }
    return nullptr;
  }

  /// Finds the statement's parts; returns why there is no spawn, or null.
  const char *examine(Statement &statement) {
    static constexpr const char *NoEnd = "the spawned call does not return, or is not where Cilk allows it";
    SmallVector<Instruction *, 8> worklist{statement.begin->getNextNode()};
    SmallPtrSet<BasicBlock *, 8> entered;
    SmallVector<CallBase *, 8> calls;
    while (!worklist.empty()) {
      for (Instruction *instruction = worklist.pop_back_val(); instruction; instruction = instruction->getNextNode()) {
        Marker marker = markerOf(*instruction);
        if (marker == Marker::End) {
          if (statement.end && statement.end != instruction)
            return NoEnd;
          statement.end = cast<CallInst>(instruction);
          break;
        }
        if (marker != Marker::None || isa<ReturnInst>(instruction))
          return NoEnd;
        statement.code.insert(instruction);
        if (auto *call = dyn_cast<CallBase>(instruction))
          calls.push_back(call);
        if (auto *invoke = dyn_cast<InvokeInst>(instruction)) {
          followHandlers(statement, invoke->getUnwindDest());
          if (entered.insert(invoke->getNormalDest()).second)
            worklist.push_back(&invoke->getNormalDest()->front());
        } else if (instruction->isTerminator()) {
          for (BasicBlock *successor : successors(instruction->getParent()))
            if (entered.insert(successor).second)
              worklist.push_back(&successor->front());
        }
      }
    }
    if (!statement.end)
      return NoEnd;
    for (CallBase *call : calls)
      if (!isa<IntrinsicInst>(call) && !call->isInlineAsm() && !isAddedByClang(*call) &&
          isBefore(call, statement.end) && (!statement.firstBranch || isBefore(statement.firstBranch, call)))
        statement.firstBranch = call;
    if (!statement.firstBranch)
      return "what is spawned is no call";
    if (isMixed && mayThrowInFunction(*statement.firstBranch))
      return "it may throw, in a function with OpenMP tasks";
    // A beat may come before the change is taken back, and the rest would begin with it.
    if (floatControl.contains(statement.firstBranch->getCalledFunction()))
      return "what it calls changes how its thread rounds";
    includeInitialisation(statement);
    for (CallBase *call : calls)
      if (call != statement.firstBranch && !call->doesNotThrow() && !isa<IntrinsicInst>(call) &&
          !isBefore(call, statement.firstBranch))
        return "what the statement does with the call's result may throw";
    return nullptr;
  }

  bool isBefore(const Instruction *first, const Instruction *second) const {
    return dominators.dominates(first, second);
  }

  static void followHandlers(Statement &statement, BasicBlock *pad) {
    SmallVector<BasicBlock *, 8> worklist{pad};
    while (!worklist.empty()) {
      BasicBlock *block = worklist.pop_back_val();
      // A handler may go on with any code of the function.
      if (statement.handlers.insert(block).second && !beginsCatch(*block))
        append_range(worklist, successors(block));
    }
  }

  /// Variables that only this statement uses: clang's temporaries.
  void markMemory(const Statement &statement) {
    for (Instruction &instruction : function.getEntryBlock()) {
      auto *variable = dyn_cast<AllocaInst>(&instruction);
      if (!variable || variable->use_empty())
        continue;
      bool isUsed = false;
      bool isOwn = all_of(variable->users(), [&](User *user) {
        auto *place = cast<Instruction>(user);
        if (place->isLifetimeStartOrEnd() || place == statement.end)
          return true;
        bool inside = statement.code.contains(place);
        isUsed |= inside;
        return inside || statement.handlers.contains(place->getParent());
      });
      if (isOwn && isUsed)
        if (ownMemory.insert(variable).second) {
          markSpawnMemory(variable);
          keep(variable, statement.firstBranch);
        }
    }
  }

  /// The statement's end on the way of an exception, behind the destructors of its temporaries.
  static void markUnwinding(Instruction *marker) {
    IRBuilder<> builder(marker);
    builder.CreateCall(marker->getModule()->getOrInsertFunction(UnwindingName, builder.getVoidTy()))->setDoesNotThrow();
  }

  void replace(Instruction *marker) {
    if (auto *invoke = dyn_cast<InvokeInst>(marker); invoke && isMixed)
      marker = changeToCall(invoke);
    switch (markerOf(*marker)) {
    case Marker::ScopeBegin:
      markSync(marker, SyncKind::GroupBegin);
      break;
    case Marker::ScopeEnd:
      markSync(marker, SyncKind::GroupEnd);
      break;
    case Marker::Sync:
      markSync(marker, SyncKind::Own);
      break;
    case Marker::SyncBeforeValue:
      markSync(marker, SyncKind::BeforeValue);
      break;
    default:
      break;
    }
    if (!marker->use_empty())
      marker->replaceAllUsesWith(Constant::getNullValue(marker->getType()));
    marker->eraseFromParent();
  }
};

bool hasTaskMarks(const Function &function) {
  return any_of(instructions(function), [](const Instruction &instruction) {
    auto *call = dyn_cast<CallBase>(&instruction);
    return call && call->getCalledFunction() &&
           (call->getCalledFunction()->getName() == SpawnName || call->getCalledFunction()->getName() == SyncName);
  });
}

/// cilk_for's marks have said what they are for when spawns are raised. Behind each is a choice that has one answer,
/// and the loops' analyses are to see no choice there.
bool eraseLoopMarkers(Module &module) {
  Function *marker = module.getFunction(CilkLoopMarker);
  if (!marker || marker->use_empty())
    return false;
  SmallPtrSet<Function *, 8> functions;
  for (User *user : make_early_inc_range(marker->users())) {
    auto *call = cast<Instruction>(user);
    BasicBlock *block = call->getParent();
    functions.insert(block->getParent());
    call->eraseFromParent();
    ConstantFoldTerminator(block);
  }
  for (Function *function : functions)
    removeUnreachableBlocks(*function);
  return true;
}

} // namespace

bool isOfCilkSpawns(const Instruction &instruction) { return markerOf(instruction) != Marker::None; }

bool usesCilkSpawns(const Module &module) {
  return any_of(module, [](const Function &function) { return any_of(instructions(function), isOfCilkSpawns); });
}

bool raiseCilkSpawns(Module &module, FunctionAnalysisManager &analyses) {
  bool changed = eraseLoopMarkers(module);
  if (!usesCilkSpawns(module))
    return changed;
  auto floatControl = floatControlChangers(module);
  for (Function &function : module) {
    if (none_of(instructions(function), isOfCilkSpawns))
      continue;
    changed = true;
    bool isMixed = hasTaskMarks(function);
    if (!isMixed)
      function.addFnAttr(CilkAttribute);
    Raiser raiser(function, isMixed, floatControl);
    raiser.run();
    promoteVariables(function, analyses);
    promoteVariables(function, analyses);
    raiser.finish();
  }
  if (Function *keep = module.getFunction("tactus.keep"))
    keep->eraseFromParent();
  return changed;
}

} // namespace tactus
