//===- IterationCopy.h - a simplified copy of a loop, to be looked at ----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Raising sees clang's raw output: every variable is in memory, and a class's members are behind calls. What an
// iteration finds in a variable shows only after inlining and in SSA form. So questions about a loop's data are put to
// a copy of its function that nobody will ever run:
//
//   before   microtask: k = alloca; store 0, k                 after   microtask.copy:
//            header: ... load iv ... body                              header: K = phi [0, entry], [K + 1, latch]
//            body:   t = alloca'd outside; f(&k, &t)                   body:   call @tactus.copy.iteration()
//                                                                              ... K ...
//
//  * What is given an address of what iterations may carry is inlined, up to a budget; nested regions too. So are small
//    functions, which lengths of arrays are behind.
//  * A mark stands where an iteration begins. There all variables of the body's own scopes are overwritten, so that
//    nothing in them seems to survive an iteration. Clang's stack slots all stand in the entry block. A slot is the
//    body's if its lifetime begins there, or if it stands behind those of the loop's clauses and counters and is used
//    nowhere else. Without optimisation there are no lifetimes, and what clang makes has none at any level.
//  * A reduction's private copy is handed to a mark behind the loop instead of libomp's list, so that it can be in SSA
//    form as well.
//
// Then every variable that iterations of one thread pass on to each other is a phi at the loop's header, or memory.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_ANALYSIS_ITERATIONCOPY_H
#define TACTUS_COMPILER_ANALYSIS_ITERATIONCOPY_H

#include "model/ParallelLoop.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace tactus {

class IterationCopy {
public:
  /// `candidates` are the microtask's variables that iterations may carry something in.
  IterationCopy(const ParallelLoop &loop, llvm::ArrayRef<llvm::AllocaInst *> candidates,
                llvm::FunctionAnalysisManager &analyses);
  IterationCopy(const IterationCopy &) = delete;
  IterationCopy &operator=(const IterationCopy &) = delete;
  ~IterationCopy();

  llvm::Function &function() const { return *copy; }
  /// The first instruction of an iteration; null if no iteration is ever run.
  llvm::Instruction *start() const;
  /// The worksharing loop; null if there is no more than one iteration.
  llvm::Loop *loop(const llvm::LoopInfo &loops) const;
  /// The values that the loop's reductions have behind it.
  llvm::SmallVector<const llvm::Value *, 4> reducedValues() const;
  /// Clang's own variables of the loop: they count, and libomp fills them in.
  bool isBookkeeping(const llvm::Value *variable) const;
  /// The private copy of a reduction that could not be taken out of memory.
  bool isReduced(const llvm::Value *variable) const;

private:
  const ParallelLoop &source;
  llvm::FunctionAnalysisManager &analyses;
  llvm::Function *copy = nullptr;
  llvm::CallInst *mark = nullptr;
  llvm::ValueToValueMapTy map;

  void keepBookkeeping();
  void handOverReductions();
  void markIterations();
  /// A call that is not inlined yet.
  struct PendingCall {
    llvm::CallBase *call;
    bool isInBody;
    unsigned depth;
  };
  llvm::Function *inlinedBy(const llvm::CallBase &call) const;
  llvm::SmallVector<llvm::Value *, 8> objectsToFollow(llvm::ArrayRef<llvm::AllocaInst *> candidates);
  void inlineCalls(llvm::ArrayRef<llvm::AllocaInst *> candidates);
  void inlineCall(PendingCall pending, llvm::SmallVectorImpl<PendingCall> &next);
  void readCapturesOnce();
  void simplify();
  void overwriteAtStart(llvm::AllocaInst &variable);
};

/// The variables of the microtask that outlive an iteration: private copies, and what the region declares before the
/// loop. Neither clang's own nor those of the body's scopes.
llvm::SmallVector<llvm::AllocaInst *, 8> lastingVariables(const ParallelLoop &loop);

} // namespace tactus

#endif // TACTUS_COMPILER_ANALYSIS_ITERATIONCOPY_H
