//===- ReadParameters.h - what regions of threads only read, they have copies of -------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   before   region(gtid*, bound*, n*):        after   region(gtid*, bound*, n*):
//              for (...) ... load n* ...                 copy = load n*
//                                                        for (...) ... load copy ...
//
// Clang captures shared variables by reference, and what a region stores may be that variable, for all that LLVM knows.
// A copy is a register.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_REGIONS_READPARAMETERS_H
#define TACTUS_COMPILER_LOWER_REGIONS_READPARAMETERS_H

#include "model/ParallelLoop.h"
#include <memory>

namespace tactus {

/// Does so in the regions that are not converted. Comes before captures of converted loops are classified: what a
/// nested loop captures is a variable of its thread then.
void copyReadParameters(llvm::ArrayRef<std::unique_ptr<ParallelLoop>> loops);

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_REGIONS_READPARAMETERS_H
