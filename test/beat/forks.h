//===- forks.h - forks that are compiled for interrupts --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TEST_BEAT_FORKS_H
#define TACTUS_TEST_BEAT_FORKS_H

/// The n-th Fibonacci number, by tasks of OpenMP's.
long fibonacci(long n);

/// Writes f(i) = i * i % 1000 to `values` from `begin` to `end`, by halves, each a `par`; returns the sum.
long fillHalves(int *values, long begin, long end);

/// Of a tree of 2^depth leaves, the number of the first leaf that throws: every leaf from `first` on does. -1 if none.
long firstThrown(long depth, long first);

/// The same for what longjmp() leaves: it jumps out of the forks when the leaf `first` is reached.
long leftByJump(long depth, long first);

/// Forks inside of a loop's iterations, with a call of the C library in each leaf.
double sumOfRoots(long rows, long columns);

/// What each of them must give.
bool areForksRight(long size);

#endif // TACTUS_TEST_BEAT_FORKS_H
