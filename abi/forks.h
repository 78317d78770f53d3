//===- forks.h - how a promoted fork and its exceptions come back ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The descriptor itself is public: <tactus/latent.h>.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_ABI_FORKS_H
#define TACTUS_ABI_FORKS_H

#include "abi/fields.h"
#include "abi/stubs.h"
#include "tactus/latent.h"

#include <cstdint>

#define TACTUS_FORK_DESCRIPTOR_FIELDS(FIELD)                                                                           \
  FIELD(run, run)                                                                                                      \
  FIELD(file, file)                                                                                                    \
  FIELD(function, function)                                                                                            \
  FIELD(line, line)                                                                                                    \
  FIELD(column, column)                                                                                                \
  FIELD(environmentWords, environment_words)                                                                           \
  FIELD(resultBytes, result_bytes)                                                                                     \
  FIELD(weight, weight)                                                                                                \
  FIELD(promotions, promotions)                                                                                        \
  FIELD(discard, discard)                                                                                              \
  FIELD(flags, flags)

namespace tactus::abi {

TACTUS_FIELDS(ForkDescriptorFields, tactus_fork_descriptor, TACTUS_FORK_DESCRIPTOR_FIELDS, PublicName);

/// See abi/stubs.h.
inline constexpr uint32_t PromotedSelector = TACTUS_PROMOTED_SELECTOR;

/// Where a rest that may throw (compiler/lower/rests/Continuation.h) leaves its exception in its result area; null if
/// it has thrown none.
inline constexpr uint32_t ExceptionResultWord = 1;

} // namespace tactus::abi

extern "C" {

/// An exception (an _Unwind_Exception) has reached the end of a rest that runs as a task, and is to be its result.
void tactus_exception_caught(void *exception);
/// Goes on with it, on the thread that has joined the task. Does not return.
void tactus_exception_rethrow(void *exception);
/// Goes on with an exception that has arrived at a landing pad, and that nothing has been noted of: to the handlers
/// around the place of the call. Does not return.
void tactus_exception_reraise(void *exception);
/// For tactus_fork_descriptor::discard: deletes the exception in a result area, if there is one.
void tactus_exception_discard(void *result);
}

#endif // TACTUS_ABI_FORKS_H
