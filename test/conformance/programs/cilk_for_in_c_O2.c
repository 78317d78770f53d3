// cilk_for in C, without -fopenmp, with -O2.
// FLAGS: -O2
// NO-OPENMP
// PROMOTES
// CONVERTED: 22
#include "cilk_for.h"
