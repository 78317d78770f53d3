//===- SerialCopy.h - short inner loops at the price of sequential ones --------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A leaf loop inside another loop is entered often and may be short. What it has to be prepared for, another chunk
// after this one and a join after the last, then costs more than the iterations: registers, and checks behind the loop.
// So its serial call gets a copy of the slice that is entered only if the credit pays for all iterations at once, and
// that is the sequential loop; else it calls the slice, which polls:
//
//     @f.serial:   credit -= n * weight
//                  if (credit < 0) { credit += n * weight; call @f.slice(...) ["deopt"()]; return }     ; cold
//                  do body while (++iv != n)
//
// There is no more code than before: the copy is what is inlined into the nest, the slice stays for tasks.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_LOOPS_SERIALCOPY_H
#define TACTUS_COMPILER_LOWER_LOOPS_SERIALCOPY_H

#include "lower/loops/Slice.h"
#include <memory>

namespace tactus {

struct SerialCopy {
  /// As recognised, in the copy.
  const ParallelLoop loop;
  Slice slice;

  SerialCopy(ParallelLoop loop, const Slice &slice) : loop(std::move(loop)), slice(slice) {}
};

/// Copies a slice that has not been lowered yet, and redirects its serial calls to the copy. Null where the slice does
/// better without: loops that are not innermost of a nest, or where running the code around the loop twice would show.
std::unique_ptr<SerialCopy> makeSerialCopy(Slice &slice);

/// On the call of the slice where only loops in several blocks come to it: the iterations of a block.
inline constexpr const char *LongRowsAttribute = "tactus-long-rows";

/// In a lowered serial copy: a block that has the whole loop run by the slice that it was copied from, and returns.
llvm::BasicBlock *createPolledCall(const Slice &copy);

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_LOOPS_SERIALCOPY_H
