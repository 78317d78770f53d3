//===- dependences.h - OpenMP's tasks with dependences ---------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A task with `depend` is called where it is created, and then nothing that it depends on is unfinished: the order of
// the program satisfies all dependences. Only a rest that runs elsewhere has to ask (docs/decisions/0120):
//
//     words = tactus_tasks_issue(scope, list, count, task)      null: nothing unfinished is in the way; it is called
//     words: filled by the rest; tactus_tasks_defer(scope, words)     the task runs when what is before it has finished
//
// `scope` is a word in the frame of the function whose tasks these are, 0 before the first of its forks is promoted.
// Every fork of such a function has TACTUS_FORK_HAS_DEPENDENCES, and as the last words of its environment the address
// of that word, that of its task's list, and the list's length.
//
// Tasks without dependences that a loop creates ask as well, with an empty list: one may be left to somebody who has
// nothing to do. They ask while the first word of what the scope's word points to is not 0.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_ABI_DEPENDENCES_H
#define TACTUS_ABI_DEPENDENCES_H

#include "tactus/latent.h"

#include <cstdint>

namespace tactus::abi {

/// One item of a depend clause, as clang writes it down for libomp (kmp_depend_info).
struct Dependence {
  uint64_t address;
  uint64_t bytes;
  /// One of DependenceKind.
  uint8_t kind;
};
static_assert(sizeof(Dependence) == 24);

/// kmp_depend_info::flag.
enum DependenceKind : uint8_t {
  DependsIn = 1,
  DependsOut = 2,
  DependsInOut = 3,
  DependsMutexInOutSet = 4,
  DependsInOutSet = 8,
  DependsOnAllMemory = 0x80
};

/// The words that such a fork's environment ends with.
inline constexpr uint32_t DependenceWords = 3;

} // namespace tactus::abi

extern "C" {

/// A rest comes to a task that depends on the `count` items of `list`. Null if the task may begin: the caller calls it.
/// Else the memory for `task->environment_words` words, which the caller fills before it hands them to
/// tactus_tasks_defer(). Waits until the task may begin if it cannot be deferred, always if `task` is null. By the
/// strand that creates the scope's tasks, of which there is one at a time.
uint64_t *tactus_tasks_issue(void **scope, const tactus::abi::Dependence *list, uint64_t count,
                             tactus_fork_descriptor *task);
/// `words` are filled: `task->run` is called with them when all that it depends on has finished.
void tactus_tasks_defer(void **scope, uint64_t *words);
/// Waits until the items of `list` may be used as they say, or, if it is null, for all of the scope's tasks.
void tactus_tasks_await(void **scope, const tactus::abi::Dependence *list, uint64_t count);
/// Not 0 as soon as compiled code has created a task with dependences that libomp runs: tasks of ours that stand beside
/// such tasks wait for them. Written and read relaxed.
extern int32_t tactus_libomp_dependences;
}

#endif // TACTUS_ABI_DEPENDENCES_H
