//===- HeaderSlices.cpp - the slices of the header's loops -----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/loops/HeaderSlices.h"
#include "ir/CallBundles.h"
#include "lower/loops/Beats.h"
#include "lower/loops/LoopDescriptor.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace tactus {

/// Of two loops, leaves the one that is to run.
static void choosePieces(Slice &slice, const ParallelLoop &pieces) {
  CallInst &mark = *slice.loop->init;
  auto *variable = cast<AllocaInst>(mark.getArgOperand(HeaderLoop::InPieces)->stripPointerCasts());
  mark.setArgOperand(HeaderLoop::InPieces, Constant::getNullValue(mark.getArgOperand(HeaderLoop::InPieces)->getType()));
  bool isLeaf = slice.loop->isLeaf;
  for (User *user : make_early_inc_range(variable->users())) {
    if (auto *load = dyn_cast<LoadInst>(user))
      replaceAndRecursivelySimplify(load, ConstantInt::get(load->getType(), isLeaf));
    else
      cast<Instruction>(user)->eraseFromParent();
  }
  variable->eraseFromParent();
  for (BasicBlock &block : *slice.function)
    ConstantFoldTerminator(&block);
  removeUnreachableBlocks(*slice.function);
  if (isLeaf) {
    slice.loop = &pieces;
    slice.body = pieces.body;
  }
}

/// Has the leaf pay for the iterations of the outer loop, if each of them enters it, or leaves it out at one place.
static bool payByLeaf(Slice &outer, const Slice &leaf) {
  const ParallelLoop &loop = *outer.loop;
  auto isOfLeaf = [&](const CallBase *call) { return call->getCalledFunction() == leaf.function; };
  if (any_of(loop.unconditionalCalls, isOfLeaf))
    return true;
  auto *guarded = find_if(loop.guardedCalls, [&](const auto &entry) { return isOfLeaf(entry.first); });
  if (guarded == loop.guardedCalls.end())
    return false;
  for (auto [from, to] : guarded->second) {
    BasicBlock *block = SplitEdge(from, to);
    outer.body.insert(block);
    outer.skippedLeaves.push_back({block, leaf.descriptor});
  }
  return true;
}

/// Inner loops that each iteration enters pay for it.
static void shareCharges(MutableArrayRef<Slice> slices) {
  if (!beats().charges())
    return;
  for (Slice &outer : slices)
    if (!outer.loop->isLeaf && !outer.loop->hasUnboundedBody)
      outer.isChargedByLeaf =
          any_of(slices, [&](const Slice &leaf) { return leaf.loop->isLeaf && payByLeaf(outer, leaf); });
}

/// What is put in line around it is in the map of its calls.
static void makeSerialCalls(const Slice &slice, const SmallPtrSetImpl<Function *> &sliceFunctions) {
  for (User *user : make_early_inc_range(slice.function->users())) {
    auto *call = dyn_cast<CallBase>(user);
    if (!call || call->getCalledOperand() != slice.function)
      continue;
    if (sliceFunctions.contains(call->getFunction()) && !slice.function->hasOptNone())
      call->addFnAttr(Attribute::get(call->getContext(), "function-inline-threshold", NestedInlineThreshold));
    if (canCarryBundle(*call))
      addBundle(call, {});
  }
}

/// The function around the mark is the slice.
static Slice makeSlice(const HeaderLoop &found) {
  Slice slice;
  slice.loop = found.loop.get();
  slice.body = found.loop->body;
  slice.function = slice.callee = found.mark->getFunction();
  slice.descriptor = found.descriptor();
  slice.slot = cast<AllocaInst>(found.mark->getArgOperand(HeaderLoop::Slot)->stripPointerCasts());
  markSlot(*slice.slot);
  uint64_t kindBytes = found.bytesOf(HeaderLoop::KindBytes), stateBytes = found.bytesOf(HeaderLoop::StateBytes);
  if (kindBytes != HeaderLoop::NotCopied && kindBytes != 0)
    slice.copied.push_back({HeaderLoop::Kind, kindBytes, /*isResult=*/false});
  if (stateBytes != HeaderLoop::NotCopied && stateBytes != 0)
    slice.copied.push_back({HeaderLoop::State, stateBytes, /*isResult=*/true});
  return slice;
}

SmallVector<Slice, 8> makeHeaderSlices(ArrayRef<HeaderLoop> loops) {
  SmallVector<Slice, 8> slices;
  SmallPtrSet<Function *, 16> functions;
  for (const HeaderLoop &found : loops) {
    Slice &slice = slices.emplace_back(makeSlice(found));
    if (found.pieces)
      choosePieces(slice, *found.pieces);
    functions.insert(slice.function);
    setInitialWeight(*slice.descriptor, *slice.loop);
  }
  shareCharges(slices);
  for (const Slice &slice : slices)
    makeSerialCalls(slice, functions);
  return slices;
}

} // namespace tactus
