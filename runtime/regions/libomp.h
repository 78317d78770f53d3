//===- libomp.h - living beside libomp -------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What tactus-clang does not convert runs on libomp, in the same process. Inside a region that libomp runs, loops of
// ours go on sequentially; inside a task of ours, regions of libomp's are nested ones.
//
// libtactus does not depend on libomp, and must not wake it: its start takes a millisecond, ten beats. So three things
// have to be known.
//
//   which     There may be several (libomp.so.5, one that a Python wheel brings, Intel's libiomp5.so), each with other
//             OpenMP runtimes before it in the order of symbol resolution, or hidden from it (RTLD_LOCAL). A module
//             that the plugin has compiled names its own by an address that only libomps have; others are found by
//             their names among the loaded libraries. Functions are then looked up in that very library.
//   runs?     __kmpc_global_num_threads() is the one question that libomp answers without being woken: 0 threads.
//   mine?     omp_get_level(), asked of those that run.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_REGIONS_LIBOMP_H
#define TACTUS_RUNTIME_REGIONS_LIBOMP_H

#include <atomic>
#include <cstdint>

namespace tactus {

/// Functions of one libomp's own. Those that are not __kmpc's are null if libomp is linked statically.
struct Libomp {
  /// __kmpc_global_num_threads: threads that it has or manages, 0 before it is woken.
  int32_t (*liveThreads)(void *location);
  /// These wake it, and make the calling thread known to it.
  int32_t (*globalThreadNumber)(void *location);
  void *(*findTaskReduction)(int thread, void *group, void *address);
  void (*beginTaskGroup)(void *location, int thread);
  void (*endTaskGroup)(void *location, int thread);
  int (*threadNumber)();
  int (*teamSize)();
  int (*maxThreads)();
  int (*inParallel)();
  int (*level)();
  int (*activeLevel)();
  int (*ancestorNumber)(int level);
  int (*sizeOfLevel)(int level);
  int (*maxActiveLevels)();
  int (*maxTeams)();
  int (*teamsThreadLimit)();
  int (*threadLimit)();
  int (*nested)();
  int (*dynamic)();
  void (*schedule)(int *kind, int *chunk);
  void (*setThreads)(int count);
  void (*setMaxActiveLevels)(int levels);
  void (*setDynamic)(int isDynamic);
  void (*setSchedule)(int kind, int chunk);
  int (*procBind)();
  uint64_t (*affinityFormat)(char *buffer, uint64_t size);
  void (*setAffinityFormat)(const char *format);
  void (*displayAffinity)(const char *format);
  /// kmp_set_defaults: settings as the environment has them, for threads that it does not know yet.
  void (*setDefaults)(const char *text);

  bool runs() const { return liveThreads(nullptr) > 0; }
};

/// While it exists, no libomp is asked anything by the calling thread, and none is found: a signal's handler, which may
/// have interrupted a libomp that holds its own locks. What it needs to know stands in records (regions.h).
class LibompMayBeBusy {
public:
  LibompMayBeBusy();
  ~LibompMayBeBusy();
  LibompMayBeBusy(const LibompMayBeBusy &) = delete;
  LibompMayBeBusy &operator=(const LibompMayBeBusy &) = delete;
};
bool libompMayBeBusy();

/// Whether one runs. The only question that is asked meanwhile, too: it reads a number.
bool anyLibompRuns();

/// Takes note of the libomp whose __kmpc_global_num_threads() this is: a module that the plugin has compiled is linked
/// to it. Null for none.
void registerLibomp(int32_t (*liveThreads)(void *));

/// Looks at the libraries that have been loaded since the last call: for libomps, and for what asks for the numbers of
/// threads in arenas (regions/arenas.h).
void lookAtLoadedLibraries();

/// Whether the calling thread is inside an active parallel region of libomp's.
bool insideLibompRegion();

/// The libomp that runs a region, active or serial, that the calling thread is in; null if none does.
const Libomp *libompAround();

/// omp_get_level() of the only libomp in the process, once it is known to run; else null. Set by hasNoLibompRegion(),
/// taken back when there are two. Relaxed: a function and nothing behind it, and whoever runs code of a second libomp
/// comes after what has made that known.
extern std::atomic<int (*)()> levelOfOnlyLibomp;
/// The same of __kmpc_global_num_threads(), of one that does not run.
extern std::atomic<int32_t (*)(void *)> threadsOfOnlyLibomp;
/// Surely no libomp runs; the fast part of hasNoLibompRegion().
inline bool onlyLibompSleeps() {
  auto liveThreads = threadsOfOnlyLibomp.load(std::memory_order_relaxed);
  return liveThreads && liveThreads(nullptr) == 0;
}
/// Is the thread surely in no region of libomp's, because there is none or it does not run?
bool hasNoLibompRegion();

/// In a child of fork(), where libomps have no region, and may not run any more.
void forgetLibompsThreads();

/// Whether this is the omp_get_level() of a libomp.
bool isLibompLevel(int (*level)());

/// Keeps the library that holds this function in memory until the process ends: its address is going to be called
/// later.
void keepLoaded(int (*function)());

/// A libomp that modules which the plugin has compiled are linked to, preferably one that runs; null for none.
const Libomp *ownLibomp();

/// omp_set_num_threads() of every libomp that runs or that our modules are linked to, but for the function `done`.
/// Wakes the latter.
void setLibompThreads(int count, void (*done)(int));

/// The calling thread's copy of what a task reduction that libomp runs names. Null without libomp.
void *findLibompReduction(void *group, void *address);
/// Tactus' own libomp.so.5 is there, whose groups are asked by `find`: the copy, or the address that it was asked for.
void askOwnGroups(void *(*find)(int thread, void *group, void *address));

/// Makes regions that libomp runs on this thread serial from now on. False if libomp has not started.
bool makeLibompSerial();

} // namespace tactus

#endif // TACTUS_RUNTIME_REGIONS_LIBOMP_H
