//===- pagerank.h - what the two PageRanks share --------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef BENCH_PAGERANK_H
#define BENCH_PAGERANK_H

#include "graph.h"
#include "loops.h"
#include "results.h"
#include "workload.h"

namespace pagerank {

constexpr double Damping = 0.85;

/// The first phase of both kernels: what each vertex gives to each that it points to.
__attribute__((noinline)) inline void divide(size_t n, const uint32_t *outDegree, const double *whole, double *share) {
#if OUTER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE
#endif
  for (size_t v = 0; v < n; ++v)
    share[v] = outDegree[v] ? whole[v] / outDegree[v] : 0;
}

inline double checksum(const std::vector<double> &ranks) {
  return weightedSum(ranks.size(), [&](size_t v) { return ranks[v]; });
}

/// The worst relative difference of the ranks.
template <class Number> double compare(const std::vector<double> &ranks, const std::vector<Number> &expected) {
  return worstDifference(ranks.size(),
                         [&](size_t v) { return relativeDifference(ranks[v], static_cast<double>(expected[v])); });
}

} // namespace pagerank

#endif // BENCH_PAGERANK_H
