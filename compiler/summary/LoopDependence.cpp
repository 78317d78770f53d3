//===- LoopDependence.cpp - may iterations of a loop run at the same time? ------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Three questions, the first of which to find something ends it: does control depend on earlier iterations, do
// variables (LoopVariables.h), does memory? For memory each store is compared with each access, by LLVM's
// DependenceInfo. A dependence between iterations of an outer loop is none of this loop.
//
//===----------------------------------------------------------------------===//
#include "summary/LoopDependence.h"
#include "summary/LoopVariables.h"
#include "summary/UserLocation.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace tactus {

/// More accesses than these are not compared with each other.
static constexpr size_t MostAccesses = 64;

namespace {

class Judge {
  Loop &loop;
  ScalarEvolution &evolution;
  DependenceInfo &dependences;
  const TargetLibraryInfo &library;
  LoopVerdict verdict;
  /// `readers` are calls.
  SmallVector<Instruction *, 32> loads, stores, readers;

public:
  Judge(Loop &loop, ScalarEvolution &evolution, DependenceInfo &dependences, const TargetLibraryInfo &library)
      : loop(loop), evolution(evolution), dependences(dependences), library(library) {}

  LoopVerdict judge() {
    LoopVariables variables = variablesOf(loop, evolution);
    verdict.reductions = variables.reductions;
    if (!loop.getExitingBlock())
      find(Independence::Refuted, "it may end in any iteration, and then later ones must not have run");
    else if (isa<SCEVCouldNotCompute>(evolution.getBackedgeTakenCount(&loop)))
      find(Independence::Unknown, "how many iterations there are is not known when it begins");
    if (!variables.carried.empty())
      find(Independence::Refuted, variables.carried);
    collect();
    compare();
    return verdict;
  }

private:
  void find(Independence what, const std::string &why) {
    if (what <= verdict.independence)
      return;
    verdict.independence = what;
    verdict.because = why;
  }

  /// A variable that each iteration has for itself lives and dies in the loop.
  bool isOwn(const Instruction &access) const {
    auto *variable = dyn_cast<AllocaInst>(getUnderlyingObject(getLoadStorePointerOperand(&access)));
    return variable && any_of(variable->users(), [&](const User *user) {
             auto *marker = dyn_cast<IntrinsicInst>(user);
             return marker && marker->isLifetimeStartOrEnd() && loop.contains(marker);
           });
  }

  void collect() {
    for (BasicBlock *block : loop.blocks())
      for (Instruction &instruction : *block) {
        if (auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction); intrinsic && intrinsic->isAssumeLikeIntrinsic())
          continue;
        if (isa<LoadInst, StoreInst>(instruction)) {
          if (instruction.isAtomic() || instruction.isVolatile())
            find(Independence::Unknown, formatv("line {0} is atomic or volatile", lineOf(instruction)));
          else if (!isOwn(instruction))
            (isa<StoreInst>(instruction) ? stores : loads).push_back(&instruction);
        } else if (isOfMathematics(instruction)) {
          find(Independence::Assumed, formatv("nobody wants to know errno of line {0}", lineOf(instruction)));
        } else if (instruction.mayWriteToMemory()) {
          find(Independence::Unknown, describeCall(instruction));
        } else if (instruction.mayReadFromMemory()) {
          readers.push_back(&instruction);
        }
      }
    if (!stores.empty() && !readers.empty())
      find(Independence::Unknown, describeCall(*readers.front()));
  }

  /// Square roots and their like write errno, and nothing else.
  bool isOfMathematics(const Instruction &instruction) const {
    auto *call = dyn_cast<CallBase>(&instruction);
    LibFunc function;
    return call && library.getLibFunc(*call, function) && call->onlyWritesMemory() && !call->getType()->isVoidTy() &&
           call->getType()->isFloatingPointTy() &&
           none_of(call->args(), [](const Use &argument) { return argument->getType()->isPointerTy(); });
  }

  static std::string describeCall(const Instruction &instruction) {
    auto *call = dyn_cast<CallBase>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    DISubprogram *written = callee ? callee->getSubprogram() : nullptr;
    if (isa<MemIntrinsic>(instruction))
      return formatv("line {0} copies or clears memory", lineOf(instruction));
    if (!callee)
      return formatv("line {0} calls a function that is not known", lineOf(instruction));
    return formatv("line {0} calls '{1}', which may touch anything", lineOf(instruction),
                   written ? written->getName() : callee->getName());
  }

  void compare() {
    if (verdict.independence == Independence::Refuted)
      return;
    if (stores.size() * (stores.size() + loads.size()) > MostAccesses * MostAccesses)
      return find(Independence::Unknown, "it touches too many places to compare them all");
    for (size_t i = 0; i < stores.size(); ++i) {
      for (size_t k = i; k < stores.size(); ++k)
        comparePair(*stores[i], *stores[k]);
      for (Instruction *load : loads)
        comparePair(*stores[i], *load);
    }
  }

  void comparePair(Instruction &store, Instruction &access) {
    std::unique_ptr<Dependence> dependence = dependences.depends(&store, &access, true);
    if (!dependence)
      return;
    bool isWrite = isa<StoreInst>(access);
    if (dependence->isConfused())
      return findUnclear(store, access, isWrite);
    unsigned level = loop.getLoopDepth();
    if (dependence->getLevels() < level)
      return findUnclear(store, access, isWrite);
    for (unsigned outer = 1; outer < level; ++outer)
      if (!(dependence->getDirection(outer) & Dependence::DVEntry::EQ))
        return; // not in one execution of this loop
    if (dependence->getDirection(level) == Dependence::DVEntry::EQ)
      return;
    auto *distance = dyn_cast_or_null<SCEVConstant>(dependence->getDistance(level));
    const char *does = isWrite ? "writes as well" : "reads";
    if (distance && !distance->isZero())
      find(Independence::Refuted,
           formatv("what line {0} writes, line {1} {2} in another iteration ({3} away)", lineOf(store), lineOf(access),
                   does, distance->getAPInt().abs().getZExtValue()));
    else if (isFixed(store) && isFixed(access))
      find(Independence::Refuted,
           formatv("what line {0} writes, line {1} {2} in every iteration", lineOf(store), lineOf(access), does));
    else
      find(Independence::Unknown, formatv("what line {0} writes, line {1} may {2} in another iteration", lineOf(store),
                                          lineOf(access), isWrite ? "write as well" : "read"));
  }

  bool isFixed(const Instruction &access) const { return loop.isLoopInvariant(getLoadStorePointerOperand(&access)); }

  /// Where the two have nothing to do with each other as far as the code says, they are assumed to be apart.
  void findUnclear(const Instruction &store, const Instruction &access, bool isWrite) {
    const Value *written = getUnderlyingObject(getLoadStorePointerOperand(&store), 0);
    const Value *touched = getUnderlyingObject(getLoadStorePointerOperand(&access), 0);
    if (written == touched)
      return find(Independence::Unknown, formatv("what line {0} writes, line {1} may {2} in another iteration",
                                                 lineOf(store), lineOf(access), isWrite ? "write as well" : "read"));
    find(Independence::Assumed,
         formatv("{0} and {1} do not overlap", nameOf(*written, store), nameOf(*touched, access)));
  }

  static std::string nameOf(const Value &object, const Instruction &access) {
    std::string name = variableOf(const_cast<Value &>(object));
    bool isWrite = isa<StoreInst>(access);
    return name.empty() ? formatv("what line {0} {1}", lineOf(access), isWrite ? "writes" : "reads").str()
                        : "'" + name + "'";
  }
};

} // namespace

LoopVerdict judgeLoop(Loop &loop, ScalarEvolution &evolution, DependenceInfo &dependences,
                      const TargetLibraryInfo &library) {
  return Judge(loop, evolution, dependences, library).judge();
}

} // namespace tactus
