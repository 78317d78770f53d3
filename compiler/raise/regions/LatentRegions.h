//===- LatentRegions.h - regions that one strand runs, with latent loops -------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   before   __kmpc_fork_call(@region, a)              after   region(a)             usually inlined
//
//            region: q = ...                                   region: q = ...
//                    for (static_init ... fini)                        fork(@region.loop, a, &q)
//                    barrier                                           print(a)
//                    if (single()) { print(a); end_single() }          fork(@region.loop2, a)
//                    for (dispatch_init ... deinit)
//
// What is left are loops in the shape of `parallel for`, one after the other, and serial code between them.
// A region is converted as a whole or not at all; docs/decisions/0028 says when, and why that is right.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_REGIONS_LATENTREGIONS_H
#define TACTUS_COMPILER_RAISE_REGIONS_LATENTREGIONS_H

#include "llvm/IR/PassManager.h"

namespace tactus {

/// Converts the parallel regions that hold more than what a `parallel for` is made of. Comes before tasks are raised
/// and loops are recognised. Returns whether anything changed.
bool raiseLatentRegions(llvm::Module &module, llvm::FunctionAnalysisManager &analyses);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_REGIONS_LATENTREGIONS_H
