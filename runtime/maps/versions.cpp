//===- versions.cpp - from an instruction to the same one of the other version -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "maps/versions.h"

#include "maps/landing_pads.h"
#include "os/allocation.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <new>

namespace tactus {

namespace {

/// The versions follow, in the order of their sources.
struct VersionTable {
  size_t count;
  Versions *versions() { return reinterpret_cast<Versions *>(this + 1); }
  const Versions *versions() const { return reinterpret_cast<const Versions *>(this + 1); }
};

} // namespace

/// Published with release once it is complete; read by signal handlers with acquire. Tables that it replaces stay: a
/// handler may be reading them, and modules come and go rarely.
static constinit std::atomic<const VersionTable *> currentVersions{nullptr};

static int32_t wordAt(const uint8_t *bytes) {
  int32_t word;
  memcpy(&word, bytes, sizeof word);
  return word;
}

static constexpr uint8_t Nop[] = {0x0f, 0x1f, 0x44, 0, 0};
static constexpr uint8_t Jump = 0xe9;

/// Is there a point, or the end of a cold block, at `offset`?
static bool isDiversion(const uint8_t *source, const uint8_t *destination, size_t size, size_t offset) {
  if (offset + sizeof Nop > size || memcmp(source + offset, Nop, sizeof Nop) != 0 || destination[offset] != Jump)
    return false;
  intptr_t distance = wordAt(destination + offset + 1);
  auto behind = static_cast<intptr_t>(offset + sizeof Nop);
  bool isPoint = behind + distance >= 0 && behind + distance < static_cast<intptr_t>(size);
  return isPoint || distance == source - destination;
}

/// Where a distance ends that contains the byte at `offset`, at `begin` or behind it; 0 if there is none.
static size_t endOfDistance(const uint8_t *source, const uint8_t *destination, size_t size, size_t begin,
                            size_t offset) {
  auto apart = static_cast<uint32_t>(destination - source);
  for (size_t start = offset < begin + 3 ? begin : offset - 3; start <= offset; ++start)
    if (start + 4 <= size &&
        static_cast<uint32_t>(wordAt(source + start)) - static_cast<uint32_t>(wordAt(destination + start)) == apart)
      return start + 4;
  return 0;
}

bool areAligned(const uint8_t *source, const uint8_t *destination, size_t size) {
  size_t checked = 0;
  for (size_t offset = 0; offset < size;) {
    if (source[offset] == destination[offset]) {
      ++offset;
    } else if (isDiversion(source, destination, size, offset)) {
      checked = offset += sizeof Nop;
    } else {
      checked = offset = endOfDistance(source, destination, size, checked, offset);
      if (!offset)
        return false;
    }
  }
  return true;
}

static bool bySource(const Versions &left, const Versions &right) { return left.source < right.source; }

static void publish(const Versions *all, size_t count) {
  void *memory = allocate(sizeof(VersionTable) + count * sizeof(Versions));
  if (!memory)
    return;
  auto *table = new (memory) VersionTable{count};
  std::copy_n(all, count, table->versions());
  std::sort(table->versions(), table->versions() + count, bySource);
  currentVersions.store(table, std::memory_order_release);
}

static uintptr_t addressOf(const int32_t &distance) {
  return reinterpret_cast<uintptr_t>(&distance) + static_cast<uintptr_t>(static_cast<intptr_t>(distance));
}

static bool readPair(const abi::VersionPair &pair, Versions &versions) {
  CodeRange source, destination;
  if (!findFunction(addressOf(pair.source), source) || !findFunction(addressOf(pair.destination), destination) ||
      source.size != destination.size ||
      addressOf(pair.source) - source.begin != addressOf(pair.destination) - destination.begin ||
      !areAligned(reinterpret_cast<const uint8_t *>(source.begin), reinterpret_cast<const uint8_t *>(destination.begin),
                  source.size))
    return false;
  versions.source = source.begin;
  versions.destination = destination.begin;
  versions.size = source.size;
  return true;
}

void addVersions(const abi::Module &module) {
  if (module.versionsBegin == module.versionsEnd)
    return;
  const VersionTable *old = currentVersions.load(std::memory_order_relaxed);
  size_t known = old ? old->count : 0, found = static_cast<size_t>(module.versionsEnd - module.versionsBegin);
  auto *all = static_cast<Versions *>(allocate((known + found) * sizeof(Versions)));
  if (!all)
    return;
  if (old)
    std::copy_n(old->versions(), known, all);
  size_t unusable = 0;
  for (const abi::VersionPair *pair = module.versionsBegin; pair != module.versionsEnd; ++pair) {
    if (pair->source == 0)
      continue;
    Versions versions{0, 0, 0, &module};
    if (readPair(*pair, versions))
      all[known++] = versions;
    else
      ++unusable;
  }
  publish(all, known);
  release(all);
  if (unusable)
    fprintf(stderr,
            "tactus: warning: %zu of %zu functions of a module have versions that differ, and get no beats: compile "
            "them with -ftactus-beat=poll\n",
            unusable, found);
}

void removeVersions(const abi::Module &module) {
  const VersionTable *old = currentVersions.load(std::memory_order_relaxed);
  if (!old || module.versionsBegin == module.versionsEnd)
    return;
  auto *all = static_cast<Versions *>(allocate(old->count * sizeof(Versions)));
  if (!all) {
    currentVersions.store(nullptr, std::memory_order_release);
    return;
  }
  Versions *end = std::copy_if(old->versions(), old->versions() + old->count, all,
                               [&](const Versions &versions) { return versions.module != &module; });
  publish(all, static_cast<size_t>(end - all));
  release(all);
}

std::span<const Versions> allVersions() {
  const VersionTable *table = currentVersions.load(std::memory_order_acquire);
  return table ? std::span(table->versions(), table->count) : std::span<const Versions>();
}

bool haveVersions() { return currentVersions.load(std::memory_order_relaxed) != nullptr; }

uintptr_t destinationOf(uintptr_t address) {
  const VersionTable *table = currentVersions.load(std::memory_order_acquire);
  if (!table)
    return 0;
  const Versions *begin = table->versions(), *end = begin + table->count;
  const Versions *next = std::upper_bound(begin, end, Versions{address, 0, 0, nullptr}, bySource);
  if (next == begin || address - next[-1].source >= next[-1].size)
    return 0;
  return address - next[-1].source + next[-1].destination;
}

} // namespace tactus
