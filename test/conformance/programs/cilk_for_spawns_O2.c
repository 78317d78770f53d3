// Spawns and loops in each other, in C, without -fopenmp, with -O2.
// FLAGS: -O2
// NO-OPENMP
// PROMOTES
// CONVERTED: 11
#include "cilk_for_spawns.h"
