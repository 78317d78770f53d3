//===- interface.h - what compiled Parallel ML and its runtime agree on ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Compiled functions have LLVM's convention fastcc with all arguments in registers, so that each tail call is a jump,
// and a stack map for each other call (maps.h). Arguments beyond what fits into registers, and results beyond two
// integers or pointers and two reals, pass through the thread's `arguments` and `results`: they are read before
// anything else happens.
//
// An exception is in `Thread::exception`; who has called what may raise looks there after the call.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_RUNTIME_INTERFACE_H
#define TACTUS_PML_RUNTIME_INTERFACE_H

#include "pml/runtime/object.h"

#include "tactus/latent.h"

namespace tactus::pml {

inline constexpr unsigned MostPassedWords = 128;
/// Larger objects are made by the runtime alone.
inline constexpr uint64_t MostInlineBytes = 2048;

/// Where an exception was raised: static data.
struct RaisePlace {
  const char *file;
  uint32_t line, column;
  /// The file is of the library, whose lines users do not know.
  bool isOfLibrary;
};

/// A fork that was promoted before its first branch was called, in the frame that has forked; linked while the call
/// runs.
struct PromotedFork {
  PromotedFork *older;
  tactus_fork_record *record;
};

/// Where compiled code has called the runtime: the return address, and the stack pointer when the call has returned.
struct CallSite {
  uintptr_t stackPointer;
  uintptr_t returnAddress;
};

/// A stretch of compiled frames with the runtime's frames above and below, in the compiled frame that the
/// runtime has called: there it ends.
struct Segment {
  Segment *older;
  /// Where the stretch below was left.
  CallSite left;
  /// The youngest heap of the task below, null if there is none (task_heap.h).
  struct TaskHeap *heap;
};

/// Loops whose price in credit units is higher are measured by those who run them.
inline constexpr int64_t MostUnmeasured = 64 * 2048;

struct RootScope;
struct RootWords;
struct Coroutine;

/// What compiled code reads and writes of its thread. Nobody else writes it, but `limit`, which the world's lock
/// protects.
struct Thread {
  /// The free room for small objects; a limit of 0 sends the next allocation to the runtime, and loops that wait for
  /// others. Read relaxed.
  uint64_t top;
  uint64_t limit;
  Object *exception;
  const RaisePlace *raisePlace;
  PromotedFork *promotedForks;
  /// Not 0 if objects that others can reach must be told of before they are (task_heap.h). That what a pointer is
  /// stored into is old has to be told in any case.
  uint64_t sharesHeaps;
  uint64_t arguments[MostPassedWords];
  uint64_t results[MostPassedWords];

  // From here on of the runtime.
  CallSite left;
  Segment *segments;
  RootScope *roots;
  RootWords *rootWords;
  /// Where the running task allocates.
  TaskHeap *heap;
  Thread *next, *previous;
  /// Null for a thread that has never switched to another (coroutines.h).
  Coroutine *coroutine;
  /// The continuation that it is to enter, null for none.
  Object *continuation;
  /// Behind all compiled frames of the program or of a coroutine; 0 for other threads.
  uintptr_t stackBase;
  /// The end of the block that `top` is in.
  uint64_t blockEnd;
  /// Allocations since the last collection, if they are counted (TACTUS_PML_STRESS).
  uint64_t sinceStress;
  /// Collections for that: while it had a heap of its own, and of all heaps.
  uint64_t stressed, stressedAll;
  /// Whether the last collection of an own heap has left most of it.
  bool keptMost;
  /// Whether it runs compiled code, or the runtime on its behalf with objects in hand.
  bool isInside;
  bool isRegistered;
};

/// Of a fork's descriptor: flags tell the collector how many of the environment's words are pointers, which come first,
/// and of the result's, which come behind the exception.
inline constexpr unsigned EnvironmentPointersShift = 32, ResultPointersShift = 48;

/// Where a task's result area has the task's heap, and its exception.
inline constexpr unsigned ResultHeapOffset = 0, ResultExceptionOffset = 8, ResultHeadBytes = 16;

/// Compiled code that the runtime calls, as a task (tasks.h): with a result area, or null for the program.
using Entry = void (*)(void *result);

/// A global that tasks of another rank may read.
struct TravellingGlobal {
  void *address;
  /// 0 for an object.
  uint64_t numberBytes;
};
/// A fork whose task may run in another rank.
struct TravellingFork {
  const tactus_fork_descriptor *descriptor;
  const TravellingGlobal *globals;
  uint64_t globalCount;
};

/// What the program is, of compiled code.
struct ProgramInfo {
  Entry main;
  Object **const *roots;
  uint64_t rootCount;
  const char *mapsBegin, *mapsEnd;
  /// Exceptions that primitives raise, in the order of ir::PredefinedException.
  Object *const *predefined;
  /// Takes the thread's exception, which nobody handles, and ends the process. Null for programs without a library.
  Entry failure;
  /// Looks at what is pending (interrupts.h), and the body of a coroutine (coroutines.h). Null for programs that use
  /// neither.
  Entry interrupt, coroutine;
  /// None unless the program is built for several ranks (pieces.h).
  const TravellingFork *travellingForks;
  uint64_t travellingForkCount;
};

} // namespace tactus::pml

extern "C" {
extern thread_local tactus::pml::Thread pml_thread __attribute__((tls_model("local-exec")));
extern const tactus::pml::ProgramInfo pml_program;
}

#endif // TACTUS_PML_RUNTIME_INTERFACE_H
