#include "counter.h"

long counter;

void count(int by) { counter += by; }
