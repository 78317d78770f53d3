//===- blocking_calls.h - whether a signal would end a call of the system -----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_HEARTBEAT_BLOCKING_CALLS_H
#define TACTUS_RUNTIME_HEARTBEAT_BLOCKING_CALLS_H

#include <cstdint>
#include <sys/types.h>

namespace tactus {

/// Whether a thread of the process, by its number, may get a signal now: it runs, or is in a call that goes on behind a
/// handler and takes longer by so many microseconds at `most`. Says by how many. It looks several times, since who
/// polls by short sleeps is elsewhere now and then.
bool maySignal(pid_t thread, uint64_t most, uint64_t &extension);

} // namespace tactus

#endif // TACTUS_RUNTIME_HEARTBEAT_BLOCKING_CALLS_H
