//===- memory.cpp - OpenMP's allocators ---------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// All memory spaces are the same memory. An allocator of the program's has an alignment, a bound for all that it has
// given out, and what happens when there is no more. What is given out has a head:
//
//     ┌ malloc'ed ──────┬──────────────┬─ given out ─────────
//     │ alignment       │ Head         │
//     └─────────────────┴──────────────┴─────────────────────
//
//===----------------------------------------------------------------------===//
#include "libomp/context.h"
#include "libomp/environment.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace tactus::libomp {

namespace {

/// As in omp.h.
enum TraitKey : int { SyncHint = 1, Alignment, Access, PoolSize, Fallback, FallbackData, Pinned, Partitioning };
enum FallbackKind : uintptr_t { FallbackDefault = 11, FallbackNull = 12, FallbackAbort = 13, FallbackAllocator = 14 };
struct Trait {
  TraitKey key;
  uintptr_t value;
};
constexpr uintptr_t DefaultAllocator = 1, LastPredefined = 8;

struct Allocator {
  size_t alignment = sizeof(void *), poolBytes = SIZE_MAX;
  uintptr_t fallback = FallbackDefault, fallbackData = 0;
  // Relaxed: it only counts.
  std::atomic<size_t> used{0};

  bool take(size_t bytes) {
    size_t before = used.load(std::memory_order_relaxed);
    do {
      if (bytes > poolBytes || before > poolBytes - bytes)
        return false;
    } while (!used.compare_exchange_weak(before, before + bytes, std::memory_order_relaxed));
    return true;
  }
  void give(size_t bytes) { used.fetch_sub(bytes, std::memory_order_relaxed); }
  /// Takes back what it has just given, whatever others have taken meanwhile.
  void keep(size_t bytes) { used.fetch_add(bytes, std::memory_order_relaxed); }
};

struct alignas(16) Head {
  void *memory;
  /// Asked for, and taken.
  size_t bytes, all;
  Allocator *allocator;
  uintptr_t handle;
};

uintptr_t currentDefault() { return here().allocator ? here().allocator : environment().allocator; }

Allocator *allocatorOf(uintptr_t handle) {
  return handle > LastPredefined ? reinterpret_cast<Allocator *>(handle) : nullptr;
}

Head &headOf(void *memory) { return static_cast<Head *>(memory)[-1]; }

} // namespace

static void *allocateFrom(uintptr_t handle, size_t alignment, size_t bytes) {
  if (bytes == 0)
    return nullptr;
  if (!handle)
    handle = currentDefault();
  for (;;) {
    Allocator *allocator = allocatorOf(handle);
    size_t align = std::max(alignment, sizeof(void *));
    if (allocator)
      align = std::max(align, allocator->alignment);
    size_t all;
    bool fits = !__builtin_add_overflow(bytes, sizeof(Head) + align, &all);
    bool isTaken = fits && (!allocator || allocator->take(all));
    if (void *memory = isTaken ? malloc(all) : nullptr) {
      auto begin = (reinterpret_cast<uintptr_t>(memory) + sizeof(Head) + align - 1) & ~(align - 1);
      auto *given = reinterpret_cast<void *>(begin);
      headOf(given) = {memory, bytes, all, allocator, handle};
      return given;
    }
    if (isTaken && allocator)
      allocator->give(all);
    if (!allocator || allocator->fallback == FallbackNull)
      return nullptr;
    if (allocator->fallback == FallbackAbort)
      endWith("an allocator with the fallback abort_fb has no memory left", "give it a larger pool_size");
    handle = allocator->fallback == FallbackAllocator ? allocator->fallbackData : DefaultAllocator;
    alignment = align;
  }
}

static void *allocateZeroedFrom(uintptr_t handle, size_t alignment, size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes))
    return nullptr;
  void *memory = allocateFrom(handle, alignment, bytes);
  return memory ? memset(memory, 0, bytes) : nullptr;
}

static void giveBack(void *memory) {
  if (!memory)
    return;
  Head head = headOf(memory);
  if (head.allocator)
    head.allocator->give(head.all);
  free(head.memory);
}

static void *allocateAgain(void *memory, size_t bytes, uintptr_t handle, uintptr_t freeHandle) {
  if (bytes == 0) {
    giveBack(memory);
    return nullptr;
  }
  if (!memory)
    return allocateFrom(handle, 0, bytes);
  if (!handle)
    handle = freeHandle ? freeHandle : headOf(memory).handle;
  // What the old block has of a pool is for the new one.
  Head old = headOf(memory);
  Allocator *pool = allocatorOf(handle) == old.allocator ? old.allocator : nullptr;
  if (pool)
    pool->give(old.all);
  void *next = allocateFrom(handle, 0, bytes);
  if (pool)
    pool->keep(old.all);
  if (!next)
    return nullptr;
  memcpy(next, memory, std::min(bytes, old.bytes));
  giveBack(memory);
  return next;
}

} // namespace tactus::libomp

using namespace tactus;
using namespace tactus::libomp;

TACTUS_ENTRY(void *, omp_alloc)(size_t bytes, uintptr_t allocator) { return allocateFrom(allocator, 0, bytes); }
TACTUS_ENTRY(void *, omp_aligned_alloc)(size_t alignment, size_t bytes, uintptr_t allocator) {
  return allocateFrom(allocator, alignment, bytes);
}
TACTUS_ENTRY(void *, omp_calloc)(size_t count, size_t bytes, uintptr_t allocator) {
  return allocateZeroedFrom(allocator, 0, count, bytes);
}
TACTUS_ENTRY(void *, omp_aligned_calloc)(size_t alignment, size_t count, size_t bytes, uintptr_t allocator) {
  return allocateZeroedFrom(allocator, alignment, count, bytes);
}
TACTUS_ENTRY(void *, omp_realloc)(void *memory, size_t bytes, uintptr_t allocator, uintptr_t freeAllocator) {
  return allocateAgain(memory, bytes, allocator, freeAllocator);
}
TACTUS_ENTRY(void, omp_free)(void *memory, uintptr_t) { giveBack(memory); }

TACTUS_ENTRY(void *, __kmpc_alloc)(int, size_t bytes, uintptr_t allocator) { return allocateFrom(allocator, 0, bytes); }
TACTUS_ENTRY(void *, __kmpc_aligned_alloc)(int, size_t alignment, size_t bytes, uintptr_t allocator) {
  return allocateFrom(allocator, alignment, bytes);
}
TACTUS_ENTRY(void *, __kmpc_calloc)(int, size_t count, size_t bytes, uintptr_t allocator) {
  return allocateZeroedFrom(allocator, 0, count, bytes);
}
TACTUS_ENTRY(void *, __kmpc_realloc)
(int, void *memory, size_t bytes, uintptr_t allocator, uintptr_t freeAllocator) {
  return allocateAgain(memory, bytes, allocator, freeAllocator);
}
TACTUS_ENTRY(void, __kmpc_free)(int, void *memory, uintptr_t) { giveBack(memory); }

TACTUS_ENTRY(uintptr_t, omp_init_allocator)(uintptr_t, int count, const Trait *traits) {
  void *memory = calloc(1, sizeof(Allocator));
  if (!memory)
    return 0;
  auto *made = new (memory) Allocator;
  for (int index = 0; index < count; ++index) {
    uintptr_t value = traits[index].value;
    switch (traits[index].key) {
    case Alignment:
      if (value & (value - 1)) {
        free(memory);
        return 0;
      }
      made->alignment = std::max(made->alignment, static_cast<size_t>(value));
      break;
    case PoolSize:
      made->poolBytes = value;
      break;
    case Fallback:
      made->fallback = value;
      break;
    case FallbackData:
      made->fallbackData = value;
      break;
    default: // for speed only: all memory is the same, and everybody may use it
      break;
    }
  }
  return reinterpret_cast<uintptr_t>(made);
}
TACTUS_ENTRY(uintptr_t, __kmpc_init_allocator)(int, uintptr_t space, int count, const Trait *traits) {
  return tactus_entry_omp_init_allocator(space, count, traits);
}
TACTUS_ENTRY(void, omp_destroy_allocator)(uintptr_t allocator) { free(allocatorOf(allocator)); }
TACTUS_ENTRY(void, __kmpc_destroy_allocator)(int, uintptr_t allocator) { free(allocatorOf(allocator)); }

TACTUS_ENTRY(void, omp_set_default_allocator)(uintptr_t allocator) { here().allocator = allocator; }
TACTUS_ENTRY(uintptr_t, omp_get_default_allocator)() { return currentDefault(); }
TACTUS_ENTRY(void, __kmpc_set_default_allocator)(int, uintptr_t allocator) { here().allocator = allocator; }
TACTUS_ENTRY(uintptr_t, __kmpc_get_default_allocator)(int) { return currentDefault(); }

//===----------------------------------------------------------------------===//
// Intel's extensions
//===----------------------------------------------------------------------===//

TACTUS_ENTRY(void *, kmp_malloc)(size_t bytes) { return allocateFrom(DefaultAllocator, 0, bytes); }
TACTUS_ENTRY(void *, kmp_aligned_malloc)(size_t bytes, size_t alignment) {
  if (alignment & (alignment - 1)) {
    errno = EINVAL;
    return nullptr;
  }
  return allocateFrom(DefaultAllocator, alignment, bytes);
}
TACTUS_ENTRY(void *, kmp_calloc)(size_t count, size_t bytes) {
  return allocateZeroedFrom(DefaultAllocator, 0, count, bytes);
}
TACTUS_ENTRY(void *, kmp_realloc)(void *memory, size_t bytes) {
  return allocateAgain(memory, bytes, DefaultAllocator, 0);
}
TACTUS_ENTRY(void, kmp_free)(void *memory) { giveBack(memory); }

/// Fortran's names.
TACTUS_ENTRY(uintptr_t, omp_init_allocator_)(const uintptr_t *space, const int *count, const Trait *traits) {
  return tactus_entry_omp_init_allocator(*space, *count, traits);
}
TACTUS_ENTRY(void, omp_destroy_allocator_)(const uintptr_t *allocator) {
  tactus_entry_omp_destroy_allocator(*allocator);
}
TACTUS_ENTRY(void, omp_set_default_allocator_)(const uintptr_t *allocator) {
  tactus_entry_omp_set_default_allocator(*allocator);
}
TACTUS_ENTRY(void *, kmp_malloc_)(const size_t *bytes) { return tactus_entry_kmp_malloc(*bytes); }
TACTUS_ENTRY(void *, kmp_aligned_malloc_)(const size_t *bytes, const size_t *alignment) {
  return tactus_entry_kmp_aligned_malloc(*bytes, *alignment);
}
TACTUS_ENTRY(void *, kmp_calloc_)(const size_t *count, const size_t *bytes) {
  return tactus_entry_kmp_calloc(*count, *bytes);
}
TACTUS_ENTRY(void *, kmp_realloc_)(void *const *memory, const size_t *bytes) {
  return tactus_entry_kmp_realloc(*memory, *bytes);
}
TACTUS_ENTRY(void, kmp_free_)(void *const *memory) { giveBack(*memory); }
