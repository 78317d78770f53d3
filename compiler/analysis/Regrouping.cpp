//===- Regrouping.cpp - loops whose results may depend on where strips end -------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analysis/Regrouping.h"
#include "model/Remarks.h"
#include "model/RuntimeCalls.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace tactus {

static cl::opt<bool> reproducible("tactus-reproducible",
                                  cl::desc("reductions give the same bits for any workers and beats"));

bool compilesReproducibly() { return reproducible; }

/// A block of a leaf loop has about so many instructions, as clang writes them: some microseconds, which delay no beat,
/// and what its end costs does not count.
static constexpr unsigned LogInstructionsOfBlock = 15;
/// Vectorised loops go round some dozens of iterations at a time.
static constexpr unsigned LogFewestIterations = 6, LogMostIterations = 11;
/// Where nothing is known of an iteration, but that there are loops around this one which can be split instead.
static constexpr unsigned LogIterationsOfNested = 5;

static bool isInexact(const Instruction &instruction) {
  const auto *operation = dyn_cast<FPMathOperator>(&instruction);
  return operation && (operation->hasAllowReassoc() || operation->hasAllowReciprocal() || operation->hasApproxFunc());
}

/// The vectoriser reorders sums where it is told to vectorise, as by `simd`.
static bool isToldToVectorise(const ParallelLoop &loop) {
  return any_of(predecessors(loop.header), [](const BasicBlock *latch) {
    const MDNode *properties = latch->getTerminator()->getMetadata(LLVMContext::MD_loop);
    return properties && any_of(drop_begin(properties->operands()), [](const MDOperand &operand) {
             const auto *property = dyn_cast<MDNode>(operand);
             const auto *name =
                 property && property->getNumOperands() > 0 ? dyn_cast<MDString>(property->getOperand(0)) : nullptr;
             return name && name->getString().starts_with("llvm.loop.vectorize.");
           });
  });
}

bool mayRegroup(const ParallelLoop &loop) {
  if (isToldToVectorise(loop))
    return true;
  // What is called and inlined later is compiled as this function is.
  if (loop.microtask->getFnAttribute("unsafe-fp-math").getValueAsBool())
    return true;
  return any_of(loop.body, [](const BasicBlock *block) { return any_of(*block, isInexact); });
}

/// What a reduction combines is known by its combiner: in a structure or a class, numbers are anywhere.
bool combinesFloatingPoint(const Value &combiner) {
  SmallPtrSet<const Function *, 4> seen;
  SmallVector<const Function *, 4> worklist;
  auto add = [&](const Value *callee) {
    const auto *function = dyn_cast<Function>(callee->stripPointerCasts());
    if (function && seen.insert(function).second)
      worklist.push_back(function);
    return function && !function->isDeclaration();
  };
  if (!add(&combiner))
    return true;
  while (!worklist.empty())
    for (const Instruction &instruction : instructions(worklist.pop_back_val())) {
      if (instruction.getType()->isFPOrFPVectorTy())
        return true;
      const auto *call = dyn_cast<CallBase>(&instruction);
      if (call && !isa<IntrinsicInst>(call) && !add(call->getCalledOperand()))
        return true;
    }
  return false;
}

/// The function that combines, if the call is of libomp's function for it.
static const Value *combinerOf(const Instruction &instruction) {
  return calleeName(instruction).starts_with("__kmpc_reduce") ? cast<CallBase>(instruction).getArgOperand(5) : nullptr;
}

bool reducesFloatingPoint(const Function &microtask) {
  return any_of(instructions(microtask), [](const Instruction &instruction) {
    const Value *combiner = combinerOf(instruction);
    return combiner && combinesFloatingPoint(*combiner);
  });
}

static unsigned logIterationsOfBlock(const ParallelLoop &loop) {
  if (!loop.isLeaf)
    return 0;
  if (loop.hasUnboundedBody)
    return loop.isNested ? LogIterationsOfNested : 0;
  unsigned logBody = Log2_64_Ceil(std::max<size_t>(loop.bodyInstructions, 1));
  unsigned wanted = LogInstructionsOfBlock > logBody ? LogInstructionsOfBlock - logBody : 0;
  return std::clamp(wanted, LogFewestIterations, LogMostIterations);
}

/// Iterations of one block are never seen to race.
static bool showsRaces(const ParallelLoop &loop) { return loop.microtask->hasFnAttribute(Attribute::SanitizeThread); }

bool isReproducible(const ParallelLoop &loop) {
  return compilesReproducibly() && !showsRaces(loop) && loop.reduce && !loop.reductionNeedsLock &&
         combinesFloatingPoint(*loop.reduce->getArgOperand(5));
}

bool hasOneVersion(const ParallelLoop &loop) {
  // What is compiled twice, once in line, may come to be regrouped in two ways.
  return compilesReproducibly() && !showsRaces(loop) && !loop.microtask->hasOptNone() && mayRegroup(loop);
}

std::optional<unsigned> blockShift(const ParallelLoop &loop) {
  if (!loop.hasPromotionPoint() || showsRaces(loop))
    return std::nullopt;
  bool isRegrouped = loop.isLeaf && !loop.hasUnboundedBody && !loop.microtask->hasOptNone() && mayRegroup(loop);
  return isReproducible(loop) || isRegrouped ? std::optional(logIterationsOfBlock(loop)) : std::nullopt;
}

void reportDependentBits(Module &module, ArrayRef<std::unique_ptr<ParallelLoop>> loops) {
  if (!compilesReproducibly())
    return;
  DenseMap<const Instruction *, const ParallelLoop *> byReduce;
  for (const auto &loop : loops)
    if (loop->isConverted() && loop->reduce)
      byReduce[loop->reduce] = loop.get();
  for (const Function &function : module)
    for (const Instruction &instruction : instructions(function)) {
      const Value *combiner = combinerOf(instruction);
      const ParallelLoop *loop = byReduce.lookup(&instruction);
      if (!combiner || !combinesFloatingPoint(*combiner) ||
          (loop && (isReproducible(*loop) || !loop->hasPromotionPoint())))
        continue;
      reportDependentReduction(cast<CallBase>(instruction), !loop ? "its region is not converted"
                                                            : loop->reductionNeedsLock
                                                                ? "what it reduces has destructors"
                                                                : "ThreadSanitizer is to see each iteration");
    }
}

} // namespace tactus
