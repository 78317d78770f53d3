//===- RegionMarks.cpp - what raising writes down about regions ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "model/RegionMarks.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;

namespace tactus {

static constexpr const char *LatentMark = "tactus.latent";
static constexpr const char *InsideRecordMark = "tactus.inside_record";
static constexpr const char *StrandsMark = "tactus.strands";
static constexpr const char *PhasesMark = "tactus.phases";
static constexpr const char *LatentUnlessCalledMark = "tactus.latent_unless_called";
static constexpr const char *AlternativeMark = "tactus.alternative";
static constexpr const char *ReasonsMark = "tactus.reasons";
static constexpr const char *LoopReasonsMark = "tactus.loop_reasons";
/// In the order of LoopMark.
static constexpr const char *LoopMarks[] = {"tactus.cilk", "tactus.leaf", "tactus.record", "tactus.charged_by_leaf",
                                            "tactus.charges_when_skipped"};

void markLatentFork(CallBase &fork) { fork.setMetadata(LatentMark, MDNode::get(fork.getContext(), {})); }

bool isLatentFork(const CallBase &call) { return call.hasMetadata(LatentMark); }

void markInsideRecord(CallBase &fork) { fork.setMetadata(InsideRecordMark, MDNode::get(fork.getContext(), {})); }

bool isInsideRecord(const CallBase &fork) { return fork.hasMetadata(InsideRecordMark); }

void markStrands(CallBase &fork) { fork.setMetadata(StrandsMark, MDNode::get(fork.getContext(), {})); }

bool runsAsStrands(const CallBase &fork) { return fork.hasMetadata(StrandsMark); }

void markPhases(CallBase &fork, ArrayRef<Function *> callees, bool needsQuietCallees) {
  SmallVector<Metadata *, 4> operands{
      ConstantAsMetadata::get(ConstantInt::getBool(fork.getContext(), needsQuietCallees))};
  for (Function *callee : callees)
    operands.push_back(ConstantAsMetadata::get(callee));
  fork.setMetadata(PhasesMark, MDNode::get(fork.getContext(), operands));
}

bool runsInPhases(const CallBase &fork) { return fork.hasMetadata(PhasesMark); }

SmallVector<Function *, 4> calleesOfPhases(const CallBase &fork) {
  SmallVector<Function *, 4> callees;
  for (const MDOperand &operand : drop_begin(fork.getMetadata(PhasesMark)->operands()))
    if (auto *callee = mdconst::dyn_extract_or_null<Function>(operand)) // or nobody calls it any more
      callees.push_back(callee);
  return callees;
}

bool needsQuietCallees(const CallBase &fork) {
  return mdconst::extract<ConstantInt>(fork.getMetadata(PhasesMark)->getOperand(0))->isOne();
}

void markLatentUnlessCalled(CallBase &fork) {
  fork.setMetadata(LatentUnlessCalledMark, MDNode::get(fork.getContext(), {}));
}

bool isLatentUnlessCalled(const CallBase &fork) { return fork.hasMetadata(LatentUnlessCalledMark); }

void markAlternative(CallBase &fork) {
  fork.setMetadata(StrandsMark, nullptr);
  fork.setMetadata(AlternativeMark, MDNode::get(fork.getContext(), {}));
}

bool isAlternative(const CallBase &fork) { return fork.hasMetadata(AlternativeMark); }

static void noteReasons(CallBase &fork, const char *name, const Reasons &reasons) {
  LLVMContext &context = fork.getContext();
  SmallVector<Metadata *, 2> numbers;
  for (Reason reason : reasons)
    numbers.push_back(
        ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), static_cast<unsigned>(reason))));
  fork.setMetadata(name, MDNode::get(context, numbers));
}

static Reasons notedReasons(const CallBase &fork, const char *name) {
  Reasons reasons;
  if (const MDNode *node = fork.getMetadata(name))
    for (const MDOperand &number : node->operands())
      reasons.add(static_cast<Reason>(mdconst::extract<ConstantInt>(number)->getZExtValue()));
  return reasons;
}

void noteReasonsAgainstRegion(CallBase &fork, const Reasons &reasons) { noteReasons(fork, ReasonsMark, reasons); }

Reasons reasonsAgainstRegion(const CallBase &fork) { return notedReasons(fork, ReasonsMark); }

void noteReasonsAgainstLoop(CallBase &fork, const Reasons &reasons) { noteReasons(fork, LoopReasonsMark, reasons); }

Reasons reasonsAgainstLoop(const CallBase &fork) { return notedReasons(fork, LoopReasonsMark); }

static const char *nameOf(LoopMark mark) { return LoopMarks[static_cast<unsigned>(mark)]; }

void mark(CallBase &call, LoopMark mark) { call.setMetadata(nameOf(mark), MDNode::get(call.getContext(), {})); }

bool hasMark(const CallBase &call, LoopMark mark) { return call.hasMetadata(nameOf(mark)); }

} // namespace tactus
