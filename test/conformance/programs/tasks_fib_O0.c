// The same forks without any optimisation.
// CONVERTED: 3
// PROMOTES
// FLAGS: -O0 -g
#include "tasks_fib.h"
