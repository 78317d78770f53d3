//===- SharedVariables.cpp - what iterations set and do not own -----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   int j = 0, k;                          for the optimiser j is 2 * i, and each iteration has a k of its own;
//   for (int i = 0; i < n; i++, j += 2)    for a pragma all iterations have one j and one k
//     for (k = 0; k < m; k++)
//       x[i] += y[j] * z[k];
//
// Optimised code has no such variables any more. Local ones are known by debug information in the loop. What lies in
// memory at a fixed place is not even set there: LLVM stores it behind the loop, with the line in it, or with none
// where several lines set it. No access in the loop shows that dependence, so it is told here.
//
//===----------------------------------------------------------------------===//
#include "summary/SharedVariables.h"
#include "summary/LoopVariables.h"
#include "summary/UserLocation.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace tactus {

namespace {

class Shared {
  Loop &loop;
  const SmallSetVector<Value *, 8> &reduced, &counted;
  const DILocation *start;
  SmallPtrSet<const DILocalVariable *, 8> known;
  bool isCounterKnown = false;
  SmallSetVector<const DILocalVariable *, 8> variables;
  SmallSetVector<const DILocalVariable *, 8> neededBehind;
  SmallSetVector<unsigned, 4> lines;

public:
  Shared(Loop &loop, const LoopVariables &passed)
      : loop(loop), reduced(passed.reduced), counted(passed.counted), start(loop.getLocRange().getStart().get()) {}

  SharedVariables find() {
    if (!start)
      return {};
    for (Value *value : reduced)
      for (DbgVariableRecord *record : recordsOf(*value))
        known.insert(record->getVariable());
    findCounter();
    for (BasicBlock *block : loop.blocks())
      for (Instruction &instruction : *block)
        for (DbgVariableRecord &record : filterDbgVars(instruction.getDbgRecordRange()))
          addLocal(record);
    forgetDeclaredCounter();
    addNeededBehind();
    for (const Loop *around = &loop; around; around = around->getParentLoop())
      addStoresBehind(*around);
    return result();
  }

private:
  /// Inside of the loop's own scope, which has its counter, or in a function that is inlined there.
  bool isOfBody(const DILocalScope &scope, const DILocation *inlinedAt) const {
    if (inlinedAt != start->getInlinedAt())
      return !isOfCaller(inlinedAt);
    const DIScope *own = start->getScope()->getNonLexicalBlockFileScope();
    for (const DIScope *one = scope.getNonLexicalBlockFileScope(); one != own; one = one->getScope())
      if (!one || isa<DISubprogram>(one))
        return false;
    return !isOfLoop(scope);
  }

  /// In a function that the loop's own has been inlined into.
  bool isOfCaller(const DILocation *inlinedAt) const {
    if (inlinedAt == start->getInlinedAt())
      return false;
    for (; inlinedAt; inlinedAt = inlinedAt->getInlinedAt())
      if (inlinedAt->getInlinedAt() == start->getInlinedAt())
        return false;
    return true;
  }

  bool isOfLoop(const DILocalScope &scope) const {
    return scope.getNonLexicalBlockFileScope() == start->getScope()->getNonLexicalBlockFileScope();
  }

  /// What is compared where the loop ends is its counter. If several variables have that value, it is the one that the
  /// loop declares.
  void findCounter() {
    BasicBlock *exiting = loop.getExitingBlock();
    auto *branch = exiting ? dyn_cast<BranchInst>(exiting->getTerminator()) : nullptr;
    auto *comparison = branch && branch->isConditional() ? dyn_cast<CmpInst>(branch->getCondition()) : nullptr;
    if (!comparison || !loop.getLoopLatch())
      return;
    for (PHINode &phi : loop.getHeader()->phis()) {
      Value *next = phi.getIncomingValueForBlock(loop.getLoopLatch());
      if (!is_contained(comparison->operands(), &phi) && !is_contained(comparison->operands(), next))
        continue;
      SmallSetVector<const DILocalVariable *, 4> counters, declared;
      for (Value *value : {static_cast<Value *>(&phi), next})
        for (DbgVariableRecord *record : recordsOf(*value))
          if (!isOfBody(*record->getVariable()->getScope(), record->getDebugLoc()->getInlinedAt())) {
            counters.insert(record->getVariable());
            if (isOfLoop(*record->getVariable()->getScope()))
              declared.insert(record->getVariable());
          }
      if (counters.size() == 1 || declared.size() == 1) {
        known.insert(declared.empty() ? counters.front() : declared.front());
        isCounterKnown = true;
      }
    }
  }

  /// What is compared may be computed from the counter. If the loop declares one variable only, it is that.
  void forgetDeclaredCounter() {
    SmallVector<const DILocalVariable *, 4> declared;
    copy_if(variables, std::back_inserter(declared),
            [&](const DILocalVariable *variable) { return isOfLoop(*variable->getScope()); });
    if (!isCounterKnown && declared.size() == 1)
      variables.remove(declared.front());
  }

  void addLocal(DbgVariableRecord &record) {
    const DILocalVariable *variable = record.getVariable();
    if (!record.isDbgDeclare() && !known.contains(variable) &&
        !isOfBody(*variable->getScope(), record.getDebugLoc()->getInlinedAt()) && !isNameOnly(record)) {
      // For the loop's own function that is memory behind a pointer.
      if (isOfCaller(record.getDebugLoc()->getInlinedAt())) {
        lines.insert(0);
        return;
      }
      variables.insert(variable);
    }
  }

  /// What the last iteration leaves belongs to a variable, or to memory that has become a register after inlining:
  ///
  ///   void leave(int *last, int *x, long n) {   int v; leave(&v, x, n);
  ///     for (long i = 0; i < n; i++)
  ///       *last = x[i]++;
  void addNeededBehind() {
    for (BasicBlock *block : loop.blocks())
      for (Instruction &instruction : *block) {
        SmallVector<Value *, 4> names{&instruction};
        for (User *user : instruction.users())
          if (!loop.contains(cast<Instruction>(user)))
            names.push_back(user);
        if (names.size() > 1)
          addNeeded(instruction, names);
      }
  }

  /// `names` are the value, and what is made of it behind the loop.
  void addNeeded(Instruction &value, ArrayRef<Value *> names) {
    bool isOfVariable = reduced.contains(&value), isOfMemory = false;
    for (Value *name : names)
      for (DbgVariableRecord *record : recordsOf(*name)) {
        const DILocalVariable *variable = record->getVariable();
        isOfMemory |= isa<PHINode>(name) && isOfCaller(record->getDebugLoc()->getInlinedAt());
        isOfVariable |= known.contains(variable) || variables.contains(variable);
        // lastprivate is no help for what counts: each thread would begin with nothing.
        if (variables.contains(variable) && !counted.contains(&value))
          neededBehind.insert(variable);
      }
    if (isOfMemory || !isOfVariable)
      lines.insert(0);
  }

  /// A value from outside of the loop is not set there, or nothing is lost if all iterations set it.
  bool isNameOnly(DbgVariableRecord &record) const {
    return !record.isKillLocation() && all_of(record.location_ops(), [&](Value *value) {
      auto *load = dyn_cast<LoadInst>(value);
      return (load && isa<AllocaInst>(getUnderlyingObject(load->getPointerOperand()))) ||
             (!isa<Constant>(value) && loop.isLoopInvariant(value));
    });
  }

  void addStoresBehind(const Loop &around) {
    SmallVector<BasicBlock *, 4> exits;
    around.getUniqueExitBlocks(exits);
    for (BasicBlock *exit : exits)
      for (Instruction &instruction : *exit)
        if (auto *store = dyn_cast<StoreInst>(&instruction); store && isFromBody(*store) && !isReduced(*store))
          lines.insert(lineOf(*store));
  }

  bool isFromBody(const StoreInst &store) const {
    const DILocation *location = store.getDebugLoc().get();
    DebugLoc end = loop.getLocRange().getEnd();
    if (!location || !location->getLine())
      return true;
    for (; location; location = location->getInlinedAt())
      if (end && location->getInlinedAt() == start->getInlinedAt() && location->getFile() == start->getFile() &&
          location->getLine() >= start->getLine() && location->getLine() <= end.getLine())
        return true;
    return false;
  }

  /// Then the place itself is what is reduced, unless a variable is and the place only gets its value.
  bool isReduced(const StoreInst &store) const {
    const Value *value = store.getValueOperand();
    for (unsigned depth = 0; isa<PHINode>(value) && cast<PHINode>(value)->getNumIncomingValues() == 1 && depth < 8;
         ++depth)
      value = cast<PHINode>(value)->getIncomingValue(0);
    return reduced.contains(const_cast<Value *>(value)) && recordsOf(*const_cast<Value *>(value)).empty();
  }

  SharedVariables result() const {
    SharedVariables result;
    auto add = [](std::string &names, const std::string &name) { names += (names.empty() ? "" : ", ") + name; };
    for (const DILocalVariable *variable : variables)
      if (std::string name = nameForUsers(variable->getName()); !name.empty()) {
        add(result.set, "'" + name + "'");
        if (neededBehind.contains(variable))
          add(result.last, name);
      }
    result.isMemorySet = !lines.empty();
    result.memoryLine = lines.size() == 1 ? lines[0] : 0;
    return result;
  }
};

} // namespace

SharedVariables sharedVariablesOf(Loop &loop, const LoopVariables &passed) { return Shared(loop, passed).find(); }

} // namespace tactus
