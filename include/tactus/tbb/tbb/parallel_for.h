//===- parallel_for.h - oneTBB's older name of <oneapi/tbb/parallel_for.h> --===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include <oneapi/tbb/parallel_for.h>
