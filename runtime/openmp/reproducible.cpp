//===- reproducible.cpp - what the blocks of reproducible loops leave behind --------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "abi/loops.h"
#include "os/allocation.h"
#include "os/exported.h"
#include "os/settings.h"

using namespace tactus;

/// Without this memory the loop could only be run as one block, which gives other bits than the same loop elsewhere.
TACTUS_EXPORT void *tactus_parts_begin(uint64_t count, uint64_t bytes) {
  if (!settings.reproducible)
    return nullptr;
  return demand(count * bytes, TACTUS_RESULT_ALIGNMENT, "the parts of a reproducible reduction");
}

TACTUS_EXPORT void tactus_parts_end(void *parts) { release(parts); }
