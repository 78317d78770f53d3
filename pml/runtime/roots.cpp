//===- roots.cpp - the roots of the program --------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A thread's stack is a sequence of stretches of compiled frames. The youngest was left at `Thread::left`, each older
// one where its Segment says. In a stretch the return address of each frame leads to the map of its caller's call, up
// to the frame that holds the Segment.
//
//===----------------------------------------------------------------------===//
#include "pml/runtime/collect.h"
#include "pml/runtime/coroutines.h"
#include "pml/runtime/heap.h"
#include "pml/runtime/maps.h"
#include "pml/runtime/world.h"

#include <cstdio>
#include <cstdlib>

namespace tactus::pml {

namespace {

/// Maps of calls by their return addresses: open addressing.
struct MapTable {
  const CallMap **entries = nullptr;
  uint64_t mask = 0;

  static uint64_t hash(uintptr_t address) { return address * 0x9e3779b97f4a7c15 >> 20; }

  const CallMap *find(uintptr_t returnAddress) const {
    for (uint64_t i = hash(returnAddress) & mask; entries[i]; i = (i + 1) & mask)
      if (entries[i]->returnAddress() == returnAddress)
        return entries[i];
    return nullptr;
  }
};

constinit MapTable mapTable;

} // namespace

void readMaps() {
  auto first = reinterpret_cast<const CallMap *>(pml_program.mapsBegin);
  auto end = reinterpret_cast<const CallMap *>(pml_program.mapsEnd);
  uint64_t count = 0;
  for (const CallMap *map = first; map < end; map = map->next())
    ++count;
  uint64_t size = 16;
  while (size < 2 * count)
    size *= 2;
  mapTable.entries = static_cast<const CallMap **>(calloc(size, sizeof(const CallMap *)));
  if (!mapTable.entries)
    endWithoutMemory(size * sizeof(const CallMap *));
  mapTable.mask = size - 1;
  for (const CallMap *map = first; map < end; map = map->next()) {
    uint64_t i = MapTable::hash(map->returnAddress()) & mapTable.mask;
    while (mapTable.entries[i])
      i = (i + 1) & mapTable.mask;
    mapTable.entries[i] = map;
  }
}

[[noreturn]] static void endForMissingMap(uintptr_t returnAddress) {
  fprintf(stderr, "tactus: error: the collector knows nothing of a frame at %#llx; please report this\n",
          static_cast<unsigned long long>(returnAddress));
  abort();
}

static void visitWord(RootVisitor &visitor, uint64_t &word) { visitor.visit(reinterpret_cast<Object *&>(word)); }

/// The environment, and the result with its exception: the descriptor's flags say how many pointers each has.
static void visitFork(RootVisitor &visitor, tactus_fork_record *record) {
  const tactus_fork_descriptor *descriptor;
  uint64_t *environment = tactus_fork_environment(record, &descriptor);
  uint64_t captured = descriptor->flags >> EnvironmentPointersShift & 0xffff;
  for (uint64_t i = 0; i < captured; ++i)
    visitWord(visitor, environment[i]);
  auto *result = static_cast<uint64_t *>(record->result) + ResultExceptionOffset / 8;
  for (uint64_t i = 0; i <= descriptor->flags >> ResultPointersShift; ++i)
    visitWord(visitor, result[i]);
}

static const CallMap &mapOf(uintptr_t returnAddress) {
  const CallMap *map = mapTable.find(returnAddress);
  if (!map)
    endForMissingMap(returnAddress);
  return *map;
}

/// The objects of a frame, which lies `shift` bytes from where it ran. What it calls has left it at `site`.
static void visitFrame(RootVisitor &visitor, const CallMap &map, CallSite site, uintptr_t shift) {
  auto wordAt = [&](int64_t offset) -> uint64_t & {
    return *reinterpret_cast<uint64_t *>(site.stackPointer + shift + static_cast<uintptr_t>(offset));
  };
  // Those derived from others first: they need the old base.
  for (uint32_t i = 0; i < map.rootCount; ++i)
    if (RootPair pair = map.roots()[i]; pair.base != pair.derived && !pair.isRun()) {
      auto *object = reinterpret_cast<Object *>(wordAt(pair.base));
      visitor.visitDerived(object, wordAt(pair.derived));
    }
  for (uint32_t i = 0; i < map.rootCount; ++i) {
    RootPair pair = map.roots()[i];
    for (int64_t word = 0; pair.isRun() && word < -int64_t{pair.base}; ++word)
      visitWord(visitor, wordAt(pair.derived + 8 * word));
    if (pair.base == pair.derived)
      visitWord(visitor, wordAt(pair.base));
  }
}

/// Where the frame will leave its caller, and the fork if the caller has promoted it, null otherwise.
static CallSite callerOf(const CallMap &map, CallSite site, tactus_fork_record *&fork, uintptr_t shift = 0) {
  uintptr_t returnAddress = *reinterpret_cast<const uintptr_t *>(site.stackPointer + shift + map.frameSize);
  const void *original = nullptr;
  fork = tactus_fork_behind(reinterpret_cast<const void *>(returnAddress), &original);
  if (fork)
    returnAddress = reinterpret_cast<uintptr_t>(original);
  return {site.stackPointer + map.frameSize + 8, returnAddress};
}

static bool isBelow(CallSite site, const void *base) {
  return site.returnAddress && site.stackPointer < reinterpret_cast<uintptr_t>(base);
}

/// From where a stretch was left up to the frame that holds `base`.
static void visitFrames(RootVisitor &visitor, CallSite site, const void *base, uintptr_t shift = 0) {
  while (isBelow(site, base)) {
    const CallMap &map = mapOf(site.returnAddress);
    visitFrame(visitor, map, site, shift);
    tactus_fork_record *fork;
    site = callerOf(map, site, fork, shift);
    if (fork)
      visitFork(visitor, fork);
  }
}

/// The same, not beyond the first frame that has promoted a fork.
static void visitOwnFrames(RootVisitor &visitor, CallSite site, const void *base) {
  bool isLast = false;
  while (isBelow(site, base)) {
    const CallMap &map = mapOf(site.returnAddress);
    visitFrame(visitor, map, site, 0);
    if (isLast)
      return;
    tactus_fork_record *fork;
    site = callerOf(map, site, fork);
    isLast = fork;
  }
}

/// What a thread holds outside of its frames.
static void visitHeld(RootVisitor &visitor, Thread &thread) {
  visitor.visit(thread.exception);
  visitor.visit(thread.continuation);
  for (RootScope *scope = thread.roots; scope; scope = scope->older)
    visitor.visit(scope->object);
  for (RootWords *scope = thread.rootWords; scope; scope = scope->older)
    for (uint64_t i = 0; i < scope->count; ++i)
      visitWord(visitor, scope->words[i]);
}

void visitThread(RootVisitor &visitor, Thread &thread) {
  visitHeld(visitor, thread);
  for (PromotedFork *fork = thread.promotedForks; fork; fork = fork->older)
    visitFork(visitor, fork->record);
  CallSite left = thread.left;
  for (Segment *segment = thread.segments; segment; segment = segment->older) {
    visitFrames(visitor, left, segment);
    left = segment->left;
  }
}

void visitImage(RootVisitor &visitor, CallSite left, const Segment *segments, uintptr_t shift) {
  for (const Segment *segment = segments; segment;) {
    visitFrames(visitor, left, segment, shift);
    const auto *saved = reinterpret_cast<const Segment *>(reinterpret_cast<uintptr_t>(segment) + shift);
    left = saved->left;
    segment = saved->older;
  }
}

void visitRoots(RootVisitor &visitor) {
  for (uint64_t i = 0; i < pml_program.rootCount; ++i)
    visitor.visit(*pml_program.roots[i]);
  for (Thread *thread = firstThread(); thread; thread = thread->next)
    if (!mayBeGivenUp(*thread))
      visitThread(visitor, *thread);
}

/// Forks that were promoted before their first branch do not end the walk: it only sees more than it must.
void visitOwnRoots(RootVisitor &visitor, Thread &thread) {
  visitHeld(visitor, thread);
  visitOwnFrames(visitor, thread.left, thread.segments);
}

} // namespace tactus::pml
