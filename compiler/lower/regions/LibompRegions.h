//===- LibompRegions.h - regions that stay with libomp ---------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Regions that stay with libomp are told how many threads they have where libomp could not know
// (tactus_region_threads).
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_REGIONS_LIBOMPREGIONS_H
#define TACTUS_COMPILER_LOWER_REGIONS_LIBOMPREGIONS_H

#include "llvm/IR/Module.h"

namespace tactus {

/// Puts the number of threads before each region that libomp runs.
void sizeLibompRegions(llvm::Module &module);

/// Does the module ask for thread numbers where libtactus may have to answer?
bool asksForThreadNumbers(const llvm::Module &module);

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_REGIONS_LIBOMPREGIONS_H
