//===- lineage.cpp - which context descends from which ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lineage.h"

#include "event.h"
#include "small_objects.h"

#include <new>

namespace tactus::onetbb {

using State = Access::State;

/// Raised after each cancellation.
static std::atomic<uint64_t> epoch{1};

static Lineage *makeNode(Lineage *parent, bool inherits) {
  auto *node = new (allocateSmall(sizeof(Lineage))) Lineage;
  node->inheritsCancellation = inherits;
  if (!parent)
    return node;
  parent->references.fetch_add(1, std::memory_order_relaxed);
  node->parent = parent;
  node->depth = parent->depth + 1;
  // What was true of the parent's ancestors is true of this node's, if the parent itself is not cancelled either.
  uint64_t looked = parent->lookedIn.load(std::memory_order_relaxed);
  if (!inherits || (looked == epoch.load() && !parent->cancelled.load()))
    node->lookedIn.store(looked, std::memory_order_relaxed);
  return node;
}

void release(Lineage *node) {
  // Release and acquire: who frees a node comes after all who have read it. Only who has a reference makes another, so
  // who has the only one need not give it back first.
  while (node && (node->references.load(std::memory_order_acquire) == 1 ||
                  node->references.fetch_sub(1, std::memory_order_acq_rel) == 1)) {
    Lineage *parent = node->parent;
    freeSmall(node, sizeof(Lineage));
    node = parent;
  }
}

/// The thread whose node the context gets binds it; others that use the context for the first time wait for that. It is
/// one atomic operation, since most groups are bound anew, and are used by one thread only.
void bindFirst(task_group_context &context, task_group_context *around, task_group_context *standard) {
  std::atomic<State> &state = Access::state(context);
  if (!__atomic_load_n(&Access::lineage(context), __ATOMIC_RELAXED)) {
    bool inherits = Access::isBound(context) && around;
    Lineage *node = makeNode(around ? lineageOf(*around) : nullptr, inherits);
    Lineage *none = nullptr;
    if (__atomic_compare_exchange_n(&Access::lineage(context), &none, node, /*weak=*/false, __ATOMIC_SEQ_CST,
                                    __ATOMIC_RELAXED)) {
      task_group_context *settings = around ? around : standard;
      if (settings && !Access::capturesFloatingPoint(context))
        Access::floatingPoint(context) = Access::floatingPoint(*settings);
      // Who cancels marks the context and then the node; here it is the other way round.
      if (Access::cancelled(context).load())
        node->cancelled.store(true);
      state.store(inherits ? State::bound : State::isolated, std::memory_order_release);
      return;
    }
    release(node);
  }
  while (state.load(std::memory_order_acquire) <= State::locked)
    pauseProcessor();
}

/// Whether an ancestor is cancelled.
static bool ancestorIsCancelled(Lineage &node) {
  uint64_t now = epoch.load();
  if (node.lookedIn.load(std::memory_order_relaxed) == now)
    return false;
  for (const Lineage *each = &node; each->inheritsCancellation && each->parent; each = each->parent)
    if (each->parent->cancelled.load())
      return true;
  node.lookedIn.store(now, std::memory_order_relaxed);
  return false;
}

bool isCancelled(task_group_context &context) {
  if (Access::cancelled(context).load(std::memory_order_relaxed))
    return true;
  Lineage *node = __atomic_load_n(&Access::lineage(context), __ATOMIC_ACQUIRE);
  return node && ancestorIsCancelled(*node);
}

bool cancel(task_group_context &context) {
  if (isCancelled(context) || Access::cancelled(context).exchange(1))
    return false;
  if (Lineage *node = __atomic_load_n(&Access::lineage(context), __ATOMIC_SEQ_CST)) {
    node->cancelled.store(true);
    epoch.fetch_add(1);
  }
  return true;
}

void keepException(task_group_context &context) {
  if (!cancel(context))
    return;
  auto *kept = new (std::nothrow) r1::tbb_exception_ptr{std::current_exception()};
  // Release: whoever throws it has the pointer as it was written.
  Access::exception(context).store(kept, std::memory_order_release);
}

void throwKept(task_group_context &context) {
  if (r1::tbb_exception_ptr *kept = Access::exception(context).load(std::memory_order_acquire))
    std::rethrow_exception(kept->pointer);
}

//===----------------------------------------------------------------------===//
// Floating-point settings
//===----------------------------------------------------------------------===//

/// The control words of SSE and of the x87.
uint64_t readFloatingPoint() {
#if defined(__x86_64__)
  uint32_t vector = 0;
  uint16_t x87 = 0;
  __asm__ volatile("stmxcsr %0" : "=m"(vector));
  __asm__ volatile("fnstcw %0" : "=m"(x87));
  constexpr uint32_t Flags = 0x3f; // what has happened, not how to calculate
  return uint64_t{x87} << 32 | (vector & ~Flags);
#else
  uint64_t control = 0;
  __asm__ volatile("mrs %0, fpcr" : "=r"(control));
  return control;
#endif
}

void writeFloatingPoint(uint64_t settings) {
#if defined(__x86_64__)
  auto vector = static_cast<uint32_t>(settings);
  auto x87 = static_cast<uint16_t>(settings >> 32);
  __asm__ volatile("ldmxcsr %0" : : "m"(vector));
  __asm__ volatile("fldcw %0" : : "m"(x87));
#else
  __asm__ volatile("msr fpcr, %0" : : "r"(settings));
#endif
}

} // namespace tactus::onetbb

//===----------------------------------------------------------------------===//
// oneTBB's entry points
//===----------------------------------------------------------------------===//

namespace tbb::detail::r1 {

using namespace tactus::onetbb;

void initialize(d1::task_group_context &context) {
  Access::clear(context);
  if (Access::capturesFloatingPoint(context))
    Access::floatingPoint(context) = readFloatingPoint();
}

/// Of several threads that have waited for a group, each resets it.
static void dropException(d1::task_group_context &context) {
  if (Access::exception(context).load(std::memory_order_relaxed)) [[unlikely]]
    delete Access::exception(context).exchange(nullptr, std::memory_order_acq_rel);
}

void destroy(d1::task_group_context &context) {
  dropException(context);
  release(lineageOf(context));
  Access::state(context).store(State::dead, std::memory_order_release);
}

void reset(d1::task_group_context &context) {
  dropException(context);
  Access::cancelled(context).store(0, std::memory_order_relaxed);
  if (Lineage *node = lineageOf(context))
    node->cancelled.store(false);
}

bool cancel_group_execution(d1::task_group_context &context) { return cancel(context); }
bool is_group_execution_cancelled(d1::task_group_context &context) { return isCancelled(context); }

void capture_fp_settings(d1::task_group_context &context) {
  Access::setCapturesFloatingPoint(context);
  Access::floatingPoint(context) = readFloatingPoint();
}

} // namespace tbb::detail::r1
