//===- PromotionReach.h - which calls may reach a promotion point --------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A call that may reach a poll needs a "deopt" bundle, or the loops around it are invisible to a promotion below it; a
// loop without such calls is a leaf, which is polled once a chunk. A call may reach a promotion point unless it is
// known not to: the callee's code is here and reaches none, or it is a library function that calls nobody back.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_ANALYSIS_PROMOTIONREACH_H
#define TACTUS_COMPILER_ANALYSIS_PROMOTIONREACH_H

#include "model/ParallelLoop.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Module.h"
#include <memory>

namespace tactus {

class PromotionReach {
public:
  /// Looks at the whole module; `loops` are the loops that will be converted, the others run on libomp.
  PromotionReach(llvm::Module &module, llvm::ArrayRef<std::unique_ptr<ParallelLoop>> loops,
                 llvm::function_ref<llvm::TargetLibraryInfo &(llvm::Function &)> libraryInfo);

  bool mayReach(const llvm::CallBase &call) const;
  bool mayReach(const llvm::Function &function) const { return reaching.contains(&function); }
  /// Does the function's own code fork?
  bool forks(const llvm::Function &function) const { return forking.contains(&function); }

private:
  llvm::DenseSet<const llvm::CallBase *> convertedForks;
  llvm::DenseSet<const llvm::Function *> reaching;
  llvm::DenseSet<const llvm::Function *> forking;
  llvm::DenseSet<const llvm::Function *> harmless;

  void findReaching(const llvm::Module &module);
};

/// Is the declared function one of a library that does its work and returns, and calls nobody back?
bool isLibraryFunction(const llvm::Function &function, const llvm::TargetLibraryInfo &libraryInfo);

} // namespace tactus

#endif // TACTUS_COMPILER_ANALYSIS_PROMOTIONREACH_H
