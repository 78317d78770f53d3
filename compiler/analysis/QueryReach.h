//===- QueryReach.h - which code may ask OpenMP where it is --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// omp_get_level(), omp_get_max_threads() and their like are answered from records that converted regions and tasks keep
// (runtime/regions/regions.h). A record costs some nanoseconds, so it is kept only where somebody may ask or set
// something:
//
//   the query itself            visible here
//   code of another file        which may ask, as far as this module tells; known library functions do not
//   a call through a pointer    the same
//
// The search goes through calls of this module's code, microtasks and tasks included.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_ANALYSIS_QUERYREACH_H
#define TACTUS_COMPILER_ANALYSIS_QUERYREACH_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

namespace tactus {

class QueryReach {
public:
  /// Looks at the whole module.
  QueryReach(llvm::Module &module, llvm::function_ref<llvm::TargetLibraryInfo &(llvm::Function &)> libraryInfo);

  /// May the function, or what it calls, ask or set something?
  bool mayAsk(const llvm::Function &function) const { return asking.contains(&function); }
  bool mayAsk(const llvm::CallBase &call) const;

private:
  llvm::DenseSet<const llvm::Function *> asking;
  llvm::DenseSet<const llvm::Function *> harmless;

  bool mayAskThrough(const llvm::Value &operand) const;
};

} // namespace tactus

#endif // TACTUS_COMPILER_ANALYSIS_QUERYREACH_H
