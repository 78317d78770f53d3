/* ===- rules.h - what the module decides, apart from the kernel -----------------------------===//
//
// SPDX-License-Identifier: MIT OR GPL-2.0
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// ===----------------------------------------------------------------------===//
//
// Which tables are taken, where an address leads, and what a timer that has expired means. Functions of their arguments
// only, so that test/kernel can try them without a kernel. */
#ifndef TACTUS_KERNEL_RULES_H
#define TACTUS_KERNEL_RULES_H

#include "abi/kernel_beat.h"

#ifndef __KERNEL__
#include <stdbool.h>
#endif

/* The first range whose source begins above the address: from 0 to count. */
static inline __u32 tactusRangesUpTo(const struct TactusBeatRange *ranges, __u32 count, __u64 address) {
  __u32 low = 0, high = count;
  while (low < high) {
    __u32 middle = low + (high - low) / 2;
    if (ranges[middle].source <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Where a thread goes on that was interrupted at the address; 0 if that is in no source version. */
static inline __u64 tactusDestinationOf(const struct TactusBeatRange *ranges, __u32 count, __u64 address) {
  __u32 behind = tactusRangesUpTo(ranges, count, address);
  const struct TactusBeatRange *range = behind ? &ranges[behind - 1] : 0;
  if (!range || address - range->source >= range->size)
    return 0;
  return address - range->source + range->destination;
}

/* Are these `size` bytes below `limit`, and at least one? */
static inline bool tactusIsBelow(__u64 begin, __u64 size, __u64 limit) {
  return size > 0 && size <= limit && begin > 0 && begin <= limit - size;
}

/* Is there a byte of a source in these? */
static inline bool tactusMeetsSource(const struct TactusBeatRange *ranges, __u32 count, __u64 begin, __u64 size) {
  __u32 behind = tactusRangesUpTo(ranges, count, begin + size - 1);
  return behind && ranges[behind - 1].source + ranges[behind - 1].size > begin;
}

/* Sorted, without overlaps, with no destination in a source, which would send threads on and on; and below `limit`, so
   that no address is one that the processor cannot return to. */
static inline bool tactusAreSound(const struct TactusBeatRange *ranges, __u32 count, __u64 limit) {
  __u64 end = 0;
  __u32 index;
  for (index = 0; index < count; ++index) {
    const struct TactusBeatRange *range = &ranges[index];
    if (!tactusIsBelow(range->source, range->size, limit) || !tactusIsBelow(range->destination, range->size, limit) ||
        range->source < end)
      return false;
    end = range->source + range->size;
  }
  for (index = 0; index < count; ++index)
    if (tactusMeetsSource(ranges, count, ranges[index].destination, ranges[index].size))
      return false;
  return true;
}

static inline bool tactusIsTime(__u64 time, __u64 least) { return time >= least && time <= TACTUS_BEAT_LONGEST; }

static inline bool tactusMayStart(const struct TactusBeatStart *start) {
  return start->first <= TACTUS_BEAT_LONGEST && tactusIsTime(start->period, TACTUS_BEAT_LEAST_PERIOD) &&
         tactusIsTime(start->retry, TACTUS_BEAT_LEAST_RETRY);
}

/* A thread's timer. */
struct TactusBeatTimer {
  __u64 period, retry;
  __u64 due;       /* of the last beat in step, or of the first one */
  __u64 next;      /* when the timer expires; 0: not at all */
  __u64 served;    /* the number of the beat under way */
  __u32 attempts;  /* interrupts for that beat */
  bool isOnItsWay; /* one of them has moved the thread */
};

/* Interrupts for a beat that nobody takes, before the timer is given up: of a thread that has been moved, and of one
   that has not. What a signal's handler can do for the second, it should do soon. */
#define TACTUS_BEAT_ATTEMPTS_ON_WAY 4u
#define TACTUS_BEAT_ATTEMPTS_ELSEWHERE 1u

enum TactusBeatPlace { TactusInKernel, TactusElsewhere, TactusInSource };
enum TactusBeatAction { TactusWaits, TactusMoves, TactusGivesUp };

static inline void tactusStart(struct TactusBeatTimer *timer, const struct TactusBeatStart *start, __u64 now) {
  timer->period = start->period;
  timer->retry = start->retry;
  timer->due = timer->next = now + start->first;
  timer->attempts = 0;
  timer->isOnItsWay = false;
}

/* The next beat in step with those before, but not so near that the thread gets nothing done. */
static inline __u64 tactusNextInStep(const struct TactusBeatTimer *timer, __u64 now) {
  __u64 next = timer->due + ((now - timer->due) / timer->period + 1) * timer->period;
  return next - now < timer->period / 2 ? next + timer->period : next;
}

/* The timer has expired at `now`, not before its time, and met the thread at `place`. `asked` is the area's; it is not
   looked at if the thread was in the kernel. */
static inline enum TactusBeatAction tactusExpire(struct TactusBeatTimer *timer, __u64 now, __u64 asked,
                                                 enum TactusBeatPlace place) {
  /* The thread goes on where it is sooner or later: the beat is remembered. */
  timer->next = now + timer->retry;
  if (place == TactusInKernel)
    return TactusWaits;
  if (asked != timer->served) {
    timer->served = asked;
    timer->attempts = 0;
    timer->isOnItsWay = false;
    timer->due += (now - timer->due) / timer->period * timer->period;
  }
  if (place == TactusInSource)
    timer->isOnItsWay = true;
  if (++timer->attempts > (timer->isOnItsWay ? TACTUS_BEAT_ATTEMPTS_ON_WAY : TACTUS_BEAT_ATTEMPTS_ELSEWHERE)) {
    timer->next = 0;
    return TactusGivesUp;
  }
  /* Who is on its way needs time to get to a point. */
  if (timer->isOnItsWay)
    timer->next = tactusNextInStep(timer, now);
  return place == TactusInSource ? TactusMoves : TactusWaits;
}

#endif /* TACTUS_KERNEL_RULES_H */
