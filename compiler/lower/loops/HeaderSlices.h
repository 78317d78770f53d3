//===- HeaderSlices.h - the slices of the header's loops -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_LOOPS_HEADERSLICES_H
#define TACTUS_COMPILER_LOWER_LOOPS_HEADERSLICES_H

#include "lower/loops/Slice.h"
#include "raise/header/HeaderLoops.h"

namespace tactus {

/// The slices of the header's loops are there already. Chooses between the two loops that some of them have, says what
/// an iteration costs and who pays for it, and makes their calls serial calls.
llvm::SmallVector<Slice, 8> makeHeaderSlices(llvm::ArrayRef<HeaderLoop> loops);

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_LOOPS_HEADERSLICES_H
