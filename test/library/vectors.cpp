//===- vectors.cpp - algorithms of which compilers are to make vectors ----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include <tactus/search.hpp>
#include <vector>

std::vector<double>::const_iterator least(const std::vector<double> &x) { return tactus::parallel_min_element(x); }
