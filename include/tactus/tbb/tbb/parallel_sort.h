//===- parallel_sort.h - oneTBB's older name of <oneapi/tbb/parallel_sort.h> --===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include <oneapi/tbb/parallel_sort.h>
