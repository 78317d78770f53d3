//===- ForkPoll.h - the poll of a fork, out of line -------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   record = @tactus.poll(environment...)     array = { environment... }; return tactus_fork_poll(descriptor, &array)
//
// A function of its own, which takes the environment in registers and leaves most of them alone: the function that
// forks needs neither room for the array nor registers for addresses. A fork that has been copied, to the rests behind
// other forks, keeps its descriptor, and its copies share the function.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_FORKS_FORKPOLL_H
#define TACTUS_COMPILER_LOWER_FORKS_FORKPOLL_H

#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstrTypes.h"

namespace tactus {

/// The function that polls for the fork with this descriptor, which is in `caller`, at `location`.
llvm::Function *pollFunctionOf(llvm::GlobalVariable &descriptor, llvm::ArrayRef<llvm::Value *> environment,
                               const llvm::Function &caller, const llvm::DebugLoc &location);

/// Is it the call of a fork's poll, whose result is the record, or null?
bool isForkPoll(const llvm::CallBase &call);

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_FORKS_FORKPOLL_H
