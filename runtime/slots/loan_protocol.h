//===- loan_protocol.h - how slots are lent, and who may hand one on ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The words behind loans.h, and the order in which they change. A template over threads and their atomics, so that
// test/runtime explores all interleavings of what the runtime executes.
//
//     who needs a slot                            who waits with a slot
//     ────────────────                            ─────────────────────
//     puts a request into the list                looks whether there is any, again and again
//     naps, and looks for a free slot             takes one that fits out of the list, puts its slot there
//     takes the request out of the list,          sleeps while the slot is away
//       or else what has been put there ────────► goes on with it, behind the borrower's task
//
// A request is filled or withdrawn under a lock, so it is one of the two. Whoever has found another slot by then gives
// back what it has been lent.
//
// Whose number is that of a slot must not lose it while it runs. That is so for whoever has borrowed one, and for
// everybody else who goes on with the program's code: see mayHandOn().
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_SLOTS_LOAN_PROTOCOL_H
#define TACTUS_RUNTIME_SLOTS_LOAN_PROTOCOL_H

#include "os/spin_lock.h"

#include <atomic>
#include <cstdint>
#include <utility>

namespace tactus {

/// Who completes what another thread sleeps for may leave that its slot. Not if it goes on with code of the program's
/// itself, which may know the slot by its number.
constexpr bool mayHandOn(bool numbersAreUsed, bool goesOn) { return !numbersAreUsed || !goesOn; }

/// Traits: `Policy` (os/atomics.h), `Mutex`; `Thread`, which has `slot`, `loan` and `slotIsAway`; `Loan`, which is a
/// slot and its lender.
template <typename Traits> class SlotLoans {
  using Policy = typename Traits::Policy;
  using Mutex = typename Traits::Mutex;
  using Thread = typename Traits::Thread;
  using Loan = typename Traits::Loan;

public:
  struct Request {
    Thread &thread;
    // Under the lock.
    Loan loan{};
    Request *next = nullptr;
    // Under the lock; read without.
    typename Policy::template Atomic<bool> granted{false};

    explicit Request(Thread &asking) : thread(asking) {}
    bool isGranted() const { return granted.load(std::memory_order_acquire); }
  };

private:
  Mutex lock{};
  // Under the lock.
  Request *requests = nullptr;
  // Changed under the lock. Relaxed: a hint, which who waits asks for again and again.
  typename Policy::template Atomic<uint32_t> requestCount{0};

  void remove(Request **link) {
    *link = (*link)->next;
    requestCount.fetch_sub(1, std::memory_order_relaxed);
  }

  /// The lender may go on. Release: it comes behind whatever the slot has been used for.
  static void giveBack(const Loan &loan) {
    loan.lender->slotIsAway.store(0, std::memory_order_release);
    Policy::wake(loan.lender->slotIsAway);
  }

public:
  constexpr SlotLoans() = default;

  void ask(Request &request) {
    Holding held(lock);
    request.next = std::exchange(requests, &request);
    requestCount.fetch_add(1, std::memory_order_relaxed);
  }

  /// The request ends: the thread has the slot that has been lent, unless it has found another one.
  void finish(Request &request) {
    Holding held(lock);
    if (!request.isGranted()) {
      // A handler may have forked the process since: then nobody has it.
      Request **link = &requests;
      while (*link && *link != &request)
        link = &(*link)->next;
      if (*link)
        remove(link);
    } else if (request.thread.slot) {
      giveBack(request.loan);
    } else {
      request.thread.slot = request.loan.slot;
      request.thread.loan = request.loan;
    }
  }

  /// The thread, which has a slot, fills a request that `fits`, if there is one, calls `whenGranted` with that, and has
  /// its slot again when it returns. False if there is none.
  template <typename Fits, typename Granted> bool lend(Thread &lender, Fits fits, Granted whenGranted) {
    if (requestCount.load(std::memory_order_relaxed) == 0)
      return false;
    auto slot = lender.slot;
    {
      Holding held(lock);
      Request **link = &requests;
      while (*link && !fits(**link))
        link = &(*link)->next;
      Request *request = *link;
      if (!request)
        return false;
      remove(link);
      lender.slot = nullptr;
      lender.slotIsAway.store(1, std::memory_order_relaxed);
      request->loan = Loan{slot, &lender};
      request->granted.store(true, std::memory_order_release);
      whenGranted(*request);
    }
    // Acquire: see giveBack().
    while (lender.slotIsAway.load(std::memory_order_acquire) != 0)
      Policy::wait(lender.slotIsAway, 1);
    lender.slot = slot;
    return true;
  }

  /// The task for which the thread has borrowed its slot is about to count as finished.
  static void giveBackOf(Thread &borrower) {
    Loan loan = std::exchange(borrower.loan, Loan{});
    borrower.slot = nullptr;
    giveBack(loan);
  }

  /// In the child of fork(), where nobody lends and nobody else asks.
  void reset() {
    requests = nullptr;
    requestCount.store(0, std::memory_order_relaxed);
  }
  Mutex &mutex() { return lock; }
};

} // namespace tactus

#endif // TACTUS_RUNTIME_SLOTS_LOAN_PROTOCOL_H
