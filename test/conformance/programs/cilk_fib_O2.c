// A spawn whose result initialises a variable, with -O2.
// FLAGS: -O2
// PROMOTES
#include "cilk_fib.h"
