// The same in C++, with -O1.
// FLAGS: -O1 -std=c++20
// PROMOTES
#include "cilk_fib.hpp"
