//===- trace_waits.h - waits for what is not ours, in the time line ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A wait that is long has a slice. All waits, the short ones as well, are in the sums of their site (abi/waits.h), which
// are written at the end.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OBSERVE_TRACE_WAITS_H
#define TACTUS_RUNTIME_OBSERVE_TRACE_WAITS_H

namespace tactus {

struct ThreadState;

/// The thread's wait is over, if it has a slice.
void endTracedWait(ThreadState &thread);

/// The time line ends.
void writeWaitSites();

} // namespace tactus

#endif // TACTUS_RUNTIME_OBSERVE_TRACE_WAITS_H
