//===- asker.cpp - a library that asks for the indices of threads in their arenas ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include <oneapi/tbb/task_arena.h>

extern "C" int indexOfThread() { return tbb::this_task_arena::current_thread_index(); }
