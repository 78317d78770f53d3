// cilk_for in C, without -fopenmp, with -O1.
// FLAGS: -O1
// NO-OPENMP
// PROMOTES
// CONVERTED: 22
#include "cilk_for.h"
