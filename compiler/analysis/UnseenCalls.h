//===- UnseenCalls.h - what code calls in other files ----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Whether a function of another file waits for other threads, its record says (lower/regions/PhaseCallRecords.h), if it
// has one. Which records are to be asked for are the functions that are called by name. What is called through a
// pointer has no name, and what the linker may replace has no record.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_ANALYSIS_UNSEENCALLS_H
#define TACTUS_COMPILER_ANALYSIS_UNSEENCALLS_H

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/PassManager.h"

namespace tactus {

/// Of a task, clang's code calls through a pointer what finds its variables, until that has been tidied: it cannot be
/// told what tasks call, so they are left out.
enum class TaskCode { AsClangWritesIt, Tidied };

class UnseenCalls {
public:
  UnseenCalls(llvm::FunctionAnalysisManager &analyses, TaskCode tasks) : analyses(analyses), tasks(tasks) {}

  /// With what is called in turn, and what the OpenMP runtime is given to call.
  void add(const llvm::Instruction &instruction);

  llvm::SmallSetVector<llvm::Function *, 4> callees;
  /// Is all of it called by name?
  bool areNamed = true;

  bool isEmpty() const { return callees.empty() && areNamed; }

private:
  llvm::FunctionAnalysisManager &analyses;
  TaskCode tasks;
  /// Functions of this file.
  llvm::SmallSetVector<const llvm::Function *, 8> reached;
  unsigned lookedAt = 0;

  void look(const llvm::Instruction &instruction);
  void lookAtOperand(const llvm::Value &operand);
  bool isLibrary(llvm::Function &function) const;
};

} // namespace tactus

#endif // TACTUS_COMPILER_ANALYSIS_UNSEENCALLS_H
