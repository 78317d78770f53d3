// A spawn whose result initialises a variable, with -Os.
// FLAGS: -Os
// PROMOTES
#include "cilk_fib.h"
