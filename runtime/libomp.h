//===- libomp.h - living beside libomp -------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What tactus-clang does not convert runs on libomp, in the same process. Inside a region that libomp runs, loops of
// ours go on sequentially; inside a task of ours, regions of libomp's are nested ones.
//
// libtactus does not depend on libomp, and must not wake it: its start takes a millisecond, ten beats. libomp asks
// every OpenMP tool in the process to present itself when it starts; libtactus answers as a tool that wants nothing,
// and so learns that libomp runs.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_LIBOMP_H
#define TACTUS_RUNTIME_LIBOMP_H

namespace tactus {

/// Whether the calling thread is inside an active parallel region of libomp's.
bool insideLibompRegion();

/// How many of libomp's regions the calling thread is in, active or serial.
int libompLevel();

/// Functions of libomp's own; libtactus has some of the same names (openmp_interface.cpp).
enum class LibompFunction {
  GetThreadNum,
  GetNumThreads,
  GetMaxThreads,
  InParallel,
  GetLevel,
  SetNumThreads,
  GlobalThreadNum,
  FindTaskReduction
};

/// The answer of a function without arguments; `otherwise` without libomp. Wakes libomp.
int callLibomp(LibompFunction function, int otherwise);

/// libomp's omp_set_num_threads(). Wakes libomp.
void setLibompThreads(int count);

/// The calling thread's copy of what a task reduction that libomp runs names. Null without libomp.
void *findLibompReduction(void *group, void *address);

/// Makes regions that libomp runs on this thread serial from now on. False if libomp has not started.
bool makeLibompSerial();

} // namespace tactus

#endif // TACTUS_RUNTIME_LIBOMP_H
