//===- LoopDependence.cpp - may iterations of a loop run at the same time? ------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Three questions: does control depend on earlier iterations, do variables (LoopVariables.h), does memory? The worst
// answer counts. For memory each store is compared with each access, by LLVM's DependenceInfo where that may be asked
// (DependencePremises.h). A dependence between iterations of an outer loop is none of this loop.
//
//===----------------------------------------------------------------------===//
#include "summary/LoopDependence.h"
#include "ir/LLVMVersions.h"
#include "model/MathCall.h"
#include "summary/DependencePremises.h"
#include "summary/LoopVariables.h"
#include "summary/SharedVariables.h"
#include "summary/UserLocation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/DependenceAnalysis.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/FormatVariadic.h"
#include <vector>

using namespace llvm;

namespace tactus {

/// More accesses than these are not compared with each other.
static constexpr size_t MostAccesses = 64;

namespace {

class Judge {
  Loop &loop;
  ScalarEvolution &evolution;
  DependenceInfo &dependences;
  AAResults &aliases;
  const LoopInfo &loops;
  const DominatorTree &dominators;
  const TargetLibraryInfo &library;
  LoopVerdict verdict;
  /// What is not known to be so, in the order in which it is asked for.
  std::vector<std::string> apart, guesses;
  /// `readers` are calls.
  SmallVector<Instruction *, 32> loads, stores, readers;

public:
  Judge(Loop &loop, Function &function, FunctionAnalysisManager &analyses)
      : loop(loop), evolution(analyses.getResult<ScalarEvolutionAnalysis>(function)),
        dependences(analyses.getResult<DependenceAnalysis>(function)), aliases(analyses.getResult<AAManager>(function)),
        loops(analyses.getResult<LoopAnalysis>(function)),
        dominators(analyses.getResult<DominatorTreeAnalysis>(function)),
        library(analyses.getResult<TargetLibraryAnalysis>(function)) {}

  LoopVerdict judge() {
    LoopVariables variables = variablesOf(loop, evolution);
    verdict.reductions = variables.reductions;
    SharedVariables shared = sharedVariablesOf(loop, variables);
    verdict.shared = shared.set;
    verdict.last = shared.last;
    if (!loop.getExitingBlock())
      findExits();
    else if (isa<SCEVCouldNotCompute>(evolution.getBackedgeTakenCount(&loop)))
      find(Independence::Unknown, "how many iterations there are is not known when it begins");
    if (!variables.carried.empty())
      find(Independence::Refuted, variables.carried);
    if (shared.isMemorySet)
      find(Independence::Unknown,
           describePossible(orOwn(shared.memoryLine), orOwn(shared.memoryLine), "write as well"));
    collect();
    WithoutScopesOfIterations allIterations(loop);
    compare();
    if (verdict.independence == Independence::Assumed)
      verdict.because = allGuesses();
    return verdict;
  }

private:
  /// All have to be true, so all are named.
  std::string allGuesses() const {
    std::string text = join(apart, ", ");
    if (!text.empty())
      text += " do not overlap";
    for (const std::string &guess : guesses)
      text += (text.empty() ? "" : ", and if ") + guess;
    return text;
  }

  /// Once each.
  void guess(std::vector<std::string> &list, const std::string &what) {
    find(Independence::Assumed, what);
    if (!is_contained(list, what))
      list.push_back(what);
  }

  /// Code that has been made of several lines has none: then it is the loop's first.
  unsigned orOwn(unsigned line) const {
    DebugLoc start = loop.getStartLoc();
    return line || !start ? line : start.getLine();
  }

  unsigned lineIn(const Instruction &instruction) const { return orOwn(lineOf(instruction)); }

  void find(Independence what, const std::string &why) {
    if (what <= verdict.independence)
      return;
    verdict.independence = what;
    verdict.because = why;
  }

  /// Does the program end there, or the function by an exception?
  static bool isLast(const BasicBlock &block, unsigned depth = 0) {
    const Instruction &end = *block.getTerminator();
    return isa<UnreachableInst, ResumeInst>(end) ||
           (depth < 8 && end.getNumSuccessors() > 0 &&
            all_of(successors(&block), [&](const BasicBlock *next) { return isLast(*next, depth + 1); }));
  }

  /// Assertions and exceptions need not be: then it ends in one place only.
  void findExits() {
    SmallVector<Loop::Edge, 4> exits;
    loop.getExitEdges(exits);
    const Loop::Edge *last = find_if(exits, [](const Loop::Edge &exit) { return isLast(*exit.second); });
    if (count_if(exits, [](const Loop::Edge &exit) { return !isLast(*exit.second); }) > 1 || last == exits.end())
      return find(Independence::Refuted, "it may end in any iteration, and then later ones must not have run");
    unsigned line = last->second->isEHPad() ? 0 : lineOf(last->second->front());
    find(Independence::Unknown, formatv("line {0} may end the program or throw in any iteration",
                                        line ? line : lineIn(*last->first->getTerminator())));
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
        if (instruction.isAtomic() || instruction.isVolatile()) {
          find(Independence::Unknown, formatv("line {0} is atomic or volatile", lineIn(instruction)));
        } else if (isa<LoadInst, StoreInst>(instruction)) {
          if (!isOwn(instruction))
            (isa<StoreInst>(instruction) ? stores : loads).push_back(&instruction);
        } else if (isOfMathematics(instruction)) {
          guess(guesses, formatv("nobody wants to know errno of line {0}", lineIn(instruction)));
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
    return call && isMathCall(*call, library);
  }

  std::string describeCall(const Instruction &instruction) const {
    auto *call = dyn_cast<CallBase>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    DISubprogram *written = callee ? callee->getSubprogram() : nullptr;
    if (isa<MemIntrinsic>(instruction))
      return formatv("line {0} copies or clears memory", lineIn(instruction));
    if (!callee)
      return formatv("line {0} calls a function that is not known", lineIn(instruction));
    return formatv("line {0} calls '{1}', which may touch anything", lineIn(instruction),
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
    if (aliases.isNoAlias(MemoryLocation::get(&store).getWithNewSize(LocationSize::beforeOrAfterPointer()),
                          MemoryLocation::get(&access).getWithNewSize(LocationSize::beforeOrAfterPointer())))
      return;
    const Value *written = objectOf(store), *touched = objectOf(access);
    Premises premises = written == touched ? premisesOf(store, access, loop, evolution) : Premises::Hold;
    if (premises == Premises::Apart)
      return;
    if (premises == Premises::Fail)
      return findPossible(store, access);
    std::unique_ptr<Dependence> dependence = dependenceBetween(dependences, store, access);
    if (dependence && dependence->isConfused() && written != touched)
      return guess(apart, formatv("{0} and {1}", nameOf(*written, store), nameOf(*touched, access)));
    if (isBetweenIterations(dependence.get()))
      return findDependence(store, access, *dependence);
    if (premises == Premises::HoldIfMoving)
      guess(guesses, formatv("line {0} touches another place in each iteration", lineIn(store)));
  }

  static const Value *objectOf(const Instruction &access) {
    return getUnderlyingObject(getLoadStorePointerOperand(&access), 0);
  }

  /// In one execution of this loop.
  bool isBetweenIterations(const Dependence *dependence) const {
    unsigned level = loop.getLoopDepth();
    if (!dependence || dependence->isConfused() || dependence->getLevels() < level)
      return dependence;
    for (unsigned outer = 1; outer < level; ++outer)
      if (!(dependence->getDirection(outer) & Dependence::DVEntry::EQ))
        return false;
    return dependence->getDirection(level) != Dependence::DVEntry::EQ;
  }

  void findDependence(const Instruction &store, const Instruction &access, const Dependence &dependence) {
    unsigned level = loop.getLoopDepth();
    if (dependence.isConfused() || dependence.getLevels() < level || !isInEach(store) || !isInEach(access))
      return findPossible(store, access);
    auto *distance = dyn_cast_or_null<SCEVConstant>(dependence.getDistance(level));
    const char *does = isa<StoreInst>(access) ? "writes as well" : "reads";
    if (distance && !distance->isZero())
      find(Independence::Refuted,
           formatv("what line {0} writes, line {1} {2} in another iteration ({3} away)", lineIn(store), lineIn(access),
                   does, distance->getAPInt().abs().getZExtValue()));
    else if (isFixed(store) && isFixed(access))
      find(Independence::Refuted,
           formatv("what line {0} writes, line {1} {2} in every iteration", lineIn(store), lineIn(access), does));
    else
      findPossible(store, access);
  }

  void findPossible(const Instruction &store, const Instruction &access) {
    find(Independence::Unknown,
         describePossible(lineIn(store), lineIn(access), isa<StoreInst>(access) ? "write as well" : "read"));
  }

  static std::string describePossible(unsigned line, unsigned other, const char *does) {
    return formatv("what line {0} writes, line {1} may {2} in another iteration", line, other, does);
  }

  /// Is it executed in each iteration, but for inner loops that need not go round?
  bool isInEach(const Instruction &access) const {
    const BasicBlock *block = access.getParent();
    for (Loop *around = loops.getLoopFor(block);; around = around->getParentLoop()) {
      if (!around->getLoopLatch() || !dominators.dominates(block, around->getLoopLatch()))
        return false;
      if (around == &loop)
        return true;
      BranchInst *guard = around->getLoopGuardBranch();
      block = guard ? guard->getParent() : around->getLoopPreheader();
      if (!block)
        return false;
    }
  }

  bool isFixed(const Instruction &access) const { return loop.isLoopInvariant(getLoadStorePointerOperand(&access)); }

  std::string nameOf(const Value &object, const Instruction &access) const {
    std::string name = variableOf(const_cast<Value &>(object));
    bool isWrite = isa<StoreInst>(access);
    return name.empty() ? formatv("what line {0} {1}", lineIn(access), isWrite ? "writes" : "reads").str()
                        : "'" + name + "'";
  }
};

} // namespace

LoopVerdict judgeLoop(Loop &loop, FunctionAnalysisManager &analyses) {
  return Judge(loop, *loop.getHeader()->getParent(), analyses).judge();
}

} // namespace tactus
