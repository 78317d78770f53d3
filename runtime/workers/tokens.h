//===- tokens.h - how many tokens a thread may save ---------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_WORKERS_TOKENS_H
#define TACTUS_RUNTIME_WORKERS_TOKENS_H

#include "abi/policy.h"
#include "observe/events.h"
#include "os/settings.h"
#include "threads/thread.h"

namespace tactus {

/// Drops the tokens that are more than a thread may save.
inline void limitTokens(ThreadState &thread) {
  if (thread.tokens > abi::MaximalTokens)
    changeTokens(thread, static_cast<int64_t>(abi::MaximalTokens) - static_cast<int64_t>(thread.tokens),
                 TokenReason::Dropped);
}

/// A token that no beat has paid for, so that what begins need not wait for a beat while workers have nothing to do.
/// Returns whether there is one: not where tokens are all that limits promotions.
inline bool grantEntryToken(ThreadState &thread) {
  changeTokens(thread, settings.spendsTokens ? 0 : 1, TokenReason::Entry);
  return !settings.spendsTokens;
}

} // namespace tactus

#endif // TACTUS_RUNTIME_WORKERS_TOKENS_H
