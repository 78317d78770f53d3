//===- trace_waits.h - waits for what is not ours, in the time line ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A wait that is long has a slice. All waits, the short ones as well, are in the sums of their site (abi/waits.h),
// which are written at the end.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OBSERVE_TRACE_WAITS_H
#define TACTUS_RUNTIME_OBSERVE_TRACE_WAITS_H

#include "abi/waits.h"

namespace tactus {

struct ThreadState;
struct TraceTrack;

/// While it exists, the track is in no wait: that which it is in ends at `ticks`, and goes on then.
class OutsideOfWait {
  TraceTrack &track;
  const uint64_t ticks;
  const tactus_wait_site *const site;

public:
  OutsideOfWait(TraceTrack &waiting, uint64_t now);
  ~OutsideOfWait();
  OutsideOfWait(const OutsideOfWait &) = delete;
  OutsideOfWait &operator=(const OutsideOfWait &) = delete;
};

/// The thread's wait is over, if it has a slice.
void endTracedWait(ThreadState &thread);

/// The time line ends.
void writeWaitSites();

} // namespace tactus

#endif // TACTUS_RUNTIME_OBSERVE_TRACE_WAITS_H
