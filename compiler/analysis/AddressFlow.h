//===- AddressFlow.h - where some objects' addresses and contents may come --------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Whoever looks at some objects of a function need not look into calls that know neither where they are nor what they
// hold. That is found without regard to the order of execution: from an object to what is computed of its address or
// content, into the memory of the function's own that it is stored to, and out of that again with whatever is loaded.
//
//     store &sum, closure.0      the closure leads to sum
//     call lambda(&closure)      may access it
//     call log(&file, sum)       is told of it
//     call parse(&text)          knows nothing
//
// Where an address goes into memory that is not the function's own, every call may know it.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_ANALYSIS_ADDRESSFLOW_H
#define TACTUS_COMPILER_ANALYSIS_ADDRESSFLOW_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstrTypes.h"

namespace tactus {

class AddressFlow {
public:
  /// What a call does that `isInlined` is not followed: its callee's code will stand in its place.
  AddressFlow(llvm::ArrayRef<llvm::Value *> objects, llvm::function_ref<bool(const llvm::CallBase &)> isInlined);

  /// May the call be given the address of one of the objects, of memory that leads to one, or what one holds?
  bool mayKnow(const llvm::CallBase &call) const;

private:
  llvm::function_ref<bool(const llvm::CallBase &)> isInlined;
  llvm::SmallPtrSet<const llvm::Value *, 32> reached;
  llvm::SmallVector<llvm::Value *, 32> worklist;
  /// What memory belongs to into which an address has gone.
  llvm::SmallPtrSet<const llvm::Value *, 8> owners;
  bool isEverywhere = false;

  void reach(llvm::Value *value);
  void reachMemory(llvm::Value *pointer, const llvm::Value &source);
  void follow(const llvm::Use &use);
  void followCall(llvm::CallBase &call, const llvm::Use &use);
};

} // namespace tactus

#endif // TACTUS_COMPILER_ANALYSIS_ADDRESSFLOW_H
