//===- AddressUses.h - what is done with a variable's address ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// In code as clang writes it, before anything is known of functions: parameters are copied to the stack, and temporary
// objects are passed on by address.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_ANALYSIS_ADDRESSUSES_H
#define TACTUS_COMPILER_ANALYSIS_ADDRESSUSES_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"

namespace tactus {

/// Is this a store of a parameter into a variable that nobody reads? Clang writes such copies for debuggers.
bool isCopyForDebuggers(const llvm::StoreInst &store);

class AddressUses {
public:
  explicit AddressUses(const llvm::AllocaInst &variable);

  /// May somebody have the address when all that is seen here is done?
  bool mayBeKept() const { return isKept; }
  /// Does the variable's own function keep it in another variable?
  bool isHeld() const { return isHeldByVariable; }
  /// Does a spawned call get the address, here or in a function that is called? It may run when this one has returned.
  bool reachesSpawn() const { return isSpawned; }
  /// What the variable's own function does with its memory, and the calls to which it passes the address.
  const llvm::SmallPtrSetImpl<const llvm::Instruction *> &accesses() const { return found; }
  /// Is nothing left of the former content behind the access?
  bool replaces(const llvm::Instruction &access) const;

private:
  const llvm::AllocaInst &variable;
  uint64_t size = 0;
  bool isKept = false;
  bool isHeldByVariable = false;
  bool isSpawned = false;
  llvm::SmallPtrSet<const llvm::Instruction *, 16> found;
  llvm::SmallPtrSet<const llvm::Value *, 16> seen;

  void follow(const llvm::Value &address);
  void followStore(const llvm::StoreInst &store, const llvm::Use &use);
  void followCall(const llvm::CallBase &call, const llvm::Use &use);
};

} // namespace tactus

#endif // TACTUS_COMPILER_ANALYSIS_ADDRESSUSES_H
