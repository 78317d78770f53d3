//===- threadprivate.cpp - threadprivate variables that are no thread-local ones ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Clang makes them thread-local (-fopenmp-use-tls), and then nobody asks. Else each thread has a copy, found by the
// number by which libomp knows threads. Copies are made when they are asked for, and live as long as the process: a
// thread with the same number is the same thread.
//
//===----------------------------------------------------------------------===//
#include "libomp/context.h"

#include "os/allocation.h"
#include "os/race_detector.h"

#include <cstring>

namespace tactus::libomp {

namespace {

/// How a variable's copies begin; all null for one that is copied bytewise.
struct Variable {
  void *original;
  void *(*construct)(void *copy);
  void *(*copyConstruct)(void *copy, void *original);
  Variable *next;
};

struct Cache {
  void *data;
  void ***cache;
  Cache *next;
};

constinit UnseenMutex mutex;
// Under the mutex.
Variable *variables;
Cache *caches;
constexpr size_t MostThreads = 32768;

struct Lock {
  Lock() { mutex.lock(); }
  ~Lock() { mutex.unlock(); }
};

} // namespace

static void *makeCopy(void *original, size_t bytes) {
  void *copy = demand(bytes, 64, "a threadprivate variable");
  for (const Variable *variable = variables; variable; variable = variable->next) {
    if (variable->original != original)
      continue;
    if (variable->copyConstruct)
      variable->copyConstruct(copy, original);
    else if (variable->construct)
      variable->construct(copy);
    else
      memcpy(copy, original, bytes);
    return copy;
  }
  return memcpy(copy, original, bytes);
}

/// The initial thread has the variable itself.
static void *findCopy(int32_t thread, void *original, size_t bytes, void ***cache) {
  if (!*cache) {
    Lock lock;
    if (!*cache)
      __atomic_store_n(cache, static_cast<void **>(mapZeroed(MostThreads * sizeof(void *))), __ATOMIC_RELEASE);
    if (!*cache)
      endWith("no memory for threadprivate variables", "give the process more");
  }
  if (static_cast<size_t>(thread) >= MostThreads)
    endWith("more than 32768 threads with threadprivate variables", "compile them with -fopenmp-use-tls");
  void *&copy = (*cache)[thread];
  if (!copy) {
    Lock lock;
    copy = thread == 0 ? original : makeCopy(original, bytes);
  }
  return copy;
}

} // namespace tactus::libomp

using namespace tactus;
using namespace tactus::libomp;

TACTUS_ENTRY(void *, __kmpc_threadprivate_cached)
(Ident *, int32_t, void *original, size_t bytes, void ***cache) {
  return findCopy(threadNumber(), original, bytes, cache);
}

/// Without a cache of the compiler's there is one here.
TACTUS_ENTRY(void *, __kmpc_threadprivate)(Ident *, int32_t, void *original, size_t bytes) {
  Cache *found;
  {
    Lock lock;
    for (found = caches; found && found->data != original; found = found->next)
      ;
    if (!found) {
      found = static_cast<Cache *>(demand(sizeof(Cache), 16, "a threadprivate variable"));
      auto ***cache = static_cast<void ***>(demand(sizeof(void **), 16, "a threadprivate variable"));
      *cache = nullptr;
      *found = {original, cache, caches};
      caches = found;
    }
  }
  return findCopy(threadNumber(), original, bytes, found->cache);
}

TACTUS_ENTRY(void, __kmpc_threadprivate_register)
(Ident *, void *original, void *(*construct)(void *), void *(*copyConstruct)(void *, void *), void *) {
  auto *variable = static_cast<Variable *>(demand(sizeof(Variable), 16, "a threadprivate variable"));
  Lock lock;
  *variable = {original, construct, copyConstruct, variables};
  variables = variable;
}
