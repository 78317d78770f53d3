//===- maps.h - where a compiled frame has its objects ------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Section pml_maps: one record for each call that is a safepoint, 4-byte aligned and position independent. A frame's
// return address lies `frameSize` above the stack pointer at the call. Each root is a pair: where the address of an
// object is, and where one into the same object is, which is often the same place. Offsets from the stack pointer. Or
// it is a run of words that are null or objects (codegen/frame_slots.cpp).
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_RUNTIME_MAPS_H
#define TACTUS_PML_RUNTIME_MAPS_H

#include <cstdint>

namespace tactus::pml {

struct RootPair {
  /// Of a run: the number of its words, negated.
  int32_t base;
  /// Of a run: where it begins.
  int32_t derived;

  bool isRun() const { return base < 0; }
};

struct CallMap {
  /// The return address less the address of this field.
  int32_t returnOffset;
  uint32_t frameSize;
  uint32_t rootCount;

  const RootPair *roots() const { return reinterpret_cast<const RootPair *>(this + 1); }
  const CallMap *next() const { return reinterpret_cast<const CallMap *>(roots() + rootCount); }
  uintptr_t returnAddress() const {
    return reinterpret_cast<uintptr_t>(this) + static_cast<uintptr_t>(intptr_t{returnOffset});
  }
};
static_assert(sizeof(CallMap) == 12 && sizeof(RootPair) == 8);

} // namespace tactus::pml

#endif // TACTUS_PML_RUNTIME_MAPS_H
