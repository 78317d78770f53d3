// The same in C++, with -O0.
// FLAGS: -O0 -std=c++20
// PROMOTES
#include "cilk_fib.hpp"
