//===- UserLocation.h - lines that a reader of the program knows ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_SUMMARY_USERLOCATION_H
#define TACTUS_COMPILER_SUMMARY_USERLOCATION_H

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instruction.h"
#include <string>

namespace tactus {

/// The absolute name of the location's file.
std::string pathOf(const llvm::DILocation &location);

/// Where the program's own code is that the location was inlined into, if it is in a header of the system: those are
/// nobody's to change. Null if there is no such place.
const llvm::DILocation *outsideOfSystem(const llvm::DILocation *location);

/// The line of it; 0 if none is known.
unsigned lineOf(const llvm::Instruction &instruction);

} // namespace tactus

#endif // TACTUS_COMPILER_SUMMARY_USERLOCATION_H
