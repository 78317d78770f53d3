//===- loans.cpp - slots that waiting threads lend ---------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "slots/loans.h"

#include "os/atomics.h"
#include "os/race_detector.h"

#include <utility>

namespace tactus {

static constinit UnseenMutex loansMutex;
// Under the mutex.
static SlotRequest *requests;
// Changed under the mutex. Relaxed: a hint, which who waits asks for again and again.
static constinit std::atomic<uint32_t> requestCount{0};

namespace {
struct LoansLock {
  LoansLock() { loansMutex.lock(); }
  ~LoansLock() { loansMutex.unlock(); }
};
} // namespace

/// Under the lock.
static void removeRequest(SlotRequest **link, SlotRequest *next) {
  *link = next;
  requestCount.fetch_sub(1, std::memory_order_relaxed);
}

SlotRequest::SlotRequest(ThreadState &asking, SlotRange slots) : thread(asking), task(asking.task), range(slots) {
  LoansLock lock;
  next = std::exchange(requests, this);
  requestCount.fetch_add(1, std::memory_order_relaxed);
}

/// The lender may go on. Release: it comes behind whatever the slot has been used for.
static void giveBack(const SlotLoan &loan) {
  loan.lender->slotIsAway.store(0, std::memory_order_release);
  SystemAtomics::wake(loan.lender->slotIsAway);
}

SlotRequest::~SlotRequest() {
  LoansLock lock;
  if (!isGranted()) {
    SlotRequest **link = &requests;
    while (*link != this)
      link = &(*link)->next;
    removeRequest(link, next);
  } else if (thread.slot) {
    giveBack(loan);
  } else {
    thread.slot = loan.slot;
    thread.loan = loan;
  }
}

bool lendSlot(ThreadState &lender, const Join &join) {
  if (requestCount.load(std::memory_order_relaxed) == 0)
    return false;
  WorkerSlot *slot = lender.slot;
  {
    LoansLock lock;
    SlotRequest **link = &requests;
    while (*link && !((*link)->range.contains(slotIndex(*slot)) && descendsFrom((*link)->task, &join)))
      link = &(*link)->next;
    SlotRequest *request = *link;
    if (!request)
      return false;
    removeRequest(link, request->next);
    lender.slot = nullptr;
    lender.slotIsAway.store(1, std::memory_order_relaxed);
    request->loan = {slot, &lender};
    request->granted.store(true, std::memory_order_release);
  }
  lender.counters.handOvers.add();
  // Acquire: see giveBack().
  while (lender.slotIsAway.load(std::memory_order_acquire) != 0)
    SystemAtomics::wait(lender.slotIsAway, 1);
  lender.slot = slot;
  return true;
}

void returnLoan(ThreadState &thread) {
  SlotLoan loan = std::exchange(thread.loan, {});
  thread.slot = nullptr;
  giveBack(loan);
}

void resetLoans(ThreadState *thread) {
  loansMutex.reset();
  requests = nullptr;
  requestCount.store(0, std::memory_order_relaxed);
  if (thread)
    thread->loan = {};
}

} // namespace tactus
