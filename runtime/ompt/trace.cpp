//===- trace.cpp - where a thread is, as a tool is told ------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "ompt/trace.h"

#include "os/clock.h"
#include "teams/crew.h"

#include <pthread.h>

extern "C" {
#define TACTUS_LIBOMP_ENTRY(name, entry) void tactus_entry_##entry();
#include "libomp/entries.def"
}

namespace tactus::ompt {

constinit thread_local Thread self;

namespace {

enum ThreadKind : int32_t { InitialThread = 1, WorkerThread = 2 };

pthread_key_t endOfThread;
pthread_once_t keyIsMade = PTHREAD_ONCE_INIT;
// Sequentially consistent: who waits until there is none sleeps in a futex.
constinit std::atomic<uint32_t> workers{0};

} // namespace

void beginThread(bool isWorker) {
  self.hasBegun = true;
  self.isWorker = isWorker;
  self.initial.team = &self.around;
  self.initial.kind = IsInitial;
  self.current = &self.initial;
  pthread_once(&keyIsMade, [] { pthread_key_create(&endOfThread, [](void *) { endTrace(); }); });
  pthread_setspecific(endOfThread, &self);
  tell(ThreadBegin, int32_t{isWorker ? WorkerThread : InitialThread}, &self.data);
  if (isWorker)
    workers.fetch_add(1, std::memory_order_seq_cst);
  else
    tell(ImplicitTask, int32_t{Begin}, &self.around.data, &self.initial.data, 1u, 1u, int32_t{IsInitial});
}

void endTrace() {
  if (!self.hasBegun)
    return;
  if (!self.isWorker)
    tell(ImplicitTask, int32_t{End}, static_cast<Data *>(nullptr), &self.initial.data, 0u, 1u, int32_t{IsInitial});
  tell(ThreadEnd, &self.data);
  self.hasBegun = false;
  if (!self.isWorker)
    return;
  workers.fetch_sub(1, std::memory_order_seq_cst);
  SystemAtomics::wake(workers);
}

void endWorkers() {
  constexpr uint64_t LateMicroseconds = 1'000'000;
  uint64_t end = clock::now() + clock::ticksFromMicroseconds(LateMicroseconds);
  // The calling thread may be one.
  uint32_t rest = self.hasBegun && self.isWorker;
  for (uint32_t seen; (seen = workers.load(std::memory_order_seq_cst)) > rest && clock::now() < end;) {
    // Those that end leave crews of their own behind.
    endCrews();
    SystemAtomics::waitFor(workers, seen, 1);
  }
}

void changeTable() {
  traceRegions();
  traceDirectives();
  traceLoops();
  traceTasks();
  traceLocks();
}

void restoreTable() {
#define TACTUS_LIBOMP_ENTRY(name, entry) libomp::replaceRow(libomp::Row_##name, tactus_entry_##entry);
#include "libomp/entries.def"
}

} // namespace tactus::ompt
