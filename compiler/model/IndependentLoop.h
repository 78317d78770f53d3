//===- IndependentLoop.h - a loop's word that its iterations share nothing ------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_MODEL_INDEPENDENTLOOP_H
#define TACTUS_COMPILER_MODEL_INDEPENDENTLOOP_H

namespace llvm {
class Loop;
}

namespace tactus {

/// Notes in the loop's metadata: it is part of a loop of at least two iterations, may execute any of them, and none of
/// these writes what another reads.
void markIndependent(llvm::Loop &loop);
bool isMarkedIndependent(const llvm::Loop &loop);

} // namespace tactus

#endif // TACTUS_COMPILER_MODEL_INDEPENDENTLOOP_H
