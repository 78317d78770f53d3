//===- front_end_fuzz.cpp - libFuzzer entry point ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// libFuzzer runs on the main thread: raise its stack (ulimit -s) to what FrontEndStack says.
//
//===----------------------------------------------------------------------------------------------------------------===//
#include "mutate.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  tactus::pml::fuzz::checkAnything({reinterpret_cast<const char *>(data), size});
  return 0;
}
