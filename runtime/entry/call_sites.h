//===- call_sites.h - descriptors for callers that have none ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// C's macros and the compilers make a descriptor for each place of the source that forks. Callers in other languages
// have no static data to give. For them, what is executed stands for the place: forks with the same second branch, or
// loops with the same body, share a descriptor, and so the price that polls learn.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_ENTRY_CALL_SITES_H
#define TACTUS_RUNTIME_ENTRY_CALL_SITES_H

#include "tactus/latent.h"

namespace tactus {

/// The descriptor of what runs `code` in the way of `pattern`: a copy of the pattern that is named like the function at
/// `code`. The pattern itself if there is no memory, or if there are too many. Any thread; it lives as long as the
/// process.
tactus_fork_descriptor *siteOf(const void *code, tactus_fork_descriptor &pattern);
tactus_loop_descriptor *siteOf(const void *code, tactus_loop_descriptor &pattern);

} // namespace tactus

#endif // TACTUS_RUNTIME_ENTRY_CALL_SITES_H
