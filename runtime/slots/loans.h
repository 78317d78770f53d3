//===- loans.h - slots that waiting threads lend -----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Where nobody counts the strands of a team, their numbers are those of slots. So a thread that waits in a join keeps
// its slot. A strand that has begun without a slot (workers/siblings.h) needs one when it is asked for its number. All
// threads that hold slots may be waiting for that very strand:
//
//     slot 0    join ─── waits for ───┐
//     slot 1    join ─── waits for ───┴──► strand without a slot: is asked for its number
//
// Therefore a thread that waits lends its slot to a strand that descends from what it waits for, and sleeps until the
// slot is back. Places in counted teams are lent in the same way (regions/team_places.h).
//
// Safety. The lender is suspended while the borrower runs, so no two strands that run have the same number. The
// borrower gives the slot back before it counts as finished, so the lender's join has not ended by then, and the lender
// goes on with the slot whose number it has been told.
//
// Progress. Follow the waits from a join to an unfinished task, and on to the thread that runs it. The chain ends at a
// strand that runs, or at one that asks for a slot here. The latter descends from every join on the chain, so each
// thread on it that holds a slot may lend it.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_SLOTS_LOANS_H
#define TACTUS_RUNTIME_SLOTS_LOANS_H

#include "os/race_detector.h"
#include "slots/loan_protocol.h"
#include "slots/pool.h"
#include "tasks/task.h"
#include "threads/thread.h"

namespace tactus {

struct LoanTraits {
  using Policy = SystemAtomics;
  using Mutex = UnseenMutex;
  using Thread = ThreadState;
  using Loan = SlotLoan;
};

/// While it exists, the calling thread asks for one of the slots for its task. Not in signal handlers.
class SlotRequest : public SlotLoans<LoanTraits>::Request {
public:
  SlotRequest(ThreadState &asking, SlotRange slots);
  /// The thread has the slot that has been lent, unless it has found another one.
  ~SlotRequest();
  SlotRequest(const SlotRequest &) = delete;
  SlotRequest &operator=(const SlotRequest &) = delete;

  const Task *const task;
  const SlotRange range;
};

/// The calling thread, which has a slot, waits in the join: it lends its slot to a strand that it waits for, if one
/// asks, and returns when it has the slot again. False if none asks.
bool lendSlot(ThreadState &lender, const Join &join);

/// The task for which the thread has borrowed its slot is about to count as finished.
void returnLoan(ThreadState &thread);

/// In the child of fork(), where only the calling thread exists, null if it has no state. It keeps what it has
/// borrowed.
void resetLoans(ThreadState *thread);

} // namespace tactus

#endif // TACTUS_RUNTIME_SLOTS_LOANS_H
