//===- loans.cpp - slots that waiting threads lend ---------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "slots/loans.h"

namespace tactus {

static constinit SlotLoans<LoanTraits> loans;

SlotRequest::SlotRequest(ThreadState &asking, SlotRange slots) : Request(asking), task(asking.task), range(slots) {
  loans.ask(*this);
}

SlotRequest::~SlotRequest() { loans.finish(*this); }

bool lendSlot(ThreadState &lender, const Join &join) {
  unsigned index = slotIndex(*lender.slot);
  auto fits = [&](const SlotLoans<LoanTraits>::Request &request) {
    const auto &asked = static_cast<const SlotRequest &>(request);
    return asked.range.contains(index) && descendsFrom(asked.task, &join);
  };
  return loans.lend(lender, fits, [&](const auto &) { lender.counters.handOvers.add(); });
}

void returnLoan(ThreadState &thread) { SlotLoans<LoanTraits>::giveBackOf(thread); }

void resetLoans(ThreadState *thread) {
  loans.mutex().reset();
  loans.reset();
  if (thread)
    thread->loan = {};
}

} // namespace tactus
