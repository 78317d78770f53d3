// The same in C++, with -O3.
// FLAGS: -O3 -std=c++20
// PROMOTES
#include "cilk_fib.hpp"
