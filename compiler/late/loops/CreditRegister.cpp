//===- CreditRegister.cpp - credit in a register while a loop runs -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A short inner loop charges its price in each iteration of the outer one. LLVM cannot promote the credit to a
// register, because the poll on the cold side reads it, and would have to be given what is in the register:
//
//   before   loop:  tactus_credit -= length * weight        ; load, load, store
//                   if (tactus_credit < 0) cold()
//
//   after           credit = tactus_credit; price = weight
//            loop:  credit -= length * price
//                   if (credit < 0) { tactus_credit = credit; cold(); credit = tactus_credit; price = weight }
//            exit:  tactus_credit = credit
//
// That is right for each loop, and pays where all calls that may touch the credit are cold, so only there it is done,
// for the outermost such loop. A thread's credit is read by that thread only, and in calls only. Weights are lowered by
// any thread; new ones are seen after the next cold call, which is no later than the loop's next poll.
//
// The same holds for what the program itself only reads in such a loop, as the pointer in a `std::vector` that is
// captured by reference. The serial program loads it once; here the cold calls, which may run any of the program's
// code, made it a load in each row, and kept the row's bounds from being recognised (RowBatches.h):
//
//   before   loop: data = vector.begin; ...; if (credit < 0) cold()
//
//   after          data = vector.begin
//            loop: ...; if (credit < 0) { cold(); data = vector.begin }
//
// The load must be allowed where the program may not do it, and nothing but cold calls may write what it reads.
//
//===----------------------------------------------------------------------===//
#include "late/loops/CreditRegister.h"
#include "ir/LLVMVersions.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/Loads.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace tactus {

namespace {

/// One of the runtime's variables, or one of the program's that the loop only reads, and how a loop uses it.
struct Variable {
  Value *address = nullptr; // null for the credit
  Type *type = nullptr;
  Align align;
  AtomicOrdering ordering = AtomicOrdering::NotAtomic;
  AAMDNodes tags;
  SmallVector<Instruction *, 8> accesses;
  bool isWritten = false;
  bool isOfProgram = false;
};

bool isCredit(const Value *address) {
  const auto *intrinsic = dyn_cast<IntrinsicInst>(address);
  return intrinsic && intrinsic->getIntrinsicID() == Intrinsic::threadlocal_address &&
         intrinsic->getArgOperand(0)->getName() == "tactus_credit";
}

/// May the call read or write the runtime's variables?
bool touches(const CallBase &call) {
  if (isa<IntrinsicInst>(call))
    return false;
  return !call.doesNotAccessMemory() && !call.onlyAccessesArgMemory();
}

struct Analyses {
  AAResults &aliases;
  AssumptionCache &assumptions;
  DominatorTree &dominators;
  LoopInfo &loops;
};

class LoopPromotion {
public:
  LoopPromotion(Loop &loop, GlobalVariable &credit, Analyses &analyses)
      : loop(loop), credit(credit), analyses(analyses) {}

  /// False, and nothing has been changed, if that cannot be done or would not pay.
  bool run() {
    if (!loop.getLoopPreheader() || !collect() || variables.empty())
      return false;
    variables.remove_if([&](const auto &entry) { return !hasHotAccess(entry.second); });
    reads.remove_if(
        [&](const auto &entry) { return !hasHotAccess(entry.second) || isWrittenBesideCalls(entry.second); });
    if (variables.empty() && reads.empty())
      return false;
    formDedicatedExitBlocks(&loop, &analyses.dominators, &analyses.loops, /*MSSAU=*/nullptr, /*PreserveLCSSA=*/false);
    for (auto &[key, variable] : variables)
      promote(variable);
    for (auto &[key, variable] : reads)
      promote(variable);
    return true;
  }

private:
  Loop &loop;
  GlobalVariable &credit;
  Analyses &analyses;
  SmallMapVector<Value *, Variable, 4> variables;
  /// Of the program.
  SmallMapVector<std::pair<Value *, Type *>, Variable, 8> reads;
  SmallVector<CallBase *, 4> calls;
  /// What writes memory beside them.
  SmallVector<Instruction *, 8> writes;

  /// Finds the accesses and the calls. False if a call is not cold.
  bool collect() {
    for (BasicBlock *block : loop.blocks())
      for (Instruction &instruction : *block) {
        if (auto *call = dyn_cast<CallBase>(&instruction); call && touches(*call)) {
          if (!call->hasFnAttr(Attribute::Cold) || !isa<CallInst>(call))
            return false;
          calls.push_back(call);
          continue;
        }
        if (instruction.mayWriteToMemory())
          writes.push_back(&instruction);
        if (Value *address = getLoadStorePointerOperand(&instruction))
          note(instruction, address);
      }
    return true;
  }

  /// What a loop has been promoted to has accesses beside its calls only.
  bool hasHotAccess(const Variable &variable) const {
    return any_of(variable.accesses, [&](const Instruction *access) {
      return none_of(calls, [&](const CallBase *call) { return call->getParent() == access->getParent(); });
    });
  }

  bool isWrittenBesideCalls(const Variable &variable) const {
    return any_of(writes, [&](const Instruction *write) {
      return !isToVariableOfLoop(*write, *variable.address) && mayWrite(*write, variable);
    });
  }

  /// Does it write to a variable of the function that nobody has the address of before the loop begins, unlike what is
  /// at this address, which has been computed by then? What is lent to cold calls is such a variable.
  bool isToVariableOfLoop(const Instruction &write, const Value &address) const {
    const Value *written = getLoadStorePointerOperand(&write);
    if (const auto *intrinsic = dyn_cast<IntrinsicInst>(&write))
      written = intrinsic->isLifetimeStartOrEnd() ? variableOfLifetime(*intrinsic)
                : isa<MemIntrinsic>(intrinsic)    ? intrinsic->getArgOperand(0)
                                                  : nullptr;
    const auto *variable = written ? dyn_cast<AllocaInst>(getUnderlyingObject(written)) : nullptr;
    return variable && isa<Argument, LoadInst>(getUnderlyingObject(&address)) &&
           !mayBeCapturedBefore(*variable, *loop.getLoopPreheader()->getTerminator(), analyses.dominators);
  }

  bool mayWrite(const Instruction &instruction, const Variable &variable) const {
    TypeSize size = instruction.getDataLayout().getTypeStoreSize(variable.type);
    MemoryLocation location(variable.address, LocationSize::precise(size), variable.tags);
    return isModSet(analyses.aliases.getModRefInfo(&instruction, location));
  }

  void note(Instruction &access, Value *address) {
    bool isOurCredit = isCredit(address);
    auto *load = dyn_cast<LoadInst>(&access);
    // The only atomic loads of this order are ours.
    bool isWeight = load && load->getOrdering() == AtomicOrdering::Unordered && isa<Constant>(address);
    // The weight's address is written in several ways, but there is one in a descriptor.
    if (isOurCredit || isWeight)
      note(access, variables[isOurCredit ? &credit : getUnderlyingObject(address)], isOurCredit ? nullptr : address);
    else if (load && mayLoadAnywhere(*load))
      noteRead(*load, address);
  }
  void noteRead(LoadInst &load, Value *address) {
    Variable &variable = reads[{address, load.getType()}];
    variable.isOfProgram = true;
    note(load, variable, address);
  }
  void note(Instruction &access, Variable &variable, Value *address) {
    bool isFirst = variable.accesses.empty();
    auto *load = dyn_cast<LoadInst>(&access);
    variable.address = address;
    variable.type = getLoadStoreType(&access);
    variable.align =
        isFirst ? getLoadStoreAlignment(&access) : std::min(variable.align, getLoadStoreAlignment(&access));
    variable.ordering = load ? load->getOrdering() : AtomicOrdering::NotAtomic;
    variable.tags = isFirst ? access.getAAMetadata() : variable.tags.merge(access.getAAMetadata());
    variable.isWritten |= isa<StoreInst>(access);
    variable.accesses.push_back(&access);
  }

  /// Has the load one address in all of the loop, which may be read before the loop and after any call?
  bool mayLoadAnywhere(const LoadInst &load) const {
    const Value *address = load.getPointerOperand();
    return load.isSimple() && !mustSuppressSpeculation(load) && loop.isLoopInvariant(address) &&
           load.getType()->isSingleValueType() && !isa<AllocaInst>(getUnderlyingObject(address)) &&
           isDereferenceableAndAlignedPointer(address, load.getType(), load.getAlign(), load.getDataLayout(),
                                              loop.getLoopPreheader()->getTerminator(), &analyses.assumptions,
                                              &analyses.dominators);
  }

  void promote(Variable &variable) {
    BasicBlock *preheader = loop.getLoopPreheader();
    IRBuilder<> builder(preheader->getTerminator());
    Value *address = variable.address ? variable.address : builder.CreateThreadLocalAddress(&credit);
    AllocaInst *copy =
        new AllocaInst(variable.type, 0, "", loop.getHeader()->getParent()->getEntryBlock().getFirstInsertionPt());
    auto load = [&] {
      LoadInst *value = builder.CreateAlignedLoad(variable.type, address, variable.align);
      value->setOrdering(variable.ordering);
      value->setAAMetadata(variable.tags);
      builder.CreateStore(value, copy);
    };
    auto store = [&] {
      StoreInst *access = builder.CreateAlignedStore(builder.CreateLoad(variable.type, copy), address, variable.align);
      access->setAAMetadata(variable.tags);
    };
    load();
    for (Instruction *access : variable.accesses)
      access->setOperand(getPointerOperandIndex(*access), copy);
    for (CallBase *call : calls) {
      // A poll writes nothing of the program's.
      if (variable.isOfProgram && !mayWrite(*call, variable))
        continue;
      builder.SetInsertPoint(call);
      if (variable.isWritten)
        store();
      builder.SetInsertPoint(call->getNextNode());
      load();
    }
    if (variable.isWritten) {
      SmallVector<BasicBlock *, 4> exits;
      loop.getUniqueExitBlocks(exits);
      for (BasicBlock *exit : exits) {
        builder.SetInsertPoint(exit, exit->getFirstInsertionPt());
        store();
      }
    }
    PromoteMemToReg({copy}, analyses.dominators);
  }
  static unsigned getPointerOperandIndex(const Instruction &access) {
    return isa<LoadInst>(access) ? LoadInst::getPointerOperandIndex() : StoreInst::getPointerOperandIndex();
  }
};

} // namespace

/// The outermost loops that can be promoted, from `candidates` inwards.
static bool promoteIn(ArrayRef<Loop *> candidates, GlobalVariable &credit, Analyses &analyses) {
  bool changed = false;
  for (Loop *loop : candidates)
    changed |= LoopPromotion(*loop, credit, analyses).run() || promoteIn(loop->getSubLoops(), credit, analyses);
  return changed;
}

PreservedAnalyses CreditRegisterPass::run(Function &function, FunctionAnalysisManager &manager) {
  GlobalVariable *credit = function.getParent()->getNamedGlobal("tactus_credit");
  // Without stack maps, nothing is promoted in its loops.
  if (!credit || !function.hasGC())
    return PreservedAnalyses::all();
  Analyses analyses{manager.getResult<AAManager>(function), manager.getResult<AssumptionAnalysis>(function),
                    manager.getResult<DominatorTreeAnalysis>(function), manager.getResult<LoopAnalysis>(function)};
  bool changed = promoteIn(analyses.loops.getTopLevelLoops(), *credit, analyses);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace tactus
