//===- forks.h - forks that are compiled for interrupts --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TEST_BEAT_FORKS_H
#define TACTUS_TEST_BEAT_FORKS_H

/// Whether each of them gives what it must. The second one is compiled with polls, and all that it calls as well.
bool areForksRight(long size);
bool arePolledForksRight(long size);

/// Small recursions that call nothing of the C library, for the test that goes through them one instruction at a time,
/// and what they must give.
long smallForks();
long expectedSmallForks();

#endif // TACTUS_TEST_BEAT_FORKS_H
