//===- tokens.h - how many tokens a thread may save ---------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_WORKERS_TOKENS_H
#define TACTUS_RUNTIME_WORKERS_TOKENS_H

#include "abi/policy.h"
#include "observe/events.h"
#include "threads/thread.h"

namespace tactus {

/// Drops the tokens that are more than a thread may save.
inline void limitTokens(ThreadState &thread) {
  if (thread.tokens > abi::MaximalTokens)
    changeTokens(thread, static_cast<int64_t>(abi::MaximalTokens) - static_cast<int64_t>(thread.tokens),
                 TokenReason::Dropped);
}

} // namespace tactus

#endif // TACTUS_RUNTIME_WORKERS_TOKENS_H
