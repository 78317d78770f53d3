//===- stack_maps.cpp - from a return address to the latent loops of its call -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "maps/stack_maps.h"
#include "maps/versions.h"

#include "os/allocation.h"
#include "os/settings.h"

#include <cstdio>
#include <cstring>
#include <new>
#include <pthread.h>

namespace tactus {

namespace {
struct Registration {
  Registration *next;
  const abi::Module *module;
  unsigned count;
};
} // namespace

static pthread_mutex_t registryMutex = PTHREAD_MUTEX_INITIALIZER;
// Under registryMutex.
static Registration *registrations;
static RetiredLoop *retiredLoops;
static MapTable *retiredTables;
// Raised under the mutex with every change; read by polls to see whether their table is current.
static constexpr uint64_t FirstVersion = 1;
static constinit std::atomic<uint64_t> registryVersion{FirstVersion};
// Published with release after it is complete; polls read it with their hazard pointer set.
static constinit std::atomic<const MapTable *> currentTable{nullptr};
// Pushed at the front with release; never shrinks.
static constinit std::atomic<MapReader *> firstReader{nullptr};
constinit std::atomic<uint64_t> modulesGone{0};

void lockRegistry() { pthread_mutex_lock(&registryMutex); }
void unlockRegistry() { pthread_mutex_unlock(&registryMutex); }
void resetRegistryLock() { pthread_mutex_init(&registryMutex, nullptr); }

/// Calls visit(function address, function, record) for every record of a section. Stops at anything that does not fit,
/// and returns false then.
template <typename Visitor> static bool forEachRecord(const abi::Module &module, Visitor visit) {
  const char *cursor = module.mapsBegin;
  while (cursor && cursor + sizeof(abi::MapFunction) <= module.mapsEnd) {
    auto *function = reinterpret_cast<const abi::MapFunction *>(cursor);
    if (function->totalSize == 0 && function->recordCount == 0) { // padding between object files
      cursor += sizeof(uint32_t);
      continue;
    }
    if (function->totalSize < sizeof *function || function->totalSize % sizeof(uint32_t) != 0 ||
        function->totalSize > static_cast<size_t>(module.mapsEnd - cursor))
      return false;
    const char *end = cursor + function->totalSize;
    const char *next = cursor + sizeof *function;
    uintptr_t address = reinterpret_cast<uintptr_t>(&function->functionOffset) +
                        static_cast<uintptr_t>(static_cast<intptr_t>(function->functionOffset));
    for (uint32_t index = 0; index < function->recordCount; ++index) {
      auto *record = reinterpret_cast<const abi::MapRecord *>(next);
      if (next + sizeof *record > end ||
          record->entriesSize > (static_cast<size_t>(end - next) - sizeof *record) / sizeof(uint32_t))
        return false;
      visit(address, *function, *record);
      next += sizeof *record + record->entriesSize * sizeof(uint32_t);
    }
    cursor = end;
  }
  return true;
}

/// Once for each module.
static void checkMaps(const abi::Module &module) {
  if (!forEachRecord(module, [](uintptr_t, const abi::MapFunction &, const abi::MapRecord &) {}))
    fprintf(stderr, "tactus: error: stack maps of a module are damaged, and loops behind the damage run sequentially: "
                    "link it again\n");
}

/// Under the mutex.
const MapTable *buildTable(uint64_t version) {
  size_t records = 0;
  for (Registration *registration = registrations; registration; registration = registration->next)
    forEachRecord(*registration->module,
                  [&](uintptr_t, const abi::MapFunction &, const abi::MapRecord &) { ++records; });
  size_t size = 16;
  while (size < records * 2)
    size *= 2;
  void *memory = allocateZeroed(sizeof(MapTable) + 64 + size * sizeof(MapHit));
  if (!memory)
    return nullptr;
  auto *table = new (memory) MapTable;
  table->version = version;
  table->recordCount = records;
  table->mask = size - 1;
  table->cells = reinterpret_cast<MapHit *>(static_cast<char *>(memory) + ((sizeof(MapTable) + 63) & ~size_t{63}));
  for (Registration *registration = registrations; registration; registration = registration->next)
    forEachRecord(*registration->module,
                  [&](uintptr_t address, const abi::MapFunction &function, const abi::MapRecord &record) {
                    uintptr_t key = address + record.returnOffset;
                    size_t index = MapTable::hash(key) & table->mask;
                    while (table->cells[index].returnAddress && table->cells[index].returnAddress != key)
                      index = (index + 1) & table->mask;
                    table->cells[index] = {key, &record, function.frameSize, 0};
                  });
  return table;
}

/// Under the mutex: puts a table aside until no poll holds it.
void retire(MapTable *table) {
  table->nextRetired = retiredTables;
  retiredTables = table;
}

/// Under the mutex.
void reclaimTables() {
  MapTable **link = &retiredTables;
  while (MapTable *table = *link) {
    bool held = false;
    // Sequentially consistent against holdTable(): a poll that has not shown its hazard pointer by now will see that
    // currentTable has changed.
    for (MapReader *reader = firstReader.load(std::memory_order_acquire); reader; reader = reader->nextReader)
      held |= reader->heldTable.load(std::memory_order_seq_cst) == table;
    if (held) {
      link = &table->nextRetired;
      continue;
    }
    *link = table->nextRetired;
    release(table);
  }
}

void addMapReader(MapReader &reader) {
  reader.nextReader = firstReader.load(std::memory_order_relaxed);
  while (!firstReader.compare_exchange_weak(reader.nextReader, &reader, std::memory_order_release))
    ;
}

/// Null if there is none, or modules have come or gone since it was made.
static const MapTable *holdCurrentTable(MapReader &reader) {
  while (const MapTable *table = currentTable.load(std::memory_order_acquire)) {
    // Shown before it is looked into; what is still current after that cannot have been reclaimed.
    reader.heldTable.store(table, std::memory_order_seq_cst);
    if (currentTable.load(std::memory_order_seq_cst) != table)
      continue;
    if (table->version == registryVersion.load(std::memory_order_relaxed))
      return table;
    releaseTable(reader);
    break;
  }
  return nullptr;
}

const MapTable *holdTable(MapReader &reader) {
  for (;;) {
    if (const MapTable *current = holdCurrentTable(reader))
      return current;
    lockRegistry();
    uint64_t version = registryVersion.load(std::memory_order_relaxed);
    const MapTable *table = currentTable.load(std::memory_order_relaxed);
    bool stale = !table || table->version != version;
    const MapTable *fresh = stale ? buildTable(version) : nullptr;
    if (fresh) {
      currentTable.store(fresh, std::memory_order_seq_cst);
      if (table)
        retire(const_cast<MapTable *>(table));
      reclaimTables();
    }
    unlockRegistry();
    if (stale && !fresh)
      return nullptr;
  }
}

const MapTable *holdTableAtOnce(MapReader &reader) {
  return reader.heldTable.load(std::memory_order_relaxed) ? nullptr : holdCurrentTable(reader);
}

void releaseTable(MapReader &reader) {
  // Release: the poll's reads of the table come before.
  reader.heldTable.store(nullptr, std::memory_order_release);
}

/// Keeps the counters of a module's loops beyond the life of its memory, if anybody will read them.
static void keepLoops(const abi::Module &module) {
  if (!settings.statistics)
    return;
  for (abi::LoopDescriptor *const *loop = module.loopsBegin; loop && loop != module.loopsEnd; ++loop) {
    const abi::LoopDescriptor *descriptor = *loop;
    if (!descriptor)
      continue;
    const char *file = descriptor->file ? descriptor->file : "";
    const char *function = descriptor->function ? descriptor->function : "";
    size_t fileSize = strlen(file) + 1, functionSize = strlen(function) + 1;
    auto *kept = static_cast<RetiredLoop *>(allocate(sizeof(RetiredLoop) + fileSize + functionSize));
    if (!kept)
      return;
    char *strings = reinterpret_cast<char *>(kept + 1);
    kept->loop = *descriptor;
    kept->loop.run = nullptr;
    kept->loop.file = static_cast<char *>(memcpy(strings, file, fileSize));
    kept->loop.function = static_cast<char *>(memcpy(strings + fileSize, function, functionSize));
    kept->next = retiredLoops;
    retiredLoops = kept;
  }
}

void forEachLoop(void (*visit)(const abi::LoopDescriptor &loop, void *context), void *context) {
  lockRegistry();
  for (Registration *registration = registrations; registration; registration = registration->next) {
    const abi::Module &module = *registration->module;
    for (abi::LoopDescriptor *const *loop = module.loopsBegin; loop && loop != module.loopsEnd; ++loop)
      if (*loop)
        visit(**loop, context);
  }
  for (RetiredLoop *kept = retiredLoops; kept; kept = kept->next)
    visit(kept->loop, context);
  unlockRegistry();
}

/// Loops that wait for interrupts learn from beats how far apart their points may be. Where no beat ever comes, they
/// need none.
static void removeStrips(const abi::Module &module) {
  constexpr int64_t Unlimited = INT64_MAX;
  for (abi::LoopDescriptor *const *loop = module.loopsBegin; loop && loop != module.loopsEnd; ++loop)
    if (*loop && ((*loop)->flags & abi::InterruptedLoop))
      std::atomic_ref((*loop)->weight).store(Unlimited, std::memory_order_relaxed);
}

void registerModule(const abi::Module *module) {
  if (module->version != abi::Version) {
    fprintf(stderr,
            "tactus: error: code compiled for version %u of the runtime's interface, but this libtactus has version "
            "%u; its loops run sequentially: compile it with the tactus-clang that belongs to this libtactus\n",
            module->version, abi::Version);
    return;
  }
  lockRegistry();
  Registration *registration = registrations;
  while (registration && registration->module != module)
    registration = registration->next;
  if (registration) {
    ++registration->count;
  } else if (void *memory = allocate(sizeof(Registration))) {
    registrations = new (memory) Registration{registrations, module, 1};
    registryVersion.fetch_add(1, std::memory_order_relaxed);
    checkMaps(*module);
    addVersions(*module);
    if (settings.heartbeatMicroseconds == 0)
      removeStrips(*module);
  }
  unlockRegistry();
}

bool haveModules() { return registryVersion.load(std::memory_order_relaxed) != FirstVersion; }

void unregisterModule(const abi::Module *module) {
  lockRegistry();
  for (Registration **link = &registrations; *link; link = &(*link)->next) {
    Registration *registration = *link;
    if (registration->module != module)
      continue;
    if (--registration->count == 0) {
      modulesGone.fetch_add(1, std::memory_order_relaxed);
      keepLoops(*module);
      removeVersions(*module);
      *link = registration->next;
      release(registration);
      registryVersion.fetch_add(1, std::memory_order_relaxed);
    }
    break;
  }
  unlockRegistry();
}

} // namespace tactus
