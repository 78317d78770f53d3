// Scratch space for each thread (scratch.c).
#ifndef SCRATCH_H
#define SCRATCH_H

/// Makes room for as many threads; outside of parallel regions.
void prepareScratch(int threads);

/// Takes the calling thread's element, and gives it back. Returns and expects the thread's number.
int enterScratch(void);
void leaveScratch(int number);

#endif
