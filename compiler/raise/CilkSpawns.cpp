//===- CilkSpawns.cpp - from Cilk's marked calls to spawns ---------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/CilkSpawns.h"
#include "Remarks.h"
#include "lower/SpawnMarks.h"
#include "raise/TaskBody.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include <optional>

using namespace llvm;

namespace tactus {

namespace {

enum class Marker { None, Begin, End, ScopeBegin, ScopeEnd, Sync };

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
  bool isConversion = text.starts_with("operator ") && !text.starts_with("operator new") &&
                      !text.starts_with("operator delete");
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

class Raiser {
public:
  explicit Raiser(Function &function) : function(function), dominators(function) {}

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
    for (Statement &statement : statements)
      markMemory(statement);
    for (Statement &statement : statements)
      markSpawn(statement.firstBranch, statement.end->getNextNode());
    for (Instruction *marker : markers) {
      replace(marker);
    }
  }

private:
  Function &function;
  DominatorTree dominators;

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
      if (statement.handlers.insert(block).second)
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
        markSpawnMemory(variable);
    }
  }

  static void replace(Instruction *marker) {
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

} // namespace

bool raiseCilkSpawns(Module &module, FunctionAnalysisManager &analyses) {
  bool changed = false;
  for (Function &function : module) {
    if (none_of(instructions(function),
                [](const Instruction &instruction) { return markerOf(instruction) != Marker::None; }))
      continue;
    changed = true;
    if (!hasTaskMarks(function))
      function.addFnAttr(CilkAttribute);
    Raiser(function).run();
    promoteVariables(function, analyses);
    promoteVariables(function, analyses);
  }
  return changed;
}

} // namespace tactus
