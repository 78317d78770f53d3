//===- landing_pads.h - where a call goes on when it throws ------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_MAPS_LANDING_PADS_H
#define TACTUS_RUNTIME_MAPS_LANDING_PADS_H

#include "maps/stack_maps.h"

#include <cstdint>

namespace tactus {

/// The landing pad of a call, from the exception table of its function, or 0 if it has none. The answer is remembered
/// in the table of stack maps. Thread-safe.
uintptr_t landingPadOf(const MapHit &call);

/// The same, by the address behind the call; looks it up each time.
uintptr_t findLandingPad(uintptr_t returnAddress);

struct CodeRange {
  uintptr_t begin = 0;
  size_t size = 0;
};
/// The function around an address, as its unwind tables have it. False if there are none.
bool findFunction(uintptr_t address, CodeRange &function);

} // namespace tactus

#endif // TACTUS_RUNTIME_MAPS_LANDING_PADS_H
