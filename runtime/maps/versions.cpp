//===- versions.cpp - from an instruction to the same one of the other version -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "maps/versions.h"

#include "maps/landing_pads.h"
#include "maps/points.h"
#include "os/allocation.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <new>

namespace tactus {

namespace {

/// The versions follow, in the order of their sources, and then once more in that of their destinations.
struct VersionTable {
  size_t count;
  std::span<Versions> bySource() { return {reinterpret_cast<Versions *>(this + 1), count}; }
  std::span<Versions> byDestination() { return {reinterpret_cast<Versions *>(this + 1) + count, count}; }
  std::span<const Versions> bySource() const { return const_cast<VersionTable *>(this)->bySource(); }
  std::span<const Versions> byDestination() const { return const_cast<VersionTable *>(this)->byDestination(); }
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

/// Is there a point, or the end of a cold block, at `offset`?
static bool isDiversion(const uint8_t *source, const uint8_t *destination, size_t size, size_t offset) {
  if (offset + sizeof PointBytes > size || memcmp(source + offset, PointBytes, sizeof PointBytes) != 0 ||
      destination[offset] != JumpOpcode)
    return false;
  intptr_t distance = wordAt(destination + offset + 1);
  auto behind = static_cast<intptr_t>(offset + sizeof PointBytes);
  bool isPoint = behind + distance >= 0 && behind + distance < static_cast<intptr_t>(size);
  return isPoint || distance == source - destination;
}

/// Do two distances, from places behind which they are used, lead to the copies of one constant? `apart` is by how much
/// the first is larger where both lead to the same place.
static bool leadToCopies(const uint8_t *source, const uint8_t *destination, uint32_t apart,
                         std::span<const SharedConstant> constants) {
  // An instruction may have four bytes behind the distance, and no constant is larger than a register.
  constexpr size_t MostBehind = 4, LargestConstant = 64;
  uintptr_t end = reinterpret_cast<uintptr_t>(source) + 4;
  uintptr_t target = end + static_cast<uintptr_t>(static_cast<intptr_t>(wordAt(source)));
  uint32_t difference = static_cast<uint32_t>(wordAt(source)) - static_cast<uint32_t>(wordAt(destination));
  auto next = std::upper_bound(constants.begin(), constants.end(), target + MostBehind,
                               [](uintptr_t address, const SharedConstant &each) { return address < each.source; });
  for (; next != constants.begin() && next[-1].source + LargestConstant > target; --next) {
    const SharedConstant &constant = next[-1];
    if (target < constant.source + constant.size &&
        difference - apart == static_cast<uint32_t>(constant.source - constant.destination))
      return true;
  }
  return false;
}

namespace {

struct DistanceSearch {
  const uint8_t *source, *destination;
  size_t size;
  std::span<const SharedConstant> constants;

  /// Where a distance ends that contains the byte at `offset`, at `begin` or behind it; 0 if there is none.
  size_t endOfDistance(size_t begin, size_t offset) const {
    auto apart = static_cast<uint32_t>(destination - source);
    for (size_t start = offset < begin + 3 ? begin : offset - 3; start <= offset; ++start) {
      if (start + 4 > size)
        break;
      const uint8_t *ours = source + start, *theirs = destination + start;
      if (static_cast<uint32_t>(wordAt(ours)) - static_cast<uint32_t>(wordAt(theirs)) == apart ||
          leadToCopies(ours, theirs, apart, constants))
        return start + 4;
    }
    return 0;
  }
};

} // namespace

bool areAligned(const uint8_t *source, const uint8_t *destination, size_t size,
                std::span<const SharedConstant> constants) {
  DistanceSearch distances{source, destination, size, constants};
  size_t checked = 0;
  for (size_t offset = 0; offset < size;) {
    if (source[offset] == destination[offset]) {
      ++offset;
    } else if (isDiversion(source, destination, size, offset)) {
      checked = offset += sizeof PointBytes;
    } else {
      checked = offset = distances.endOfDistance(checked, offset);
      if (!offset)
        return false;
    }
  }
  return true;
}

static void publish(const Versions *all, size_t count) {
  void *memory = allocate(sizeof(VersionTable) + 2 * count * sizeof(Versions));
  if (!memory)
    return;
  auto *table = new (memory) VersionTable{count};
  auto fill = [&](std::span<Versions> sorted, uintptr_t Versions::*begin) {
    std::copy_n(all, count, sorted.begin());
    std::sort(sorted.begin(), sorted.end(),
              [begin](const Versions &left, const Versions &right) { return left.*begin < right.*begin; });
  };
  fill(table->bySource(), &Versions::source);
  fill(table->byDestination(), &Versions::destination);
  currentVersions.store(table, std::memory_order_release);
}

namespace {

/// The module's constants of which both copies are equal. Empty without memory: then versions count as different.
class SharedConstants {
public:
  explicit SharedConstants(const abi::Module &module)
      : memory(static_cast<SharedConstant *>(
            allocate(static_cast<size_t>(module.constantsEnd - module.constantsBegin) * sizeof(SharedConstant)))) {
    if (!memory)
      return;
    for (const abi::VersionConstant *each = module.constantsBegin; each != module.constantsEnd; ++each) {
      uintptr_t source = addressOf(each->source), destination = addressOf(each->destination);
      if (memcmp(reinterpret_cast<const void *>(source), reinterpret_cast<const void *>(destination), each->size) == 0)
        memory[count++] = {source, destination, each->size};
    }
    std::sort(memory, memory + count,
              [](const SharedConstant &left, const SharedConstant &right) { return left.source < right.source; });
  }
  ~SharedConstants() { release(memory); }
  SharedConstants(const SharedConstants &) = delete;
  SharedConstants &operator=(const SharedConstants &) = delete;

  std::span<const SharedConstant> all() const { return {memory, count}; }

private:
  SharedConstant *memory;
  size_t count = 0;
};

} // namespace

static bool readPair(const abi::VersionPair &pair, std::span<const SharedConstant> constants, Versions &versions) {
  CodeRange source, destination;
  if (!findFunction(addressOf(pair.source), source) || !findFunction(addressOf(pair.destination), destination) ||
      source.size != destination.size ||
      addressOf(pair.source) - source.begin != addressOf(pair.destination) - destination.begin ||
      !areAligned(reinterpret_cast<const uint8_t *>(source.begin), reinterpret_cast<const uint8_t *>(destination.begin),
                  source.size, constants))
    return false;
  versions.source = source.begin;
  versions.destination = destination.begin;
  versions.size = source.size;
  return true;
}

/// The name of the object that holds them is in no table; a program has few.
static void reportUnusable(size_t pairs, size_t polling, size_t silent) {
  if (polling)
    fprintf(stderr,
            "tactus: warning: %zu of %zu functions that wait for interrupts have versions that differ in memory: they "
            "poll; compile them with -ftactus-beat=poll to do without this line\n",
            polling, pairs);
  if (silent)
    fprintf(stderr,
            "tactus: warning: %zu of %zu functions that wait for interrupts have versions that differ in memory, and "
            "their code cannot be changed: they get beats where their loops begin; compile them with "
            "-ftactus-beat=poll\n",
            silent, pairs);
}

void addVersions(const abi::Module &module) {
  if (module.versionsBegin == module.versionsEnd)
    return;
  const VersionTable *old = currentVersions.load(std::memory_order_relaxed);
  size_t known = old ? old->count : 0, entries = static_cast<size_t>(module.versionsEnd - module.versionsBegin);
  auto *all = static_cast<Versions *>(allocate((known + entries) * sizeof(Versions)));
  if (!all)
    return;
  if (old)
    std::copy_n(old->bySource().begin(), known, all);
  SharedConstants constants(module);
  size_t pairs = 0, polling = 0, silent = 0;
  for (const abi::VersionPair *pair = module.versionsBegin; pair != module.versionsEnd; ++pair) {
    if (pair->source == 0)
      continue;
    ++pairs;
    Versions versions{0, 0, 0, &module};
    if (readPair(*pair, constants.all(), versions))
      all[known++] = versions;
    else
      ++(pollAtPoints(pointsOf(pair, module.versionsEnd)) ? polling : silent);
  }
  publish(all, known);
  release(all);
  reportUnusable(pairs, polling, silent);
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
  Versions *end = std::copy_if(old->bySource().begin(), old->bySource().end(), all,
                               [&](const Versions &versions) { return versions.module != &module; });
  publish(all, static_cast<size_t>(end - all));
  release(all);
}

std::span<const Versions> allVersions() {
  const VersionTable *table = currentVersions.load(std::memory_order_acquire);
  return table ? table->bySource() : std::span<const Versions>();
}

bool haveVersions() { return currentVersions.load(std::memory_order_relaxed) != nullptr; }

/// The versions of which the one that begins at `begin` contains an address, null if there are none.
static const Versions *find(std::span<const Versions> sorted, uintptr_t Versions::*begin, uintptr_t address) {
  auto next = std::upper_bound(sorted.begin(), sorted.end(), address,
                               [begin](uintptr_t wanted, const Versions &each) { return wanted < each.*begin; });
  return next != sorted.begin() && address - next[-1].*begin < next[-1].size ? &next[-1] : nullptr;
}

uintptr_t destinationOf(uintptr_t address) {
  const VersionTable *table = currentVersions.load(std::memory_order_acquire);
  const Versions *found = table ? find(table->bySource(), &Versions::source, address) : nullptr;
  return found ? address - found->source + found->destination : 0;
}

bool isInDestination(uintptr_t address) {
  const VersionTable *table = currentVersions.load(std::memory_order_acquire);
  return table && find(table->byDestination(), &Versions::destination, address);
}

} // namespace tactus
