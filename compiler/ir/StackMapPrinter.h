//===- StackMapPrinter.h - stack maps in our own format ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_IR_STACKMAPPRINTER_H
#define TACTUS_COMPILER_IR_STACKMAPPRINTER_H

namespace llvm {
class AsmPrinter;
class StackMaps;
} // namespace llvm

namespace tactus {

/// The name by which functions choose our stack map format, as their "gc" attribute.
inline constexpr const char *StackMapStrategyName = "tactus";

/// Writes the section tactus_maps, for collectors that print stack maps of their own as well.
void emitPromotionMaps(llvm::StackMaps &maps, llvm::AsmPrinter &printer);

/// Keeps the code generator from pushing the arguments of calls, for the whole process: a stack map knows one frame
/// size for all calls of a function. Called when the plugin is loaded.
void keepCallFramesFixed();

} // namespace tactus

#endif // TACTUS_COMPILER_IR_STACKMAPPRINTER_H
