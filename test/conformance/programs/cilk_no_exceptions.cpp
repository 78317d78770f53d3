// C++ without exceptions.
// FLAGS: -O2 -fno-exceptions -std=c++20
// PROMOTES
#include "cilk_fib.hpp"
