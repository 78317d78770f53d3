//===- forks.h - the fields of a fork's static data ------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The structure itself is public: <tactus/latent.h>.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_ABI_FORKS_H
#define TACTUS_ABI_FORKS_H

#include "abi/fields.h"
#include "tactus/latent.h"

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

} // namespace tactus::abi

#endif // TACTUS_ABI_FORKS_H
