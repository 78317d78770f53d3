#include "strands.h"

int counter;
#pragma omp threadprivate(counter)

void count(int by) { counter += by; }
void check(int value) { CHECK(counter == value); }
