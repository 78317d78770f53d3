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

/// Notes in the loop's metadata: no iteration writes what another reads. One by itself may read what it has written.
void markIndependent(llvm::Loop &loop);
bool isMarkedIndependent(const llvm::Loop &loop);

/// The same of a loop that has at least two iterations, or is not entered.
void markRepeated(llvm::Loop &loop);
bool isMarkedRepeated(const llvm::Loop &loop);

} // namespace tactus

#endif // TACTUS_COMPILER_MODEL_INDEPENDENTLOOP_H
