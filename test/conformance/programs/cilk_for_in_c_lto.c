// cilk_for in C, without -fopenmp, with link-time optimisation.
// FLAGS: -O2 -flto -fuse-ld=lld
// NO-OPENMP
// PROMOTES
#include "cilk_for.h"
