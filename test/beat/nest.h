//===- nest.h - a program that is compiled for interrupts ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TEST_BEAT_NEST_H
#define TACTUS_TEST_BEAT_NEST_H

#ifdef __cplusplus
extern "C" {
#endif

/** Row r of `rows` gets the sum over its columns c, of which it has `columns` + r % 3, of (c ^ r) % 7. Two loops. */
void sumRows(long *sums, long rows, long columns);

/** What sumRows() must have written there. */
long expectedSum(long row, long columns);

/** The same over short rows, which are run many at a time: i from starts[r] to starts[r + 1] for column c. */
void sumSparseRows(long *sums, long rows, const long *starts);

long expectedSparseSum(long row, const long *starts);

#ifdef __cplusplus
}
#endif

#endif /* TACTUS_TEST_BEAT_NEST_H */
