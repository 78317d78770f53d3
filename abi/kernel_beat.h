/* ===- kernel_beat.h - what libtactus and the kernel module agree on ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// ===----------------------------------------------------------------------===//
//
// The protocol of /dev/tactus_beat, for C, C++ and the kernel (docs/internals/kernel.md has the picture). A process
// opens the device and says where its code has two versions (TACTUS_BEAT_TABLE). Each thread joins with an area of its
// memory (TACTUS_BEAT_JOIN) and starts its timer (TACTUS_BEAT_START). When that expires, the module moves the thread
// from one version to the other, and writes into the area what it has done. All times are nanoseconds of
// CLOCK_MONOTONIC. */
#ifndef TACTUS_ABI_KERNEL_BEAT_H
#define TACTUS_ABI_KERNEL_BEAT_H

#include <linux/ioctl.h>
#include <linux/types.h>

#define TACTUS_BEAT_DEVICE "/dev/tactus_beat"

/* Raised with every incompatible change. A module refuses threads of another version with EPROTO. */
#define TACTUS_BEAT_VERSION 1

/* A function's two versions: `size` bytes from each of the addresses on, laid out alike. */
struct TactusBeatRange {
  __u64 source;
  __u64 destination;
  __u64 size;
};

#define TACTUS_BEAT_MOST_RANGES 65536u

/* Replaces the ranges of the process: sorted by source, all in executable memory of the process, without overlaps of
   sources, and no destination in a source. EINVAL, EFAULT, E2BIG or ENOMEM: the old ones stay. */
struct TactusBeatTable {
  __u64 ranges; /* address of the first TactusBeatRange */
  __u32 count;  /* 0: none */
  __u32 reserved;
};

/* What a thread and the module tell each other, in the thread's memory, at an address that 8 divides. It must stay
   until the thread has left or ended. */
struct TactusBeatArea {
  /* The number of the last beat that the thread has asked for. Its own. */
  __u64 asked;
  /* Everything below is the module's, but for isArmed, which the thread sets before it starts its timer. */
  __u64 served;      /* the last beat that has come */
  __u64 dueAt;       /* when that was due */
  __u64 deliveredAt; /* when it came */
  __u64 movedAt;     /* when the thread has last been moved for it; 0: it has not */
  __u64 moves;       /* how often the thread has been moved, */
  __u64 elsewhere;   /* how often it was met in code without versions, */
  __u32 inKernel;    /* and how often in the kernel */
  __u32 isArmed;     /* 0: the timer has been given up, and has to be started anew */
};

struct TactusBeatJoin {
  __u64 area; /* address of a TactusBeatArea */
  __u32 version;
  /* What the thread gets, with `mark` as its value (SI_QUEUE), if the timer is given up because it met no code with two
     versions; 0: nothing. */
  __u32 signal;
  __u64 mark;
};

/* The timer expires `first` from now, and then every `period`, while each beat is taken before the next one, which is:
   the thread has asked for another. If the thread is not in a source version, again after `retry`. */
struct TactusBeatStart {
  __u64 first;
  __u64 period;
  __u64 retry;
};

#define TACTUS_BEAT_LEAST_PERIOD 10000ull
#define TACTUS_BEAT_LEAST_RETRY 5000ull
#define TACTUS_BEAT_LONGEST 60000000000ull

/* All: EPERM in another process than the one that has opened the device; EINVAL for values out of range. */
#define TACTUS_BEAT_TABLE _IOW('B', 0xa0, struct TactusBeatTable)
#define TACTUS_BEAT_JOIN _IOW('B', 0xa1, struct TactusBeatJoin)   /* EBUSY: joined already */
#define TACTUS_BEAT_START _IOW('B', 0xa2, struct TactusBeatStart) /* ESRCH: not joined */
#define TACTUS_BEAT_LEAVE _IO('B', 0xa3)                          /* ESRCH: not joined */

#endif /* TACTUS_ABI_KERNEL_BEAT_H */
