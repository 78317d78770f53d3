//===- tpal.h - TPAL programs that are compiled for interrupts --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TEST_BEAT_TPAL_H
#define TACTUS_TEST_BEAT_TPAL_H

/// Whether each of them gives what it must. The second one has the same programs with polls.
bool areTpalProgramsRight(long size);
bool arePolledTpalProgramsRight(long size);

/// Small runs, for the test that goes through them one instruction at a time, and what they must give.
long smallTpal();
long expectedSmallTpal();

#endif // TACTUS_TEST_BEAT_TPAL_H
