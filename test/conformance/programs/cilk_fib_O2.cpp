// The same in C++, with -O2.
// FLAGS: -O2 -std=c++20
// PROMOTES
#include "cilk_fib.hpp"
