//===- sampling.h - what the testing modes promote ----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// TACTUS_PROMOTE=all and TACTUS_CHAOS want every place promoted, often enough that a tool sees the parallelism which
// the program claims; not every one of a million iterations, which would take a thousand times as long as they do.
// So each place, a loop or fork that polls, is a chance to promote something at its first polls, all of them, and from
// then on at one of two, one of four, … at random: each time when a number of chances have been taken. A place goes on
// being promoted for ever, and what it costs grows with the logarithm of its polls (docs/decisions/0022).
//
//     chance  │████████████▌                            FullChances at the rate 1, then HalvingChances at each rate
//             │            ▐█████▌▄▄▄▄▄▄▄▄▄▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▁▁▁▁▁▁▁▁▁▁
//             └──────────────────────────────────────── polls
//
// No clock is asked: one worker with the same seed makes the same choices. TACTUS_PROMOTE=every samples nothing.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_HEARTBEAT_SAMPLING_H
#define TACTUS_RUNTIME_HEARTBEAT_SAMPLING_H

#include <cstdint>

namespace tactus {

struct ThreadState;

/// In the testing modes: whether a poll of this place, known by the address of its weight, is a chance. Null: of no
/// place that is known, which is always one.
bool isChance(ThreadState &thread, const int64_t *place);

/// How many iterations of a leaf loop may pass before its next poll, chosen at random; 0 while every one is a chance.
uint64_t iterationsToPass(ThreadState &thread, const int64_t *place);

} // namespace tactus

#endif // TACTUS_RUNTIME_HEARTBEAT_SAMPLING_H
