//===- slow_calls.h - what trampolines.S calls, with the registers of its caller ----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_FRAMES_SLOW_CALLS_H
#define TACTUS_RUNTIME_FRAMES_SLOW_CALLS_H

#include "abi/loops.h"
#include "threads/frame_state.h"

#include "tactus/latent.h"

extern "C" {
int64_t tactus_poll_slow(const tactus::CallerState *caller);
void tactus_join_slow(tactus::abi::LoopSlot *slot, const tactus::CallerState *caller);
void tactus_cancel_slow(tactus::abi::LoopSlot *slot, const tactus::CallerState *caller);
void tactus_latent_push_slow(tactus_latent *latent, const tactus::CallerState *caller);
void tactus_latent_poll_slow(const tactus::CallerState *caller);
tactus_fork_record *tactus_fork_poll_slow(tactus_fork_descriptor *descriptor, const uint64_t *environment,
                                          const tactus::CallerState *caller);
int64_t tactus_beat_slow(int64_t *weight, const tactus::CallerState *caller);
int64_t tactus_handler_poll_slow(int64_t *weight, const tactus::CallerState *caller);
int64_t tactus_handler_beat_slow(int64_t *strip, const tactus::CallerState *caller);
void tactus_fork_join_slow(tactus_fork_record *record, const tactus::CallerState *caller);
int tactus_fork_cancel_slow(tactus_fork_record *record, const tactus::CallerState *caller);
int tactus_wait_lend_slow(const tactus::CallerState *caller);
tactus_fork_record *tactus_fork_leave_slow(tactus_fork_record *record, const tactus::CallerState *caller);
}

#endif // TACTUS_RUNTIME_FRAMES_SLOW_CALLS_H
