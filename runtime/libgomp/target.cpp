//===- target.cpp - target constructs of gcc's code, on the host -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// There is no device, so that all that is mapped is where it is. A target region is a league of one team, whose
// firstprivate variables are copies.
//
//===----------------------------------------------------------------------===//
#include "libgomp/tasks.h"

#include "os/allocation.h"
#include "regions/regions.h"
#include "regions/thread_limit.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace tactus::libgomp {

namespace {

constexpr unsigned HasNoWait = 1;

/// What a target region gets: the addresses of its variables, and those that it has copies of.
struct Mapping {
  size_t count;
  void **addresses;
  const size_t *sizes;
  const unsigned short *kinds;

  bool isFirstPrivate(size_t index) const {
    constexpr unsigned KindMask = 0xff, FirstPrivate = 12;
    return (kinds[index] & KindMask) == FirstPrivate && addresses[index];
  }
  size_t alignmentOf(size_t index) const { return size_t{1} << (kinds[index] >> 8); }
};

/// A target region that runs, or is to run. Followed by the addresses and the copies.
struct TargetRegion {
  Code code;
  unsigned limit;
  void *addresses[];
};

constexpr size_t roundUp(size_t bytes, size_t alignment) { return (bytes + alignment - 1) & ~(alignment - 1); }

TargetRegion *makeRegion(Code code, const Mapping &mapping, unsigned limit) {
  size_t bytes = sizeof(TargetRegion) + mapping.count * sizeof(void *), alignment = 64;
  for (size_t index = 0; index < mapping.count; ++index)
    if (mapping.isFirstPrivate(index)) {
      alignment = std::max(alignment, mapping.alignmentOf(index));
      bytes = roundUp(bytes, mapping.alignmentOf(index)) + mapping.sizes[index];
    }
  auto *memory = static_cast<char *>(demand(bytes, alignment, "a target region"));
  auto *region = reinterpret_cast<TargetRegion *>(memory);
  region->code = code;
  region->limit = limit;
  size_t used = sizeof(TargetRegion) + mapping.count * sizeof(void *);
  for (size_t index = 0; index < mapping.count; ++index) {
    region->addresses[index] = mapping.addresses[index];
    if (!mapping.isFirstPrivate(index))
      continue;
    used = roundUp(used, mapping.alignmentOf(index));
    region->addresses[index] = memcpy(memory + used, mapping.addresses[index], mapping.sizes[index]);
    used += mapping.sizes[index];
  }
  return region;
}

void runRegion(void *data) {
  auto *region = *static_cast<TargetRegion **>(data);
  runTarget(region->code, region->addresses, region->limit);
  release(region);
}

void doNothing(void *) {}

/// Of pairs that say what the device is to know: a number, and its value in it or behind it.
unsigned threadLimitOf(void *const *arguments) {
  constexpr intptr_t DeviceMask = 0x7f, HasValueBehind = 0x80, IdMask = 0xff00, ThreadLimit = 0x200;
  constexpr int ValueShift = 16;
  while (arguments && *arguments) {
    auto id = reinterpret_cast<intptr_t>(*arguments++);
    intptr_t value = id & HasValueBehind ? reinterpret_cast<intptr_t>(*arguments++) : id >> ValueShift;
    if ((id & DeviceMask) == 0 && (id & IdMask) == ThreadLimit)
      return static_cast<unsigned>(std::clamp<intptr_t>(value, 0, INT32_MAX));
  }
  return 0;
}

/// Nothing is to be done, when what it depends on is done.
void awaitDependences(unsigned flags, void **dependences) {
  if (!dependences)
    return;
  if (flags & HasNoWait)
    issueCode(doNothing, nullptr, 0, dependences);
  else
    Dependences(dependences).await();
}

/// There is the host, which is device 0.
bool isHost(int device) { return device == 0; }

void copyBox(char *to, const char *from, size_t element, int dimensions, const size_t *volume, const size_t *toOffsets,
             const size_t *fromOffsets, const size_t *toSizes, const size_t *fromSizes) {
  if (dimensions == 1) {
    memcpy(to + element * toOffsets[0], from + element * fromOffsets[0], element * volume[0]);
    return;
  }
  size_t toSlice = element, fromSlice = element;
  for (int index = 1; index < dimensions; ++index) {
    toSlice *= toSizes[index];
    fromSlice *= fromSizes[index];
  }
  for (size_t index = 0; index < volume[0]; ++index)
    copyBox(to + toSlice * (toOffsets[0] + index), from + fromSlice * (fromOffsets[0] + index), element, dimensions - 1,
            volume + 1, toOffsets + 1, fromOffsets + 1, toSizes + 1, fromSizes + 1);
}

} // namespace

} // namespace tactus::libgomp

using namespace tactus;
using namespace tactus::libgomp;

TACTUS_ENTRY(void, GOMP_target_ext)
(int, Code code, size_t count, void **addresses, const size_t *sizes, const unsigned short *kinds, unsigned flags,
 void **dependences, void **arguments) {
  TargetRegion *region = makeRegion(code, {count, addresses, sizes, kinds}, threadLimitOf(arguments));
  if (flags & HasNoWait)
    return issueCode(runRegion, &region, sizeof region, dependences);
  Dependences(dependences).await();
  runRegion(&region);
}
TACTUS_ENTRY(void, GOMP_target)
(int, Code code, const void *, size_t, void **addresses, const size_t *, const unsigned char *) {
  runTarget(code, addresses, 0);
}

TACTUS_ENTRY(void, GOMP_target_data)(int, const void *, size_t, void **, size_t *, unsigned char *) {}
TACTUS_ENTRY(void, GOMP_target_data_ext)(int, size_t, void **, size_t *, unsigned short *) {}
TACTUS_ENTRY(void, GOMP_target_end_data)() {}
TACTUS_ENTRY(void, GOMP_target_update)(int, const void *, size_t, void **, size_t *, unsigned char *) {}
TACTUS_ENTRY(void, GOMP_target_update_ext)
(int, size_t, void **, size_t *, unsigned short *, unsigned flags, void **dependences) {
  awaitDependences(flags, dependences);
}
TACTUS_ENTRY(void, GOMP_target_enter_exit_data)
(int, size_t, void **, size_t *, unsigned short *, unsigned flags, void **dependences) {
  awaitDependences(flags, dependences);
}
TACTUS_ENTRY(void, GOMP_offload_register)(const void *, int, const void *) {}
TACTUS_ENTRY(void, GOMP_offload_register_ver)(unsigned, const void *, int, const void *) {}

/// In a target region the teams run one after the other, as many as the program wants at least: gcc's code asks whether
/// there is one more.
TACTUS_ENTRY(bool, GOMP_teams4)(unsigned least, unsigned, unsigned limit, Bool isFirst) {
  const Region *region = currentRegion();
  League *league = region ? region->league : nullptr;
  if (!league)
    return isFirst;
  if (isFirst) {
    league->team = 0;
    league->teams = std::max(least, 1u);
    if (limit) {
      league->threadLimit = std::min<unsigned>(limit, INT32_MAX);
      threadsAreLimited.store(true, std::memory_order_relaxed);
    }
    return true;
  }
  return ++league->team < league->teams;
}
TACTUS_ENTRY(void, GOMP_teams)(unsigned, unsigned limit) { tactus_entry_GOMP_teams4(0, 0, limit, {1}); }

TACTUS_ENTRY(void *, omp_target_alloc)(size_t bytes, int device) { return isHost(device) ? malloc(bytes) : nullptr; }
TACTUS_ENTRY(void, omp_target_free)(void *memory, int device) {
  if (isHost(device))
    free(memory);
}
TACTUS_ENTRY(int, omp_target_is_present)(const void *address, int device) { return !address || isHost(device); }
TACTUS_ENTRY(int, omp_target_memcpy)
(char *to, const char *from, size_t bytes, size_t toOffset, size_t fromOffset, int toDevice, int fromDevice) {
  if (!isHost(toDevice) || !isHost(fromDevice))
    return EINVAL;
  memcpy(to + toOffset, from + fromOffset, bytes);
  return 0;
}
TACTUS_ENTRY(int, omp_target_memcpy_rect)
(char *to, const char *from, size_t element, int dimensions, const size_t *volume, const size_t *toOffsets,
 const size_t *fromOffsets, const size_t *toSizes, const size_t *fromSizes, int toDevice, int fromDevice) {
  if (!to && !from)
    return INT32_MAX;
  if (dimensions < 1 || !isHost(toDevice) || !isHost(fromDevice))
    return EINVAL;
  copyBox(to, from, element, dimensions, volume, toOffsets, fromOffsets, toSizes, fromSizes);
  return 0;
}
TACTUS_ENTRY(int, omp_target_associate_ptr)(const void *, const void *, size_t, size_t, int) { return EINVAL; }
TACTUS_ENTRY(int, omp_target_disassociate_ptr)(const void *, int) { return EINVAL; }
