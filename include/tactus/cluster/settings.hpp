//===- settings.hpp - the beat between ranks, and what tests make of it --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// There are no settings of its own: a beat between ranks is a hundred heartbeats. TACTUS_PROMOTE=all gives at once, as
// it promotes at once, and TACTUS_CHAOS gives and refuses at random.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_CLUSTER_SETTINGS_HPP
#define TACTUS_CLUSTER_SETTINGS_HPP

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace tactus::cluster::detail {

struct Settings {
  static constexpr unsigned Heartbeats = 100, DefaultHeartbeat = 100;
  /// Not longer than this apart, in chaos.
  static constexpr unsigned ChaosMicroseconds = 200;
  std::chrono::microseconds beat;
  bool gives;
  /// Of the chaos, 0 for none.
  uint64_t state;

  explicit Settings(int rank) {
    const char *text = std::getenv("TACTUS_HEARTBEAT_US"), *all = std::getenv("TACTUS_PROMOTE"),
               *chaos = std::getenv("TACTUS_CHAOS");
    uint64_t heartbeat = text ? std::strtoull(text, nullptr, 10) : DefaultHeartbeat;
    bool atOnce = all && std::string_view(all) == "all";
    uint64_t seed = chaos ? std::strtoull(chaos, nullptr, 10) : 0;
    gives = heartbeat != 0 || atOnce || seed;
    beat = std::chrono::microseconds(atOnce ? 0 : Heartbeats * heartbeat);
    state = seed ? seed * 0x9e3779b97f4a7c15u + static_cast<uint64_t>(rank) + 1 : 0;
  }

  /// A number at random. Not without chaos.
  uint64_t random() {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
  }
  std::chrono::microseconds nextBeat() {
    return state ? std::chrono::microseconds(random() % ChaosMicroseconds) : beat;
  }
  /// Whether to do what is rare otherwise.
  bool chance() { return state && random() % 4 == 0; }
};

} // namespace tactus::cluster::detail

#endif // TACTUS_CLUSTER_SETTINGS_HPP
