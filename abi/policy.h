//===- policy.h - when to promote: the numbers that tools share -------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The runtime promotes by them, trace/simulator.cpp predicts what it would do, and the driver checks what it is given.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_ABI_POLICY_H
#define TACTUS_ABI_POLICY_H

#include <cstdint>

namespace tactus::abi {

/// A beat, where TACTUS_HEARTBEAT_US does not say otherwise.
inline constexpr uint64_t DefaultHeartbeatMicroseconds = 100;

inline constexpr uint64_t MaximalHeartbeatMicroseconds = 1000000;

/// The promotions that a beat grants, where TACTUS_TOKENS does not say otherwise.
inline constexpr uint64_t DefaultTokens = 1;

/// Polls that a beat should see: HBC's choice (HBC §6, Fig. 13). More find beats more punctually, fewer cost less.
inline constexpr uint64_t PollsPerBeat = 4;

/// Tokens that a thread saves. More would be promotions that nothing slows down any more.
inline constexpr uint64_t MaximalTokens = 1024;

inline constexpr uint64_t MaximalWorkers = 1024;

} // namespace tactus::abi

#endif // TACTUS_ABI_POLICY_H
