//===- compiled_forks.h - promoted forks in compiled frames -------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// See frames/return_stubs.h.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_WORKERS_COMPILED_FORKS_H
#define TACTUS_RUNTIME_WORKERS_COMPILED_FORKS_H

namespace tactus {

struct LatentFork;
struct ThreadState;

/// Promotes a fork that was found in a frame of the calling thread, by a return stub. False if that is not possible: no
/// landing pad, no stub, a shadow stack, no memory.
bool promoteCompiledFork(ThreadState &thread, const LatentFork &fork, unsigned level);

} // namespace tactus

#endif // TACTUS_RUNTIME_WORKERS_COMPILED_FORKS_H
