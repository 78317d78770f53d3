// A spawn whose result initialises a variable, with -O1.
// FLAGS: -O1
// PROMOTES
#include "cilk_fib.h"
