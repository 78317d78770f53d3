//===- ir_fuzz.cpp - libFuzzer entry point: any text as PCall IR ---------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "check_ir.h"

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  tactus::pml::fuzz::checkIr({reinterpret_cast<const char *>(data), size});
  return 0;
}
