//===- simulator.h - a graph on any number of workers ---------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Executes a graph as libtactus would: each virtual worker goes through it in the serial order and polls; when a beat
// is due, or a token is left and workers have nothing to do, it promotes the oldest loop or fork that it is in; idle
// workers steal the oldest task; a join that has to wait gives its worker away. Promotions, steals and joins take what
// they took in the recording.
//
// What it does not know: that work takes longer when more workers share caches and memory than shared them in the
// recording, and what lies below a beat.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TRACE_SIMULATOR_H
#define TACTUS_TRACE_SIMULATOR_H

#include "abi/policy.h"
#include "graph.h"

namespace tactus::trace {

/// In microseconds.
struct Costs {
  /// Of making the tasks of one promotion.
  Time promotion = 0.5;
  /// From there to when a worker that was looking for work runs it.
  Time steal = 2;
  /// From the end of the last task to when the thread that waits for it goes on.
  Time join = 2;
};

/// Lower quartiles of what the recording holds; the values above where it holds too little.
[[nodiscard]] Costs measureCosts(const Recording &recording);

struct Policy {
  Time heartbeat = abi::DefaultHeartbeatMicroseconds;
  uint64_t tokens = abi::DefaultTokens;
  bool classicTokens = false;
};

/// Ranks of a job of MPI that share work (docs/cluster.md).
struct Network {
  /// Heartbeats in a beat between ranks, and how long a progress thread sleeps at most: those of
  /// include/tactus/cluster.
  static constexpr Time Heartbeats = 100, LongestPause = 1000;
  /// Into how many parts a loop is divided at most, and what a progress thread takes from a worker at each look.
  static constexpr uint64_t MostLeaves = 4096;
  static constexpr Time Look = 13;
  unsigned ranks = 1;
  /// From one piece that a rank gives to its next one.
  Time beat = Heartbeats * abi::DefaultHeartbeatMicroseconds;
  /// From when a message is sent to when its receiver has it, and what its bytes take.
  Time latency = 0, bytes = 0, bytesPerMicrosecond = 1;
  /// Until a progress thread looks: half of the time that it sleeps.
  Time look = 0;
  [[nodiscard]] Time transit() const { return latency + bytes / bytesPerMicrosecond + look; }
};

struct Simulation {
  /// In each rank.
  unsigned workers = 1;
  unsigned ranks = 1;
  Time elapsed = 0;
  uint64_t promotions = 0, steals = 0;
  /// What has gone to other ranks.
  uint64_t pieces = 0;
  /// Sum over workers of what they worked.
  Time busy = 0;
};

/// Deterministic. `workers` of each rank are at least 1; with 1 nothing is promoted within it, as in libtactus.
[[nodiscard]] Simulation simulate(const Graph &graph, unsigned workers, const Policy &policy, const Costs &costs,
                                  const Network &network = {});

} // namespace tactus::trace

#endif // TACTUS_TRACE_SIMULATOR_H
