//===- settings.cpp - what the environment says of the heap ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/runtime/heap.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace tactus::pml {

constinit Settings heapSettings{};

static void complain(const char *name, const char *value, const char *allowed) {
  fprintf(stderr, "tactus: warning: %s=%s: expected %s; using the default\n", name, value, allowed);
}

/// `allowed` is null if somebody else complains.
static uint64_t readNumber(const char *name, uint64_t most, const char *allowed) {
  const char *value = secure_getenv(name);
  if (!value || !*value)
    return 0;
  char *end = nullptr;
  unsigned long long number = strtoull(value, &end, 10);
  if (*end || value[0] < '0' || value[0] > '9' || number > most) {
    if (allowed)
      complain(name, value, allowed);
    return 0;
  }
  return number;
}

void readSettings() {
  heapSettings.heapLimit = readNumber("TACTUS_HEAP_MB", 1 << 24, "a whole number of mebibytes from 1 to 16777216")
                           << 20;
  heapSettings.stress = readNumber("TACTUS_PML_STRESS", UINT32_MAX, "a whole number of allocations");
  heapSettings.verifies = readNumber("TACTUS_PML_VERIFY", 1, "0 or 1");
  heapSettings.stackBytes = readNumber("TACTUS_STACK_MB", 65536, nullptr) << 20; // libtactus reads it too
  const char *statistics = secure_getenv("TACTUS_STATS");
  heapSettings.hasStatistics = statistics && strcmp(statistics, "1") == 0;
}

} // namespace tactus::pml
