//===- timers.h - timers by number, as scientific programs have them -----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Every thread of a region may start and stop a timer. That of the first thread counts.
//
//===----------------------------------------------------------------------===//
#ifndef BENCH_TIMERS_H
#define BENCH_TIMERS_H

enum { TimeOfStencil, TimeOfCopy, Timers };

void timerStart(int timer);
void timerStop(int timer);
double timerSeconds(int timer);

#endif // BENCH_TIMERS_H
