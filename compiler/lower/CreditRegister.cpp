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
//===----------------------------------------------------------------------===//
#include "lower/CreditRegister.h"
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

/// One of the runtime's variables, and how a loop uses it.
struct Variable {
  Value *address = nullptr; // null for the credit
  MDNode *tag = nullptr;
  SmallVector<Instruction *, 8> accesses;
  bool isWritten = false;
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

class LoopPromotion {
public:
  LoopPromotion(Loop &loop, GlobalVariable &credit, DominatorTree &dominators, LoopInfo &loops)
      : loop(loop), credit(credit), dominators(dominators), loops(loops) {}

  /// False, and nothing has been changed, if that cannot be done or would not pay.
  bool run() {
    if (!collect() || !hasHotAccess() || !loop.getLoopPreheader())
      return false;
    formDedicatedExitBlocks(&loop, &dominators, &loops, /*MSSAU=*/nullptr, /*PreserveLCSSA=*/false);
    for (auto &[key, variable] : variables)
      promote(variable);
    return true;
  }

private:
  Loop &loop;
  GlobalVariable &credit;
  DominatorTree &dominators;
  LoopInfo &loops;
  SmallMapVector<Value *, Variable, 4> variables;
  SmallVector<CallBase *, 4> calls;

  /// Finds the accesses and the calls. False if a call is not cold.
  bool collect() {
    for (BasicBlock *block : loop.blocks())
      for (Instruction &instruction : *block) {
        if (auto *call = dyn_cast<CallBase>(&instruction)) {
          if (!touches(*call))
            continue;
          if (!call->hasFnAttr(Attribute::Cold) || !isa<CallInst>(call))
            return false;
          calls.push_back(call);
        } else if (Value *address = getLoadStorePointerOperand(&instruction)) {
          note(instruction, address);
        }
      }
    return true;
  }

  /// What a loop has been promoted to has accesses beside its calls only.
  bool hasHotAccess() const {
    SmallPtrSet<const BasicBlock *, 4> cold;
    for (const CallBase *call : calls)
      cold.insert(call->getParent());
    return any_of(variables, [&](const auto &entry) {
      return any_of(entry.second.accesses,
                    [&](const Instruction *access) { return !cold.contains(access->getParent()); });
    });
  }

  void note(Instruction &access, Value *address) {
    bool isOurCredit = isCredit(address);
    auto *load = dyn_cast<LoadInst>(&access);
    // The only atomic loads of this order are ours.
    bool isWeight = load && load->getOrdering() == AtomicOrdering::Unordered && isa<Constant>(address);
    if (!isOurCredit && !isWeight)
      return;
    // The weight's address is written in several ways, but there is one in a descriptor.
    Variable &variable = variables[isOurCredit ? &credit : getUnderlyingObject(address)];
    variable.address = isOurCredit ? nullptr : address;
    variable.tag = access.getMetadata(LLVMContext::MD_tbaa);
    variable.isWritten |= isa<StoreInst>(access);
    variable.accesses.push_back(&access);
  }

  void promote(Variable &variable) {
    BasicBlock *preheader = loop.getLoopPreheader();
    IRBuilder<> builder(preheader->getTerminator());
    Value *address = variable.address ? variable.address : builder.CreateThreadLocalAddress(&credit);
    Type *word = builder.getInt64Ty();
    AllocaInst *copy =
        new AllocaInst(word, 0, "", loop.getHeader()->getParent()->getEntryBlock().getFirstInsertionPt());
    auto load = [&] {
      LoadInst *value = builder.CreateLoad(word, address);
      if (variable.address)
        value->setAtomic(AtomicOrdering::Unordered);
      value->setMetadata(LLVMContext::MD_tbaa, variable.tag);
      builder.CreateStore(value, copy);
    };
    auto store = [&] {
      StoreInst *access = builder.CreateStore(builder.CreateLoad(word, copy), address);
      access->setMetadata(LLVMContext::MD_tbaa, variable.tag);
    };
    load();
    for (Instruction *access : variable.accesses)
      access->setOperand(getPointerOperandIndex(*access), copy);
    for (CallBase *call : calls) {
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
    PromoteMemToReg({copy}, dominators);
  }
  static unsigned getPointerOperandIndex(const Instruction &access) {
    return isa<LoadInst>(access) ? LoadInst::getPointerOperandIndex() : StoreInst::getPointerOperandIndex();
  }
};

} // namespace

/// The outermost loops that can be promoted, from `candidates` inwards.
static bool promoteIn(ArrayRef<Loop *> candidates, GlobalVariable &credit, DominatorTree &dominators, LoopInfo &loops) {
  bool changed = false;
  for (Loop *loop : candidates)
    changed |= LoopPromotion(*loop, credit, dominators, loops).run() ||
               promoteIn(loop->getSubLoops(), credit, dominators, loops);
  return changed;
}

PreservedAnalyses CreditRegisterPass::run(Function &function, FunctionAnalysisManager &analyses) {
  GlobalVariable *credit = function.getParent()->getNamedGlobal("tactus_credit");
  if (!credit)
    return PreservedAnalyses::all();
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  bool changed = promoteIn(loops.getTopLevelLoops(), *credit, dominators, loops);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace tactus
