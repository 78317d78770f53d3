// The same forks at -O3.
// CONVERTED: 3
// PROMOTES
// FLAGS: -O3
#include "tasks_fib.h"
