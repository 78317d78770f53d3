//===- small_objects.cpp - memory for tasks ---------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "small_objects.h"

#include <oneapi/tbb/detail/_small_object_pool.h>

#include <cstdlib>
#include <new>

namespace tactus::onetbb {

namespace {
constexpr size_t Line = 64, Sizes = 8;
/// Of each size. More are given back: a thread may free what others allocate.
constexpr unsigned MostKept = 128;

struct FreeObject {
  FreeObject *next;
};
struct FreeList {
  FreeObject *first;
  unsigned count;
};
} // namespace

[[gnu::tls_model("initial-exec")]] static thread_local constinit FreeList freeLists[Sizes] = {};

/// A task is at the address of its object.
[[gnu::tls_model("initial-exec")]] static thread_local constinit const void *latest = nullptr;

bool isLatestSmall(const void *object) { return object == latest; }

void *allocateSmall(size_t bytes) {
  size_t lines = (bytes + Line - 1) / Line;
  if (lines <= Sizes && lines > 0) {
    FreeList &list = freeLists[lines - 1];
    if (FreeObject *object = list.first) {
      list.first = object->next;
      --list.count;
      return object;
    }
  }
  void *memory = aligned_alloc(Line, lines * Line);
  if (!memory)
    throw std::bad_alloc();
  return memory;
}

void freeSmall(void *memory, size_t bytes) {
  size_t lines = (bytes + Line - 1) / Line;
  FreeList *list = lines <= Sizes && lines > 0 ? &freeLists[lines - 1] : nullptr;
  if (!list || list->count == MostKept) {
    free(memory);
    return;
  }
  auto *object = static_cast<FreeObject *>(memory);
  object->next = list->first;
  list->first = object;
  ++list->count;
}

void dropSmallObjects() {
  for (FreeList &list : freeLists) {
    while (FreeObject *object = list.first) {
      list.first = object->next;
      free(object);
    }
    list.count = 0;
  }
}

} // namespace tactus::onetbb

//===----------------------------------------------------------------------===//
// oneTBB's entry points
//===----------------------------------------------------------------------===//

namespace tbb::detail::r1 {

/// oneTBB's allocators ask for a pool that is not null. Here each thread has its own.
static constinit char anyPool = 0;

void *allocate(d1::small_object_pool *&pool, std::size_t bytes) {
  pool = reinterpret_cast<d1::small_object_pool *>(&anyPool);
  void *object = tactus::onetbb::allocateSmall(bytes);
  tactus::onetbb::latest = object;
  return object;
}
void *allocate(d1::small_object_pool *&pool, std::size_t bytes, const d1::execution_data &) {
  return allocate(pool, bytes);
}
void deallocate(d1::small_object_pool &, void *memory, std::size_t bytes) { tactus::onetbb::freeSmall(memory, bytes); }
void deallocate(d1::small_object_pool &, void *memory, std::size_t bytes, const d1::execution_data &) {
  tactus::onetbb::freeSmall(memory, bytes);
}

} // namespace tbb::detail::r1
