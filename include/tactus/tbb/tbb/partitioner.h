//===- partitioner.h - oneTBB's older name of <oneapi/tbb/partitioner.h> --===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include <oneapi/tbb/partitioner.h>
