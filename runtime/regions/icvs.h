//===- icvs.h - OpenMP's internal control variables ------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The settings that decide about teams, in one word that regions and tasks inherit by copying it (regions.h). Outside
// of all of our regions a thread's settings are libomp's, once it runs: whoever sets them, a program that we have
// compiled or a library that has never heard of us (threadpoolctl), sets them there. Before that they are what the
// environment says.
//
// One number of threads. It is TACTUS_WORKERS, else the first of OMP_NUM_THREADS, else what affinity and quota allow;
// OMP_THREAD_LIMIT bounds it. Where libomp would find another, it is told ours, at once when it is found to run, and
// for each thread that it has known before.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_REGIONS_ICVS_H
#define TACTUS_RUNTIME_REGIONS_ICVS_H

#include "tasks/icv_set.h"

#include <cstdint>

namespace tactus {

/// The settings of the calling thread outside of our regions.
IcvSet icvsOfThread();
/// Makes them the calling thread's.
void setIcvsOfThread(const IcvSet &icvs);

/// There is no libomp: Tactus' own entry points (libomp/) serve the process, and each thread's settings are kept here.
/// They know whether the environment has threads bound to places.
void keepSettingsOfThreads(bool (*areBound)());
bool settingsOfThreadsAreKept();
/// cancel-var.
bool mayCancel();
/// Does the environment have threads bound to places, as Tactus' own entry points or the libomp of our modules read it?
/// Wakes the latter if so.
bool threadsAreBound();

/// Makes sure that libomp, which is about to run, has the same number of threads for the calling thread.
void tellLibompThreads();

/// What a region at this level, counted from 1, begins with: OMP_NUM_THREADS may name a number for each level.
IcvSet icvsOfRegion(IcvSet outer, uint32_t level);

/// The most that a team may have.
uint64_t teamSizeLimit();
/// thread-limit-var as OMP_THREAD_LIMIT has it, 0 for no limit.
uint64_t threadLimitOfEnvironment();

void setThreads(IcvSet &icvs, int count);
/// omp_set_max_active_levels(). From now on, the limit counts.
void setActiveLevels(IcvSet &icvs, int levels);
int maxActiveLevels(const IcvSet &icvs);
void setSchedule(IcvSet &icvs, int kind, int chunk);
int scheduleKind(const IcvSet &icvs);

/// Whether the program or its environment has set max-active-levels.
bool activeLevelsAreLimited();
void limitActiveLevels();

/// Those of each thread as long as no libomp runs: nobody can have changed them.
IcvSet initialIcvs();
/// The same with all that the environment says, also what libomp would know by itself.
IcvSet icvsOfEnvironment();
/// May OMP_SCHEDULE say this?
bool isSchedule(const char *text);

bool findInitialThread();
/// Owned by the thread: whether it is the initial one, -1 before anybody has asked.
extern constinit thread_local int8_t initialThread;
/// The thread that main() runs on: its number of threads bounds the slots that are used.
inline bool isInitialThread() { return initialThread < 0 ? findInitialThread() : initialThread != 0; }
/// The calling thread is the initial one, outside of regions, and its number of threads is this.
void followThreads(uint64_t threads);

/// In a child of fork(), whose libomp has forgotten what its parent had set: settings are what the environment says.
void resetIcvsInChild();

} // namespace tactus

#endif // TACTUS_RUNTIME_REGIONS_ICVS_H
