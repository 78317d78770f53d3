//===- frame_slots.h - objects that live long in large functions ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_CODEGEN_FRAME_SLOTS_H
#define TACTUS_PML_CODEGEN_FRAME_SLOTS_H

#include "llvm/IR/PassManager.h"

namespace tactus::pml::codegen {

/// Operands of the bundle "deopt" that names a frame's slots: their number, and the array. A fork's has more.
inline constexpr unsigned SlotOperands = 2;

/// Keeps objects that live over many safepoints in slots of the frame, in functions that have many of these. It comes
/// in front of RewriteStatepointsForGC.
struct FrameSlotsPass : llvm::PassInfoMixin<FrameSlotsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace tactus::pml::codegen

#endif // TACTUS_PML_CODEGEN_FRAME_SLOTS_H
