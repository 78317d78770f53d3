// The same forks at -Os.
// CONVERTED: 3
// PROMOTES
// FLAGS: -Os
#include "tasks_fib.h"
