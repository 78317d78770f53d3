// Spawns and loops in each other, in C, with -fopenmp.
// FLAGS: -O2
// NEEDS-OPENMP
// PROMOTES
// CONVERTED: 11
#include "cilk_for_spawns.h"
