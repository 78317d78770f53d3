//===- VersionTables.h - which versions belong together, if they match -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// When the code generator prints the two versions of a function that waits for interrupts (ir/BeatPoint.h), their
// instructions are compared, one by one. If they are the same but for the points, this is written beside the code:
//
//     tactus_versions:   (source, destination), (0, point), (0, cold block of the point), …
//     tactus_constants:  (.LCPI1_0, .LCPI0_0, 64), …   constants in memory, of which each version has its own copy.
//                                                      Linkers merge those of 4 to 32 bytes, and leave others alone
//
// If they are not, the source version is to poll: it jumps to its cold blocks at each point, and a remark says so. For
// that the destination is printed first.
//
// What assembler and linker do later is proven in memory (runtime/maps/versions.h). Where that fails, libtactus does
// the same with the points of the table (runtime/maps/points.h).
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_IR_VERSIONTABLES_H
#define TACTUS_COMPILER_IR_VERSIONTABLES_H

#include "ir/BeatPoint.h"

namespace llvm {
class AsmPrinter;
} // namespace llvm

namespace tactus {

/// Says that the functions are two versions of one, and has the destination printed first. The labels stand in them.
void markAsVersions(llvm::Function &source, llvm::Function &destination, const VersionLabels &labels);

/// At the module's beginning: has its tables written.
void watchVersions(llvm::AsmPrinter &printer);

} // namespace tactus

#endif // TACTUS_COMPILER_IR_VERSIONTABLES_H
