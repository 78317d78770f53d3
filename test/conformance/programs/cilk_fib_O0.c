// A spawn whose result initialises a variable, with -O0.
// FLAGS: -O0
// PROMOTES
#include "cilk_fib.h"
