//===- main.cpp - a program of Parallel ML begins ---------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/runtime/main.h"
#include "pml/runtime/collect.h"
#include "pml/runtime/heap.h"
#include "pml/runtime/pieces.h"
#include "pml/runtime/task_heap.h"
#include "pml/runtime/world.h"

#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

namespace tactus::pml {

constinit CommandLine commandLine{};

/// Whether another rank runs the program.
static bool servesOthers;

static void *runProgram(void *bytes) {
  static char handlerStack[HandlerStackBytes];
  watchStack(handlerStack, reinterpret_cast<size_t>(bytes));
  if (servesOthers)
    servePieces();
  pml_thread.stackBase = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  pml_program.main(nullptr);
  if (pml_thread.exception)
    endWithException();
  endProcess(0);
}

/// Recursion in ML is as deep as the data: the program runs on a stack of its own, and tasks on stacks as large as
/// limits allow.
static void runOnLargeStack() {
  constexpr rlim_t WorkerStack = rlim_t{1} << 30;
  rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < WorkerStack) {
    limit.rlim_cur = limit.rlim_max == RLIM_INFINITY || limit.rlim_max > WorkerStack ? WorkerStack : limit.rlim_max;
    setrlimit(RLIMIT_STACK, &limit);
  }
  // Up to half of the memory: recursion without end stops before the system does.
  size_t most = static_cast<size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<size_t>(sysconf(_SC_PAGESIZE)) / 2;
  for (size_t bytes = size_t{16} << 30; bytes >= size_t{1} << 23; bytes /= 2) {
    if (heapSettings.stackBytes)
      bytes = heapSettings.stackBytes;
    else if (bytes > most)
      continue;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setguardsize(&attributes, StackGuard);
    pthread_t thread;
    bool isRunning = pthread_attr_setstacksize(&attributes, bytes) == 0 &&
                     pthread_create(&thread, &attributes, runProgram, reinterpret_cast<void *>(bytes)) == 0;
    pthread_attr_destroy(&attributes);
    if (isRunning) {
      pthread_join(thread, nullptr);
      return;
    }
  }
  runProgram(nullptr);
}

} // namespace tactus::pml

using namespace tactus::pml;

int main(int argc, char **argv) {
  servesOthers = !joinJob(argc, argv);
  commandLine = {argc, argv};
  watchSignals();
  readSettings();
  planFirstCollection();
  readMaps();
  watchPromotions();
  runOnLargeStack();
}
