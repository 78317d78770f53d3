// What a file of another compiler offers to converted loops.
#ifndef HELPER_H
#define HELPER_H

#ifdef __cplusplus
extern "C" {
#endif

enum { MostSlots = 64, SlotStride = 16 };

struct helper {
  /// Adds to the calling thread's slot.
  void (*add)(long value);
  /// The sum of all slots, which are 0 again, and what was in the first one.
  long (*takeSum)(long *first);
  /// How many of `count` iterations of a parallel loop of its own were not executed exactly once, or by a thread that
  /// is none of the team.
  int (*wrongIterations)(int count);
  int (*isInParallel)(void);
  void (*setThreads)(int count);
};
extern const struct helper helperFunctions;

/// Of loops.c: how many of its checks have failed.
int checkLoops(const struct helper *helper);
/// The same while the number of threads is limited to one, or not.
int checkLimit(const struct helper *helper, int isAlone);

#ifdef __cplusplus
}
#endif

#endif // HELPER_H
