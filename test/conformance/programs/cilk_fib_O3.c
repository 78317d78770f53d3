// A spawn whose result initialises a variable, with -O3.
// FLAGS: -O3
// PROMOTES
#include "cilk_fib.h"
