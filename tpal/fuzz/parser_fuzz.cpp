//===- parser_fuzz.cpp - libFuzzer entry point -----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "targets.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  tactus::tpal::fuzz::parseAnything({reinterpret_cast<const char *>(data), size});
  return 0;
}
