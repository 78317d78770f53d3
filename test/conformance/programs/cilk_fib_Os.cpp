// The same in C++, with -Os.
// FLAGS: -Os -std=c++20
// PROMOTES
#include "cilk_fib.hpp"
