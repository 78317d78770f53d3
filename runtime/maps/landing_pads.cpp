//===- landing_pads.cpp - where a call goes on when it throws --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A function's language-specific data area (LSDA) begins with the table of call sites:
//
//     LSDA  encoding and start of landing pads, encoding and offset of types, encoding and length of the call sites,
//           (start, length, landing pad, action)*
//
// Format: Itanium C++ ABI "Exception handling tables". What is not understood has no landing pad.
//
//===----------------------------------------------------------------------===//
#include "maps/landing_pads.h"

#include "maps/unwind_tables.h"

namespace tactus {

bool findFunction(uintptr_t address, CodeRange &function) {
  FunctionEntry entry;
  if (!findFunctionEntry(address, entry))
    return false;
  function = {entry.begin, entry.size};
  return true;
}

uintptr_t findLandingPad(uintptr_t returnAddress) {
  FunctionEntry function;
  if (!findFunctionEntry(returnAddress - 1, function) || !function.lsda)
    return 0;
  TableReader table(reinterpret_cast<const void *>(function.lsda));
  auto padEncoding = table.fixed<uint8_t>();
  uintptr_t padStart = padEncoding == Omitted ? function.begin : table.encoded(padEncoding);
  if (table.fixed<uint8_t>() != Omitted)
    table.unsignedLeb();
  auto siteEncoding = table.fixed<uint8_t>();
  uint64_t size = table.unsignedLeb();
  const uint8_t *end = table.position() + size;
  uintptr_t offset = returnAddress - 1 - function.begin;
  while (table.position() < end && !table.failed()) {
    uintptr_t start = table.encoded(siteEncoding);
    uintptr_t length = table.encoded(siteEncoding);
    uintptr_t pad = table.encoded(siteEncoding);
    table.unsignedLeb();
    if (offset - start < length)
      return pad && !table.failed() ? padStart + pad : 0;
  }
  return 0;
}

uintptr_t landingPadOf(const MapHit &call) {
  constexpr uintptr_t None = 1;
  // Relaxed: whoever computes it finds the same.
  uintptr_t known = __atomic_load_n(&call.landingPad, __ATOMIC_RELAXED);
  if (!known) {
    known = findLandingPad(call.returnAddress);
    __atomic_store_n(&call.landingPad, known ? known : None, __ATOMIC_RELAXED);
  }
  return known == None ? 0 : known;
}

} // namespace tactus
