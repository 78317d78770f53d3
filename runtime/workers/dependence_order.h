//===- dependence_order.h - ThreadSanitizer is told of dependences ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What a depend clause orders, and no more: tasks with `in` are not ordered with each other, nor are tasks of different
// scopes that name the same item, nor is the creator with any of them. For each item of a scope there are three words
// whose addresses stand for what has happened:
//
//     kind           comes after            comes before
//     in             writers, sets          readers
//     inoutset       writers, readers       sets
//     all others     writers, readers, sets writers
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_WORKERS_DEPENDENCE_ORDER_H
#define TACTUS_RUNTIME_WORKERS_DEPENDENCE_ORDER_H

#include "workers/dependence_scope.h"

namespace tactus {

/// The calling strand begins a task with these items, or has waited for them.
void comeAfterItems(DependenceScope &scope, const abi::Dependence *list, uint64_t count);
void comeAfterItems(DependenceScope &scope, DependenceNode &node);
/// It has finished the task.
void comeBeforeItems(DependenceScope &scope, DependenceNode &node);
/// It has waited for all tasks of the scope.
void comeAfterAll(DependenceScope &scope);

} // namespace tactus

#endif // TACTUS_RUNTIME_WORKERS_DEPENDENCE_ORDER_H
