//===- Synchronisation.cpp - how code meets other threads ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analysis/Synchronisation.h"
#include "model/RuntimeCalls.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/AtomicOrdering.h"

using namespace llvm;

namespace tactus {

static bool acquires(const Instruction &instruction) {
  if (isa<FenceInst>(instruction))
    return true;
  if (const auto *load = dyn_cast<LoadInst>(&instruction))
    return isStrongerThanMonotonic(load->getOrdering());
  if (const auto *store = dyn_cast<StoreInst>(&instruction))
    return isStrongerThanMonotonic(store->getOrdering());
  if (const auto *update = dyn_cast<AtomicRMWInst>(&instruction))
    return isStrongerThanMonotonic(update->getOrdering());
  const auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction);
  return exchange && isStrongerThanMonotonic(exchange->getMergedOrdering());
}

/// Calls whose only purpose is to let time pass, and calls that lock or unlock.
static bool isYieldOrLock(StringRef name) {
  static const StringRef names[] = {"sched_yield",
                                    "pthread_yield",
                                    "thrd_yield",
                                    "usleep",
                                    "nanosleep",
                                    "sleep",
                                    "thrd_sleep",
                                    "clock_nanosleep",
                                    "__kmpc_omp_taskyield",
                                    "__kmpc_flush",
                                    "__kmpc_critical",
                                    "__kmpc_critical_with_hint",
                                    "__kmpc_end_critical",
                                    "omp_set_lock",
                                    "omp_set_nest_lock",
                                    "omp_test_lock",
                                    "omp_test_nest_lock",
                                    "pthread_mutex_lock",
                                    "pthread_mutex_trylock",
                                    "pthread_mutex_timedlock",
                                    "pthread_spin_lock",
                                    "pthread_spin_trylock",
                                    "pthread_rwlock_rdlock",
                                    "pthread_rwlock_wrlock",
                                    "pthread_rwlock_tryrdlock",
                                    "pthread_rwlock_trywrlock",
                                    "mtx_lock",
                                    "mtx_trylock",
                                    "mtx_timedlock"};
  return is_contained(names, name) || name.contains("sse2.pause") || name.contains("aarch64.hint");
}

bool readsAtomically(const CallBase &call) {
  static const StringRef names[] = {"sem_trywait", "sem_getvalue", "poll",       "ppoll",
                                    "select",      "pselect",      "epoll_wait", "__kmpc_cancellationpoint"};
  StringRef name = calleeName(call);
  return is_contained(names, name) || (name.starts_with("__atomic_") && !name.starts_with("__atomic_store")) ||
         (name.starts_with("__kmpc_atomic_") &&
          (name.ends_with("_rd") || name.contains("_cpt") || name.contains("_swp")));
}

bool showsWritesOfOthers(const Instruction &instruction) {
  if (acquires(instruction))
    return true;
  const auto *call = dyn_cast<CallBase>(&instruction);
  if (!call)
    return false;
  if (const auto *assembly = dyn_cast<InlineAsm>(call->getCalledOperand()))
    return assembly->hasSideEffects();
  return isYieldOrLock(calleeName(*call)) || readsAtomically(*call);
}

bool synchronises(const Instruction &instruction) {
  return instruction.isAtomic() || instruction.isVolatile() || showsWritesOfOthers(instruction);
}

bool blocksForOthers(const CallBase &call) {
  static const StringRef names[] = {
      "pthread_barrier_wait", "pthread_cond_wait", "pthread_cond_timedwait", "pthread_cond_clockwait", "cnd_wait",
      "cnd_timedwait", "sem_wait", "sem_timedwait", "sem_clockwait",
      // A file or a pipe: which one, nobody can tell.
      "read", "readv", "recv", "recvfrom", "recvmsg", "accept", "accept4", "msgrcv", "mq_receive", "mq_timedreceive",
      "eventfd_read", "sigwait", "sigwaitinfo", "sigtimedwait", "pause", "sigsuspend"};
  StringRef name = calleeName(call);
  if (name == "syscall" && call.arg_size() > 2) {
    // futex: 0 and 9 wait.
    const auto *number = dyn_cast<ConstantInt>(call.getArgOperand(0));
    const auto *operation = dyn_cast<ConstantInt>(call.getArgOperand(2));
    return number && number->equalsInt(202) &&
           (!operation || (operation->getZExtValue() & 127) == 0 || (operation->getZExtValue() & 127) == 9);
  }
  // The C++ library's, for condition variables and futures.
  return is_contained(names, name) || name.contains("18condition_variable4wait") ||
         (name.contains("futex_unsigned_base") && name.contains("futex_wait"));
}

bool isTeamBarrier(const Instruction &instruction) {
  StringRef name = calleeName(instruction);
  return name == "__kmpc_barrier" || name == "__kmpc_copyprivate" || name == "__kmpc_cancel_barrier";
}

} // namespace tactus
