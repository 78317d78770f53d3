//===- LLVMVersions.h - where versions of LLVM differ -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Tactus builds against LLVM 19, 21 and 22 from one source. What is named otherwise in one of them has one name here.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_IR_LLVMVERSIONS_H
#define TACTUS_COMPILER_IR_LLVMVERSIONS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/InstructionCost.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

namespace tactus {

/// The records that describe a variable by `value`, or by what is at that address.
inline llvm::SmallVector<llvm::DbgVariableRecord *, 4> debugRecordsOf(llvm::Value &value) {
  llvm::SmallVector<llvm::DbgVariableRecord *, 4> records;
#if LLVM_VERSION_MAJOR >= 22
  llvm::findDbgUsers(&value, records);
#else
  llvm::SmallVector<llvm::DbgVariableIntrinsic *, 1> intrinsics;
  llvm::findDbgUsers(intrinsics, &value, &records);
#endif
  return records;
}

inline void moveBefore(llvm::Instruction &instruction, llvm::Instruction &position) {
  instruction.moveBefore(*position.getParent(), position.getIterator());
}

/// `nocapture`.
inline llvm::Attribute capturesNone(llvm::LLVMContext &context) {
#if LLVM_VERSION_MAJOR >= 21
  return llvm::Attribute::getWithCaptureInfo(context, llvm::CaptureInfo::none());
#else
  return llvm::Attribute::get(context, llvm::Attribute::NoCapture);
#endif
}

/// Those of `attributes` that values of a type cannot have.
inline llvm::AttributeMask wrongFor(llvm::Type &type, llvm::AttributeSet attributes) {
#if LLVM_VERSION_MAJOR >= 21
  return llvm::AttributeFuncs::typeIncompatible(&type, attributes);
#else
  (void)attributes;
  return llvm::AttributeFuncs::typeIncompatible(&type);
#endif
}

/// Of a cost that is valid.
inline int64_t costOf(const llvm::InstructionCost &cost) {
#if LLVM_VERSION_MAJOR >= 21
  return cost.getValue();
#else
  return *cost.getValue();
#endif
}

#if LLVM_VERSION_MAJOR < 21
template <typename Left, typename Right> auto m_FMinNum(const Left &left, const Right &right) {
  return llvm::PatternMatch::m_FMin(left, right);
}
template <typename Left, typename Right> auto m_FMaxNum(const Left &left, const Right &right) {
  return llvm::PatternMatch::m_FMax(left, right);
}
#endif

/// What `llvm.lifetime.start` and `.end` are about. A size stands before it up to LLVM 21.
inline const llvm::Value *variableOfLifetime(const llvm::IntrinsicInst &marker) {
  return marker.getArgOperand(marker.arg_size() - 1);
}

/// Whether a copy of `pointer` may be returned or stored. LLVM 22 would take a third argument for a limit of
/// uses.
inline bool mayBeCaptured(const llvm::Value &pointer) {
#if LLVM_VERSION_MAJOR >= 21
  return llvm::PointerMayBeCaptured(&pointer, /*ReturnCaptures=*/true);
#else
  return llvm::PointerMayBeCaptured(&pointer, /*ReturnCaptures=*/true, /*StoreCaptures=*/true);
#endif
}

/// The same before `position`.
inline bool mayBeCapturedBefore(const llvm::Value &pointer, const llvm::Instruction &position,
                                const llvm::DominatorTree &dominators) {
#if LLVM_VERSION_MAJOR >= 21
  return llvm::PointerMayBeCapturedBefore(&pointer, /*ReturnCaptures=*/true, &position, &dominators);
#else
  return llvm::PointerMayBeCapturedBefore(&pointer, /*ReturnCaptures=*/true, /*StoreCaptures=*/true, &position,
                                          &dominators);
#endif
}

/// The dependence of `second` on `first`, whatever values the program has. LLVM 19 asks in a third argument for the
/// order within an iteration. LLVM 22's third argument would allow assumptions that somebody has to check at run time.
template <typename Dependences>
auto dependenceBetween(Dependences &dependences, llvm::Instruction &first, llvm::Instruction &second) {
  if constexpr (requires { dependences.depends(&first, &second); })
    return dependences.depends(&first, &second);
  else
    return dependences.depends(&first, &second, /*PossiblyLoopIndependent=*/true);
}

inline llvm::SCEVExpander expanderOf(llvm::ScalarEvolution &evolution, const llvm::Module &module, const char *name) {
#if LLVM_VERSION_MAJOR >= 22
  (void)module;
  return llvm::SCEVExpander(evolution, name);
#else
  return llvm::SCEVExpander(evolution, module.getDataLayout(), name);
#endif
}

/// A tracker of captures that is asked about one use after the other, until it says that it has seen enough.
class CaptureSearch : public llvm::CaptureTracker {
public:
  /// Returns whether to stop.
  virtual bool found(const llvm::Use &use) = 0;

  void tooManyUses() override {}
#if LLVM_VERSION_MAJOR >= 21
  Action captured(const llvm::Use *use, llvm::UseCaptureInfo) override { return found(*use) ? Stop : Continue; }
#else
  bool captured(const llvm::Use *use) override { return found(*use); }
#endif
};

} // namespace tactus

#endif // TACTUS_COMPILER_IR_LLVMVERSIONS_H
