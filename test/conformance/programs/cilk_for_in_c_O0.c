// cilk_for in C, without -fopenmp, with -O0.
// FLAGS: -O0
// NO-OPENMP
// PROMOTES
// CONVERTED: 22
#include "cilk_for.h"
