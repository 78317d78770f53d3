#ifndef FUNCTIONS_H
#define FUNCTIONS_H
long combine(long a, long b, long c);
long work(long a, long b, long c);
void step(const long *a, const long *b, long *c);
void stepIf(int isDeferred, const long *a, const long *b, long *c);
void add(long *sum, long value);
void tree(int depth, long *count);
long waitAndSum(const long *values, int count);
void meet(int *arrived);
void meetInOrder(int *arrived, int *item);
void beginLong(int *hasBegun);
void awaitBegin(int *hasBegun);
#endif
