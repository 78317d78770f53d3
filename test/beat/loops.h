//===- loops.h - loops of the header that are compiled for interrupts ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TEST_BEAT_LOOPS_H
#define TACTUS_TEST_BEAT_LOOPS_H

/// Whether each of them gives what it must. The second one is compiled with polls, and all that it calls as well.
bool areLoopsRight(long size);
bool arePolledLoopsRight(long size);

/// Small loops that call nothing of the C library, for the test that goes through them one instruction at a time, and
/// what they must give.
long smallLoops();
long expectedSmallLoops();

#endif // TACTUS_TEST_BEAT_LOOPS_H
