// cilk_for in C, without -fopenmp, with -O3.
// FLAGS: -O3
// NO-OPENMP
// PROMOTES
// CONVERTED: 22
#include "cilk_for.h"
