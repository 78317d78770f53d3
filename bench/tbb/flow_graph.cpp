//===- flow_graph.cpp - a wavefront as a flow graph -----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A flow graph: the longest common subsequence of two texts by blocks, each a node that waits for two neighbours.
//
//===----------------------------------------------------------------------===//
// GRAINS: 64 128 256
// SIZES: 4096 1024
#include "measure.h"

#include <tbb/flow_graph.h>

#include <algorithm>
#include <memory>
#include <vector>

#ifdef GRAIN
static constexpr long block = GRAIN;
#else
static constexpr long block = 32;
#endif

using Node = tbb::flow::continue_node<tbb::flow::continue_msg>;

int main(int argc, char **argv) {
  return bench::run(argc, argv, [](long n) {
    std::vector<uint8_t> a(n), b(n);
    for (long i = 0; i < n; ++i) {
      a[i] = bench::random(i) % 8;
      b[i] = bench::random(~i) % 8;
    }
    return [n, a, b, length = std::vector<int>((n + 1) * (n + 1))]() mutable {
      long blocks = n / block, width = n + 1;
      tbb::flow::graph graph;
      std::vector<std::unique_ptr<Node>> nodes;
      for (long at = 0; at < blocks * blocks; ++at)
        nodes.push_back(std::make_unique<Node>(graph, [&, at](const tbb::flow::continue_msg &message) {
          long top = at / blocks * block + 1, left = at % blocks * block + 1;
          for (long i = top; i < top + block; ++i)
            for (long j = left; j < left + block; ++j)
              length[i * width + j] = a[i - 1] == b[j - 1]
                                          ? length[(i - 1) * width + j - 1] + 1
                                          : std::max(length[(i - 1) * width + j], length[i * width + j - 1]);
          return message;
        }));
      for (long at = 0; at < blocks * blocks; ++at) {
        if (at % blocks + 1 < blocks)
          tbb::flow::make_edge(*nodes[at], *nodes[at + 1]);
        if (at + blocks < blocks * blocks)
          tbb::flow::make_edge(*nodes[at], *nodes[at + blocks]);
      }
      nodes[0]->try_put(tbb::flow::continue_msg());
      graph.wait_for_all();
      return static_cast<double>(length[n * width + n]);
    };
  });
}
