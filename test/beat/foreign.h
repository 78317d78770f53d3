//===- foreign.h - loops and forks that call other compilers' code ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TEST_BEAT_FOREIGN_H
#define TACTUS_TEST_BEAT_FOREIGN_H

/// The iterations of a loop call foreign code (foreign_code.h) of a kind; each is a sum over the iterations, which the
/// same loop gives without parallelism.
struct ForeignLoop {
  const char *name;
  long (*run)(long iterations, long steps);
  long (*expected)(long iterations, long steps);
};

extern const ForeignLoop foreignLoops[];
extern const unsigned foreignLoopCount;

/// A few calls of each kind, for the test that goes through them one instruction at a time, and of exceptions, which
/// take very many.
long smallForeign();
long expectedSmallForeign();
long smallThrows();
long expectedSmallThrows();

#endif // TACTUS_TEST_BEAT_FOREIGN_H
