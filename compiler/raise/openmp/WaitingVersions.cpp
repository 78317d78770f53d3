//===- WaitingVersions.cpp - loops whose iterations may wait elsewhere -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/openmp/WaitingVersions.h"
#include "abi/teams.h"
#include "analysis/Captures.h"
#include "analysis/StrandRules.h"
#include "model/Microtask.h"
#include "model/Reasons.h"
#include "model/RegionMarks.h"
#include "raise/openmp/IterationOutlining.h"
#include "raise/openmp/OwnMicrotasks.h"
#include "raise/openmp/RegionCopies.h"
#include "raise/openmp/TripCount.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace tactus {

/// On microtasks that have a version for strands.
static constexpr const char *HasStrandsAttribute = "tactus-has-strands";

/// More threads than any team has.
static constexpr uint64_t MostThreads = 1 << 15;

static bool callsOtherFiles(Function &microtask, function_ref<TargetLibraryInfo &(Function &)> libraryInfo) {
  SmallSetVector<Function *, 4> microtasks;
  microtasks.insert(&microtask);
  for (unsigned i = 0; i < microtasks.size(); ++i) {
    if (microtasks[i]->isDeclaration() || (teamFlagsOf(*microtasks[i], libraryInfo) & abi::TeamCallsOtherFiles))
      return true;
    for (Instruction &instruction : instructions(*microtasks[i]))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        if (Function *inner = microtaskOf(*call))
          microtasks.insert(inner);
  }
  return false;
}

/// Of what the source says of both numbers.
static bool mayHaveThreadForEach(const ParallelLoop &loop) {
  uint64_t iterations = loop.constantTripCount;
  const auto *threads = loop.pushNumThreads ? dyn_cast<ConstantInt>(loop.pushNumThreads->getArgOperand(2)) : nullptr;
  uint64_t mostThreads = threads ? threads->getZExtValue() : MostThreads;
  return mostThreads > 1 && (iterations == 0 || (iterations > 1 && iterations <= mostThreads));
}

static void separate(ParallelLoop &loop, Value *last) {
  Function *strands = copyMicrotask(*loop.microtask);
  loop.microtask->addFnAttr(HasStrandsAttribute);
  RegionCall region = regionOfFork(*loop.fork);
  Value *lastHere = Recomputation(*region.call, region.firstArgument, *region.first).compute(last);
  IRBuilder<> builder(region.first);
  Value *iterations = builder.CreateAdd(builder.CreateZExt(lastHere, builder.getInt64Ty()), builder.getInt64(1));
  Value *threads = loop.pushNumThreads ? loop.pushNumThreads->getArgOperand(2) : builder.getInt32(0);
  FunctionCallee ask = loop.fork->getModule()->getOrInsertFunction("tactus_has_thread_for_each", builder.getInt32Ty(),
                                                                   builder.getInt64Ty(), builder.getInt32Ty());
  Value *hasThreads = builder.CreateIsNotNull(builder.CreateCall(ask, {iterations, threads}));
  CallInst *copy = separateRegion(region, hasThreads, *strands);
  noteReasonsAgainstRegion(*copy, Reason::UnknownRoles);
}

bool separateWaitingVersions(ArrayRef<std::unique_ptr<ParallelLoop>> loops,
                             function_ref<TargetLibraryInfo &(Function &)> libraryInfo) {
  bool changed = false;
  std::vector<SmallVector<Capture, 8>> captures;
  for (auto [i, loop] : enumerate(loops)) {
    // Inside of another region there is one thread, whether that is seen or not.
    if (!loop->mayBeRefused() || loop->isNested || loop->microtask->hasFnAttribute(HasStrandsAttribute) ||
        !mayHaveThreadForEach(*loop) || !callsOtherFiles(*loop->microtask, libraryInfo) ||
        !blockersOfStrands(*loop->fork).empty())
      continue;
    DominatorTree dominators(*loop->microtask);
    const Value *last = lastIteration(*loop, dominators);
    if (!last || !Recomputation::isPossible(last, Recomputation::Source::Memory))
      continue;
    // Of all loops, before there are others.
    if (!changed)
      captures = classifyCaptures(loops);
    shareIteration(*loop, captures[i]);
    separate(*loop, const_cast<Value *>(last));
    changed = true;
  }
  return changed;
}

} // namespace tactus
