//===- places.cpp - where promotions happened, for reports ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "observe/places.h"

#include "os/allocation.h"
#include "os/race_detector.h"
#include "os/settings.h"

#include <cstring>
#include <new>

namespace tactus {

static constinit UnseenMutex placesMutex;
// Pushed at the front under the mutex, with release; never shrinks. Read without it.
static constinit std::atomic<NotedPlace *> firstPlace{nullptr};

void lockPlaces() { placesMutex.lock(); }
void unlockPlaces() { placesMutex.unlock(); }
void resetPlacesLock() { placesMutex.reset(); }

const NotedPlace *notedPlaces() { return firstPlace.load(std::memory_order_acquire); }

/// Places without a line (entry/call_sites.h) are told apart by their functions.
static bool haveOneName(const SourcePlace &one, const SourcePlace &other) {
  return one.line == other.line && one.column == other.column && !strcmp(one.file, other.file) &&
         (one.line != 0 || !strcmp(one.function ? one.function : "", other.function ? other.function : ""));
}

/// Another shared object may have been loaded where a descriptor was.
static bool matches(const NotedPlace &noted, const SourcePlace &place, bool anyDescriptor) {
  return (noted.descriptor == &place || (anyDescriptor && noted.isFork)) && haveOneName(noted.place, place);
}

/// `anyDescriptor`: a spawn in a loop has two, for the function and for its rests.
static NotedPlace *findNoted(const SourcePlace &place, bool anyDescriptor) {
  NotedPlace *noted = firstPlace.load(std::memory_order_acquire);
  while (noted && !matches(*noted, place, anyDescriptor))
    noted = noted->next;
  return noted;
}

static NotedPlace *make(const SourcePlace &place, bool isFork) {
  const char *file = place.file, *function = place.function ? place.function : "";
  size_t fileSize = strlen(file) + 1, functionSize = strlen(function) + 1;
  void *memory = allocate(sizeof(NotedPlace) + fileSize + functionSize);
  if (!memory)
    return nullptr;
  auto *noted = new (memory) NotedPlace{place, &place, nullptr, isFork};
  char *strings = reinterpret_cast<char *>(noted + 1);
  noted->place.file = static_cast<char *>(memcpy(strings, file, fileSize));
  noted->place.function = static_cast<char *>(memcpy(strings + fileSize, function, functionSize));
  return noted;
}

namespace {

struct NotedPromotion {
  bool isFork, anyDescriptor, isInterrupted;
  unsigned tasks;
  int64_t weight;
};

} // namespace

static const SourcePlace *note(const SourcePlace &place, const NotedPromotion &promotion) {
  // Acquire: a header may just be writing a descriptor's place, the file last.
  if (!__atomic_load_n(&place.file, __ATOMIC_ACQUIRE))
    return nullptr;
  NotedPlace *noted = findNoted(place, promotion.anyDescriptor);
  if (!noted) {
    lockPlaces();
    noted = findNoted(place, promotion.anyDescriptor);
    if (!noted) {
      noted = make(place, promotion.isFork);
      if (noted) {
        noted->next = firstPlace.load(std::memory_order_relaxed);
        firstPlace.store(noted, std::memory_order_release);
      }
    }
    unlockPlaces();
    if (!noted)
      return nullptr;
  }
  noted->promotions.fetch_add(1, std::memory_order_relaxed);
  noted->tasks.fetch_add(promotion.tasks, std::memory_order_relaxed);
  noted->weight.store(promotion.weight, std::memory_order_relaxed);
  noted->isInterrupted.store(promotion.isInterrupted, std::memory_order_relaxed);
  return &noted->place;
}

const SourcePlace *notePlace(const tactus_fork_descriptor &fork) {
  bool anyDescriptor = fork.flags & TACTUS_FORK_ENDS_REST;
  return note(*SourcePlace::of(&fork),
              {/*isFork=*/true, anyDescriptor, false, 1, __atomic_load_n(&fork.weight, __ATOMIC_RELAXED)});
}

const SourcePlace *notePlace(const abi::LoopDescriptor &loop, unsigned tasks) {
  bool isInterrupted = loop.flags & abi::InterruptedLoop;
  return note(*SourcePlace::of(&loop),
              {/*isFork=*/false, false, isInterrupted, tasks, __atomic_load_n(&loop.weight, __ATOMIC_RELAXED)});
}

} // namespace tactus
