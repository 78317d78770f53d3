//===- points.cpp - functions whose versions cannot be used poll ---------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "maps/points.h"

#include <algorithm>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

namespace tactus {

uintptr_t addressOf(const int32_t &distance) {
  return reinterpret_cast<uintptr_t>(&distance) + static_cast<uintptr_t>(static_cast<intptr_t>(distance));
}

std::span<const abi::VersionPair> pointsOf(const abi::VersionPair *pair, const abi::VersionPair *end) {
  const abi::VersionPair *first = pair + 1;
  const abi::VersionPair *last =
      std::find_if(first, end, [](const abi::VersionPair &entry) { return entry.source || !entry.destination; });
  return {first, static_cast<size_t>(last - first)};
}

/// Makes the pages of a point writable, or code again.
static bool protect(uintptr_t point, int access) {
  auto page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  uintptr_t begin = point & ~(page - 1), end = (point + sizeof PointBytes + page - 1) & ~(page - 1);
  return mprotect(reinterpret_cast<void *>(begin), end - begin, access) == 0;
}

static bool jumpToCold(uintptr_t point, uintptr_t cold) {
  auto *code = reinterpret_cast<uint8_t *>(point);
  auto distance = static_cast<intptr_t>(cold - (point + sizeof PointBytes));
  uint8_t jump[sizeof PointBytes] = {JumpOpcode};
  auto shortDistance = static_cast<int32_t>(distance);
  memcpy(jump + 1, &shortDistance, sizeof shortDistance);
  if (distance != shortDistance || memcmp(code, PointBytes, sizeof PointBytes) != 0 ||
      !protect(point, PROT_READ | PROT_WRITE | PROT_EXEC))
    return false;
  memcpy(code, jump, sizeof jump);
  return protect(point, PROT_READ | PROT_EXEC);
}

bool pollAtPoints(std::span<const abi::VersionPair> points) {
  bool doesPoll = !points.empty() && points.size() % 2 == 0;
  for (size_t index = 0; doesPoll && index < points.size(); index += 2)
    doesPoll = jumpToCold(addressOf(points[index].destination), addressOf(points[index + 1].destination));
  return doesPoll;
}

} // namespace tactus
