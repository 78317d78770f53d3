//===- lineage.h - which context descends from which ------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A context that is used inside a task descends from that task's context. Two questions follow from it: is the context
// cancelled, because it or an ancestor is; and does a task belong to what a thread waits for? A context may end before
// its descendants do, so the tree is made of nodes with reference counts:
//
//     context A ──► node A ◄── node B ◄── context B, used in a task of A
//                     ▲─────── node C ◄── context C
//
// Cancelling marks one node. A node that is asked looks at its ancestors only if something has been cancelled anywhere
// since it looked last (the epoch).
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TBB_LINEAGE_H
#define TACTUS_TBB_LINEAGE_H

#include "access.h"

namespace tactus::onetbb {

struct Lineage {
  std::atomic<uint32_t> references{1};
  uint32_t depth = 0;
  Lineage *parent = nullptr;
  /// False for isolated contexts: they are part of what their ancestors wait for, but not cancelled with them.
  bool inheritsCancellation = true;
  /// Marked, before the epoch is raised. Sequentially consistent, like the epoch.
  std::atomic<bool> cancelled{false};
  /// No ancestor was cancelled in this epoch. Relaxed: whoever reads an old one looks again.
  std::atomic<uint64_t> lookedIn{0};
};

/// The node of a context that has been bound.
inline Lineage *lineageOf(task_group_context &context) { return Access::lineage(context); }

/// For who needs a node longer than its context may last.
inline Lineage *hold(Lineage *node) {
  node->references.fetch_add(1, std::memory_order_relaxed);
  return node;
}
void release(Lineage *node);

/// At its first use the context becomes a descendant of `around`, the context of the running task; null outside of all.
/// Unless it has its own, it gets that one's floating-point settings, or those of `standard`.
void bindFirst(task_group_context &context, task_group_context *around, task_group_context *standard);
inline void bind(task_group_context &context, task_group_context *around, task_group_context *standard) {
  if (Access::state(context).load(std::memory_order_acquire) <= Access::State::locked) [[unlikely]]
    bindFirst(context, around, standard);
}

/// Whether tasks of the context `of` belong to what `ancestor` has around it.
inline bool descendsFrom(const Lineage *of, const Lineage *ancestor) {
  if (of == ancestor)
    return true;
  if (of->depth <= ancestor->depth)
    return false;
  while (of->depth > ancestor->depth)
    of = of->parent;
  return of == ancestor;
}

bool isCancelled(task_group_context &context);
/// False if it was already.
bool cancel(task_group_context &context);

/// Inside a handler: the context keeps the exception, and is cancelled, unless it is already.
void keepException(task_group_context &context);
/// Throws what the context has kept.
void throwKept(task_group_context &context);

/// How the calling thread calculates: rounding and denormals. Never 0 on x86-64.
uint64_t readFloatingPoint();
void writeFloatingPoint(uint64_t settings);

} // namespace tactus::onetbb

#endif // TACTUS_TBB_LINEAGE_H
