//===- context.cpp - where a thread is, as LLVM's entry points see it -----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "libomp/context.h"
#include "libomp/task_memory.h"

#include "os/allocation.h"

#include <cstdio>
#include <cstdlib>
#include <new>
#include <pthread.h>

namespace tactus::libomp {

constinit thread_local Context *innermost = nullptr;
constinit thread_local int32_t knownThreadNumber = -1;

namespace {
// Relaxed: it only numbers.
constinit std::atomic<int32_t> threads{0};
// Owned by the thread: where it is outside of all regions. Null for members of crews, which are in regions only.
constinit thread_local Context *outermost = nullptr;
pthread_key_t endOfThread;
pthread_once_t keyIsMade = PTHREAD_ONCE_INIT;
} // namespace

/// The calling thread ends, outside of all regions.
static void endThread(void *) {
  innermost = nullptr;
  releaseSerialRegions();
  leaveTaskMemory();
  if (outermost && outermost->pool)
    TaskPool::giveBack(outermost->pool);
  TaskPool::leaveThread();
  if (outermost)
    release(outermost->ownTeam);
  release(outermost);
  outermost = nullptr;
}

/// The calling thread comes here for the first time.
static void meetThread() {
  readPlaces();
  pthread_once(&keyIsMade, [] { pthread_key_create(&endOfThread, endThread); });
  pthread_setspecific(endOfThread, &outermost);
}

[[gnu::noinline]] Context &makeOutermost() {
  meetThread();
  outermost = new (demand(sizeof(Context), 64, "a thread's place in OpenMP")) Context;
  innermost = outermost;
  return *outermost;
}

const Partition &partitionOf(Context &context) {
  Partition &partition = context.partition;
  if (partition.count || !places.count || context.hasNoPlace)
    return partition;
  if (context.member && context.outer)
    return partition = partitionOf(*context.outer);
  partition = {static_cast<int32_t>(static_cast<uint32_t>(threadNumber()) % places.count), 0, places.count};
  bindTo(partition.place);
  return partition;
}

TaskPool &poolOf(Context &context) {
  if (!context.pool) {
    context.pool = TaskPool::take(1, true);
    if (!context.pool)
      endWith("no memory for tasks", "give the process more");
    context.implicit.pool = context.pool;
  }
  return *context.pool;
}

[[gnu::noinline]] TeamMember &AsMember::ownMember() {
  Context &context = here();
  if (!context.ownTeam) {
    auto *own = new (demand(sizeof(OwnTeam), 64, "a thread's own team")) OwnTeam;
    own->team.reset(TeamPlan{});
    own->member.team = &own->team;
    context.ownTeam = own;
  }
  return context.ownTeam->member;
}

int32_t threadNumber() {
  if (knownThreadNumber < 0) {
    meetThread();
    knownThreadNumber = threads.fetch_add(1, std::memory_order_relaxed);
  }
  return knownThreadNumber;
}

int32_t threadCount() { return threads.load(std::memory_order_relaxed); }

void keepOnlyThisThread() {
  TaskPool::forgetAll();
  forgetTaskMemory();
}

void endUnsupported(const char *name) {
  fprintf(stderr,
          "tactus: error: %s: Tactus' OpenMP does not have it, link with -ftactus-runtime=libomp, or run the program "
          "without "
          "`tactus run --openmp`\n",
          name);
  abort();
}

void endWith(const char *what, const char *whatToDo) {
  fprintf(stderr, "tactus: error: OpenMP: %s, %s\n", what, whatToDo);
  abort();
}

} // namespace tactus::libomp
