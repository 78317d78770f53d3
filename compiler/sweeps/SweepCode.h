//===- SweepCode.h - the code around a sweep that may run later ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     loop: for (i...)        if (region.active && __tactus_splice_sweep(&region, &code, &environment, accesses, n)) ;
//                             else for (i...)              as it was
//
//     code: f.sweep(environment, first, last)              iterations [first, last) of a copy
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_SWEEPS_SWEEPCODE_H
#define TACTUS_COMPILER_SWEEPS_SWEEPCODE_H

#include "abi/splicing.h"
#include "sweeps/Sweep.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace tactus {

/// Calls of splice/sweeps.cpp (abi/splicing.h). The loop around sweeps has a SweepRegion on its function's stack.
class SweepCalls {
public:
  explicit SweepCalls(llvm::Module &module) : module(module) {}

  llvm::AllocaInst *makeRegion(llvm::Function &function);
  void begin(llvm::Value *region, llvm::StringRef file, unsigned line, llvm::Instruction &before);
  void end(llvm::Value *region, llvm::Instruction &before);
  /// Asks first, which is cheaper; makes new blocks.
  void endIfAny(llvm::Value *region, llvm::Instruction &before);
  void touch(llvm::Value *region, llvm::Value *pointer, llvm::Value *size, bool isWritten, llvm::Instruction &before);
  llvm::Value *sweep(llvm::IRBuilder<> &builder, llvm::ArrayRef<llvm::Value *> arguments);
  llvm::Constant *text(llvm::StringRef text);

private:
  llvm::Module &module;
  llvm::CallInst *call(llvm::IRBuilder<> &builder, llvm::StringRef name, llvm::Type *result,
                       llvm::ArrayRef<llvm::Value *> arguments);
};

/// What is known of a sweep when it begins.
struct SweepValues {
  llvm::Value *iterations = nullptr;
  /// The fields of each range.
  llvm::SmallVector<std::array<llvm::Value *, abi::SweepAccessFields::Count>, 8> accesses;
  /// Of each counter.
  llvm::SmallVector<llvm::Value *, 2> steps;
};

/// Before the sweep's preheader ends, while analyses hold. They cannot be computed there: false.
bool expandValues(const Sweep &sweep, llvm::ScalarEvolution &evolution, SweepValues &values);

/// Afterwards no analysis holds.
/// \param otherwise   what runs if it does not run later; null: the loop
void emitSweep(const Sweep &sweep, const SweepValues &values, llvm::Value *region, llvm::BasicBlock *otherwise,
               SweepCalls &calls);

} // namespace tactus

#endif // TACTUS_COMPILER_SWEEPS_SWEEPCODE_H
