//===- RegionCandidates.h - which regions are tried out as latent ones -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_REGIONS_REGIONCANDIDATES_H
#define TACTUS_COMPILER_RAISE_REGIONS_REGIONCANDIDATES_H

#include "llvm/IR/Instructions.h"

namespace tactus {

/// Does the region reach worksharing loops that recognition, and the stages for its other forms, do not deal with?
bool isRegionCandidate(llvm::CallInst &fork);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_REGIONS_REGIONCANDIDATES_H
