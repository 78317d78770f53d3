// cilk_for in C, without -fopenmp, with debug information.
// FLAGS: -O0 -g
// NO-OPENMP
// PROMOTES
#include "cilk_for.h"
