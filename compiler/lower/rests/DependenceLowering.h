//===- DependenceLowering.h - tasks that a rest may have to defer --------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// In a rest, which runs elsewhere, earlier tasks may be unfinished. Before it calls a task that depends on anything, it
// asks libtactus (abi/dependences.h):
//
//   before    tactus.depend(scope, items, count)     after    words = tactus_tasks_issue(scope, items, count, task)
//             first branch                                    br words, deferred, called
//             record = tactus.spawn()               deferred: fill words; tactus_tasks_defer(scope, words); br rest
//             br record, join, rest                 called:   first branch
//                                                             record = tactus.spawn()
//                                                             br record, join, rest
//
// A task that cannot be copied is waited for, and so is one that is no fork.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_RESTS_DEPENDENCELOWERING_H
#define TACTUS_COMPILER_LOWER_RESTS_DEPENDENCELOWERING_H

#include "lower/rests/Rest.h"

namespace tactus {

/// The words that the environment of a fork ends with whose spawn has the mark.
llvm::SmallVector<llvm::Value *, 3> dependenceWords(const DependenceMark &mark);

/// A descriptor by which libtactus runs the task of a spawn from a copy of what it is given; null if it has no such
/// copy.
llvm::GlobalVariable *createDeferredTask(const Rest &plan, const SpawnMemory &memory);

/// Lowers the mark of a fork in a rest. `rest` is what follows the fork, `task` as above.
void emitDeferral(DependenceMark mark, const Fork &fork, llvm::BasicBlock *rest, llvm::GlobalVariable *task);

/// Lowers all other marks of a function, or of a rest.
void lowerDependenceMarks(llvm::Function &function, bool isRest);

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_RESTS_DEPENDENCELOWERING_H
