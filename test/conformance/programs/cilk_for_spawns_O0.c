// Spawns and loops in each other, in C, without -fopenmp, with -O0.
// FLAGS: -O0
// NO-OPENMP
// PROMOTES
// CONVERTED: 11
#include "cilk_for_spawns.h"
