//===- stack_maps.h - from a return address to the latent loops of its call ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Modules register the "tactus_maps" section of their image (abi/modules.h). From all of them one hash table is built,
// at the first poll after a change:
//
//     return address ──hash──► (return address, MapRecord, frame size)
//
// A table is immutable once it is published. A poll holds the table it uses in its thread's hazard pointer; a table
// that has been replaced is freed when no thread holds it.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_MAPS_STACK_MAPS_H
#define TACTUS_RUNTIME_MAPS_STACK_MAPS_H

#include "abi/loops.h"
#include "abi/maps.h"
#include "abi/modules.h"

#include <atomic>
#include <cstddef>

namespace tactus {

struct MapHit {
  uintptr_t returnAddress = 0;
  const abi::MapRecord *record = nullptr;
  uint32_t frameSize = 0;
  /// See landing_pads.h; 0: not looked up yet.
  mutable uintptr_t landingPad = 0;

  /// Calls visit(entry) for each entry, outermost first.
  template <typename Visitor> void forEachEntry(Visitor visit) const {
    auto *word = reinterpret_cast<const uint32_t *>(record + 1), *end = word + record->entriesSize;
    for (unsigned index = 0; index < record->entryCount && word < end; ++index) {
      auto *entry = reinterpret_cast<const abi::MapEntry *>(word);
      visit(*entry);
      word += entry->size;
    }
  }
};

class MapTable {
  friend const MapTable *buildTable(uint64_t version);
  MapTable *nextRetired = nullptr;
  friend void retire(MapTable *table);
  friend void reclaimTables();
  size_t mask = 0;
  MapHit *cells = nullptr;

  static size_t hash(uintptr_t address) { return (address * 0x9e3779b97f4a7c15u) >> 20; }

public:
  uint64_t version = 0;
  size_t recordCount = 0;

  bool empty() const { return recordCount == 0; }
  /// Null if no call returns there.
  const MapHit *find(uintptr_t returnAddress) const {
    for (size_t index = hash(returnAddress) & mask;; index = (index + 1) & mask) {
      const MapHit &cell = cells[index];
      if (cell.returnAddress == returnAddress)
        return returnAddress ? &cell : nullptr;
      if (cell.returnAddress == 0)
        return nullptr;
    }
  }
};

/// A thread as a reader of tables.
struct MapReader {
  /// Hazard pointer: the table that the thread's poll reads. Written by the thread, read by whoever frees tables.
  std::atomic<const MapTable *> heldTable{nullptr};
  /// Written once, by addMapReader().
  MapReader *nextReader = nullptr;
};

/// Before the reader's first table. It stays for ever. Any thread.
void addMapReader(MapReader &reader);

/// The current table, held by the calling thread until releaseTable; null if there is none and no memory for one.
const MapTable *holdTable(MapReader &reader);
/// The same for a signal handler: null as well where the table would have to be built, or the thread holds one already.
const MapTable *holdTableAtOnce(MapReader &reader);
void releaseTable(MapReader &reader);

/// How many modules have gone: another one may have descriptors at the same addresses. Raised before the module's
/// memory is free. Relaxed: whoever finds the other's descriptors there comes after its registration, under the lock.
extern std::atomic<uint64_t> modulesGone;

void registerModule(const abi::Module *module);
/// Has there ever been one? Without, no construct of the program is latent.
bool haveModules();
void unregisterModule(const abi::Module *module);

/// Calls visit(descriptor) for every loop of every registered module, under the registry's lock.
void forEachLoop(void (*visit)(const abi::LoopDescriptor &loop, void *context), void *context);

/// What remains of the loops of an unloaded module.
struct RetiredLoop {
  RetiredLoop *next;
  abi::LoopDescriptor loop; // its strings are copies
};

/// For fork(): the registry's lock is held across it, and made anew in the child.
void lockRegistry();
void unlockRegistry();
void resetRegistryLock();

} // namespace tactus

#endif // TACTUS_RUNTIME_MAPS_STACK_MAPS_H
