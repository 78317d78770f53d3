#ifndef COUNTER_H
#define COUNTER_H
#include "strands.h"

extern long counter;
#pragma omp threadprivate(counter)
void count(int by);

#endif
