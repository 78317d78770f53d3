//===- strand_slot.h - which slots a thread may take ------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Where a team's strands are not counted, their numbers are those of slots. A thread of the program's gives its slot
// back between two loops of a region, and takes one again when it promotes the next time. If it has been told its
// number, it takes the same slot again, or promotes nothing: with any other, the slot of that number could run tasks of
// the same team, which would be told the same.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_REGIONS_STRAND_SLOT_H
#define TACTUS_RUNTIME_REGIONS_STRAND_SLOT_H

#include "slots/pool.h"

namespace tactus {

/// The slot whose number the calling thread has been told, else all that may be used.
SlotRange slotsOfStrand(const ThreadState &thread);

/// Gives the calling thread one of those: a free one or that of an idle worker. False if there is none.
bool acquireSlot(ThreadState &thread);
/// The same, and waits for one for a while.
bool awaitSlot(ThreadState &thread);

} // namespace tactus

#endif // TACTUS_RUNTIME_REGIONS_STRAND_SLOT_H
