//===- parallel_invoke.h - oneTBB's older name of <oneapi/tbb/parallel_invoke.h> --===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include <oneapi/tbb/parallel_invoke.h>
