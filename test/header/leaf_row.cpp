//===- leaf_row.cpp - a short loop in the header, to be looked at as assembly -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include <tactus/tactus.hpp>

extern "C" void row(double *to, long wide) {
  tactus::parallel_for(0L, wide, [&](long j) { to[j] += 1; });
}
