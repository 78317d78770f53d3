// What the other file of each program asks and sets: the compiler sees only this when it converts.
#ifndef TACTUS_TEST_REGIONS_ASKER_H
#define TACTUS_TEST_REGIONS_ASKER_H

#ifdef __cplusplus
extern "C" {
#endif

struct Answers {
  int level, activeLevel, inParallel, threads, number, most, inTask, inFinal;
  // By level, from 0 on.
  int size[4], ancestor[4];
};
struct Answers ask(void);
int askMost(void);
int askLevel(void);
int askActiveLevel(void);
void setThreads(int threads);
void setLevels(int levels);
void setSchedule(int kind, int chunk);
void askSchedule(int *kind, int *chunk);

// Takes some microseconds, so that something is promoted.
unsigned work(unsigned seed, int rounds);

// Scratch space by thread number: ends the program if a number is out of bounds, changes, or is used twice at a time.
struct Scratch {
  int count;
  int *users;
};
struct Scratch makeScratch(int count);
int enterScratch(struct Scratch *scratch);
void leaveScratch(struct Scratch *scratch, int number);

// Ends the program with a message.
void check(int isRight, const char *what, int line);
#define CHECK(condition) check((condition), #condition, __LINE__)

#ifdef __cplusplus
}
#endif

#endif
