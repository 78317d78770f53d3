//===- generator_fuzz.cpp - libFuzzer entry point --------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The input is the seed of the program generator.
//
//===----------------------------------------------------------------------===//
#include "targets.h"

#include <cstring>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  uint64_t seed = 0;
  std::memcpy(&seed, data, size < sizeof seed ? size : sizeof seed);
  tactus::tpal::fuzz::compareSchedules(seed);
  return 0;
}
