//===- parallel_scan.h - oneTBB's older name of <oneapi/tbb/parallel_scan.h> --===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include <oneapi/tbb/parallel_scan.h>
