//===- counts.h - what a program can ask of its own run -------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The primitive process_count gives one of these numbers. pml/basis/counts.sml has them, too.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_SYSTEM_COUNTS_H
#define TACTUS_PML_SYSTEM_COUNTS_H

#include <cstdint>

namespace tactus::pml {

/// Since the program began. Collections are whole ones, and those that tasks make of their own heaps.
enum class ProcessCount : int64_t {
  AllocatedBytes = 0,
  HeapBytes = 1, ///< now
  WholeCollections = 2,
  WholeScopeBytes = 3,     ///< that were looked at
  WholeReclaimedBytes = 4, ///< that were free afterwards
  WholeNanoseconds = 5,
  OwnCollections = 6,
  OwnScopeBytes = 7,
  OwnReclaimedBytes = 8,
  OwnNanoseconds = 9,
  Promotions = 10,
  Beats = 11,
  Steals = 12,
  IdleNanoseconds = 13,         ///< of all threads
  ChildrenUserNanoseconds = 14, ///< of commands that have ended
  ChildrenSystemNanoseconds = 15,
  Worker = 16,           ///< not a count: which worker the calling thread is, from 0 on
  YoungCollections = 17, ///< of the whole ones
  LiveBytes = 18,        ///< that the last collection of old objects has left
  MostLiveBytes = 19     ///< that one has left
};

} // namespace tactus::pml

#endif // TACTUS_PML_SYSTEM_COUNTS_H
