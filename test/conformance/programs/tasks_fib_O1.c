// The same forks at -O1.
// CONVERTED: 3
// PROMOTES
// FLAGS: -O1
#include "tasks_fib.h"
