//===- SerialCopy.h - short loops at the price of sequential ones ---------------===//
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
// A loop in a recursion, entered from its own iterations, gets one as well. Its calls have promotion points, so the
// copy has a slot that these may split the loop by. But the credit pays for the iterations themselves at once, and the
// bound is in a register, which is loaded again wherever calls come back, by return or by exception:
//
//     @f.serial:   credit -= n * weight
//                  if (credit < 0) { as above }
//                  slot = {descriptor, n, no join, environment}; end = n
//                  do { body: call @f(...) ["deopt"(ExecutingIteration, iv, slot)]; end = slot.end } while (++iv < end)
//                  if (slot.join) tactus_join(slot)                                                       ; cold
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_LOOPS_SERIALCOPY_H
#define TACTUS_COMPILER_LOWER_LOOPS_SERIALCOPY_H

#include "lower/loops/Slice.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <memory>

namespace tactus {

struct SerialCopy {
  /// As recognised, in the copy.
  const ParallelLoop loop;
  Slice slice;

  SerialCopy(ParallelLoop loop, const Slice &slice) : loop(std::move(loop)), slice(slice) {}
};

/// The functions of a module that call themselves, perhaps by way of others.
using RecursiveFunctions = llvm::SmallPtrSet<const llvm::Function *, 16>;

/// As far as calls say whom they call.
RecursiveFunctions findRecursiveFunctions(llvm::Module &module);

/// Copies a slice that has not been lowered yet, and redirects its serial calls to the copy. Null where the slice does
/// better without: loops that are neither innermost of a nest nor part of a recursion, or where running the code around
/// the loop twice would show.
std::unique_ptr<SerialCopy> makeSerialCopy(Slice &slice, const RecursiveFunctions &recursive);

/// For a slice without a copy: has its serial call stay a call of the code that tasks run, unless the loop may be
/// entered so often that the call would count, in a nest or a recursion.
void keepOneCopy(const Slice &slice, const RecursiveFunctions &recursive);

/// On the call of the slice where only loops in several blocks come to it: the iterations of a block.
inline constexpr const char *LongRowsAttribute = "tactus-long-rows";

/// In a lowered serial copy: a block that has the whole loop run by the slice that it was copied from, and returns.
llvm::BasicBlock *createPolledCall(const Slice &copy);

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_LOOPS_SERIALCOPY_H
