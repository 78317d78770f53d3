//===- foreign_code.h - code of another compiler, for beats to meet --------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TEST_BEAT_FOREIGN_CODE_H
#define TACTUS_TEST_BEAT_FOREIGN_CODE_H

#ifdef __cplusplus
extern "C" {
#endif

/** Some thousand instructions for each thousand steps, and a number that depends on all of them. */
long foreignWork(long seed, long steps);
/** The same, of a function that no unwind table describes. */
long untabledWork(long seed, long steps);
/** The same, `depth` calls further in, each of which has something to do when its own call has returned. */
long deepWork(long seed, long steps, long depth);

/** The same, and then goes on elsewhere: throws `long`, or jumps to where `jump_buf` was set. */
void foreignThrow(long seed, long steps);
void foreignJump(void *jump_buf, long seed, long steps);

/** The same on a stack of its own, to which it changes `switches` times. */
long workOnOtherStack(long seed, long steps, long switches);

/** How many frames backtrace() finds, the same each time. */
long foreignBacktrace(long steps);

struct Wide {
  double first, second;
};
struct Wider {
  long words[6];
};
/** Results in registers of all kinds, and in memory. */
struct Wide foreignWide(long seed, long steps);
struct Wider foreignWider(long seed, long steps);
long double foreignLongDouble(long seed, long steps);
__float128 foreignVector(long seed, long steps);

#ifdef __cplusplus
}
#endif

#endif // TACTUS_TEST_BEAT_FOREIGN_CODE_H
